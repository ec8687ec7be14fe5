import { type Auth, createAuth } from '../integration/create-auth.ts'
import { createShell, isEndpoint, requestNeeded, type Shell } from '../integration/shell.ts'
import type { Awaitable } from '../types/basics.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

export type { Account, DefaultSession, JWT, Profile, Session, User } from '../entry/index.ts'
export { AuthError } from '../errors/auth-error.ts'
export { CredentialsSignin } from '../errors/credentials.ts'
export type {
  AuthorizationParams,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
export type * from '../integration/public-types.ts'
export type { Shell, ShellUsers } from '../integration/shell.ts'
export type { Awaitable } from '../types/basics.ts'
export { customFetch } from '../types/symbols.ts'

/**
 * Configuration for servers with `Request` and `Response`: the options of `latchkey`.
 *
 * @experimental
 */
export type LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> = Omit<ReadonlyAuthConfig<S, T, U>, 'raw'>

/**
 * A function of the server that handles a request. Runtimes pass more arguments: the environment of
 * Workers, the server of Bun.
 *
 * @experimental
 */
export type FetchHandler<Rest extends unknown[] = []> = (
  request: Request,
  ...rest: Rest
) => Awaitable<Response>

/**
 * Result of {@link Latchkey}. Exported for explicit type annotations, which `isolatedDeclarations`
 * requires.
 *
 * @experimental
 */
export interface LatchkeyResult<S extends DefaultSession = Session, Rest extends unknown[] = []>
  extends Shell<S> {
  /**
   * Returns a function that serves Latchkey's endpoints, passes all other requests to the handler, and
   * adds the cookies to its response. Pass the same request to the other functions.
   */
  latchkey: <More extends [...Rest, ...unknown[]]>(
    handler: FetchHandler<More>,
  ) => (request: Request, ...rest: More) => Promise<Response>
}

/**
 * Sets up Latchkey for a server with Web-standard requests: Bun, Deno, Cloudflare Workers, and
 * frameworks whose handlers get a `Request`.
 *
 * @param config the configuration; or a function that returns it, for environment variables that
 *   arrive with the request. It is called for each request: create stores and adapters outside of it.
 * @example
 * ```ts
 * import { Latchkey } from 'latchkey/fetch'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { latchkey, protect } = Latchkey({ providers: [GitHub] })
 *
 * export default {
 *   fetch: latchkey(async (request) => {
 *     const session = await protect(request)
 *     if (session instanceof Response) return session
 *     return new Response(`Hello ${session.user?.name}`)
 *   }),
 * }
 * ```
 * @experimental
 */
export function Latchkey<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
  Rest extends unknown[] = [],
>(
  config: LatchkeyConfig<S, T, U> | ((request: Request, ...rest: Rest) => Awaitable<LatchkeyConfig<S, T, U>>),
): LatchkeyResult<S, Rest> {
  const preset = { basePath: '/auth', source: config }
  /** What runtimes pass besides the request. */
  const others = new WeakMap<Request, Rest>()
  const { begin, functions } = createShell<S, Request>({
    middleware: 'latchkey',
    requestOf: (request) => request,
    async authFor(request): Promise<Auth<S>> {
      if (typeof config !== 'function') return createAuth(config, preset)
      if (request === undefined) throw requestNeeded()
      return createAuth(await config(request, ...(others.get(request) as Rest)), preset)
    },
  })
  return {
    ...functions,
    latchkey:
      (handler) =>
      async (request, ...rest) => {
        // The type says that they begin with `Rest`.
        others.set(request, rest as unknown[] as Rest)
        const exchange = await begin(request)
        if (isEndpoint(exchange)) return exchange.auth.handle(request)
        return exchange.finish(await handler(request, ...rest))
      },
  }
}

export default Latchkey
