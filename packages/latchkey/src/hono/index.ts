import type { Context, MiddlewareHandler, Next } from 'hono'
import { type Auth, createAuth } from '../integration/create-auth.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { createShell, isEndpoint, requestNeeded, type Shell } from '../integration/shell.ts'
import { formEntries } from '../integration/text-fields.ts'
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
 * Configuration for Hono: the options of `latchkey`.
 *
 * @experimental
 */
export type LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> = Omit<ReadonlyAuthConfig<S, T, U>, 'raw'>

/**
 * What the middleware `latchkey` adds to `c.var`: `new Hono<LatchkeyEnv>()`.
 *
 * @experimental
 */
export interface LatchkeyEnv<S extends DefaultSession = Session> {
  Variables: {
    /** Returns the session, or `null`. */
    auth: () => Promise<S | null>
  }
}

/**
 * What the middleware `protect` adds to `c.var`.
 *
 * @experimental
 */
export interface ProtectedEnv<S extends DefaultSession = Session> {
  Variables: {
    /** The session of the signed-in user. */
    session: S
  }
}

/**
 * Protects routes.
 *
 * @experimental
 */
export interface Protect<S extends DefaultSession = Session> {
  /** Returns middleware that asks for more than a session: a recent sign-in, a second factor. */
  (options: ProtectPageOptions): MiddlewareHandler<ProtectedEnv<S>>
  /**
   * Returns the session for a handler; or the response to return if the user is signed out, or has to
   * confirm who they are.
   *
   * @throws {AuthError} when the session cannot be read, because a callback failed
   */
  (c: Context, options?: ProtectPageOptions): Promise<S | Response>
  /**
   * Middleware that adds the session to `c.var`. Responds to signed-out users: with a redirect to the
   * sign-in page, which leads back, or with status 401 to a script's request. Always lets requests for
   * your sign-in page through.
   */
  (c: Context<ProtectedEnv<S>>, next: Next): Promise<Response | undefined>
}

/**
 * Result of {@link Latchkey}. Exported for explicit type annotations, which `isolatedDeclarations`
 * requires.
 *
 * @experimental
 */
export interface LatchkeyResult<S extends DefaultSession = Session>
  extends Omit<Shell<S, Context>, 'protect'> {
  /**
   * Middleware that serves Latchkey's endpoints, adds `auth` to `c.var`, and adds the cookies to the
   * response. Add it once, before the routes: `app.use(latchkey)`.
   */
  latchkey: MiddlewareHandler<LatchkeyEnv<S>>
  /** Protects routes, as middleware or in a handler. */
  protect: Protect<S>
}

/**
 * Sets up Latchkey for Hono.
 *
 * @param config the configuration; or a function that returns it, for environment variables that
 *   arrive with the request. It is called for each request: create stores and adapters outside of it.
 * @example
 * ```ts
 * import { Hono } from 'hono'
 * import { Latchkey } from 'latchkey/hono'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { latchkey, protect } = Latchkey({ providers: [GitHub] })
 *
 * const app = new Hono()
 * app.use(latchkey)
 * app.get('/account', protect, (c) => c.text(`Hello ${c.var.session.user?.name}`))
 *
 * export default app
 * ```
 * @experimental
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  // biome-ignore lint/suspicious/noExplicitAny: with another type, no `Context` with bindings fits.
  config: LatchkeyConfig<S, T, U> | ((c: Context<any>) => Awaitable<LatchkeyConfig<S, T, U>>),
): LatchkeyResult<S> {
  const preset = { basePath: '/auth', source: config }
  const { begin, functions, isSignInPage } = createShell<S, Context>({
    middleware: 'app.use(latchkey)',
    requestOf: (c) => c.req.raw,
    async authFor(c): Promise<Auth<S>> {
      if (typeof config !== 'function') return createAuth(config, preset)
      if (c === undefined) throw requestNeeded()
      return createAuth(await config(c), preset)
    },
  })
  const guard =
    (options?: ProtectPageOptions): MiddlewareHandler<ProtectedEnv<S>> =>
    async (c, next) => {
      if (!isSignInPage(c)) {
        const session = await functions.protect(c, options)
        if (session instanceof Response) return session
        c.set('session', session)
      }
      return next() as Promise<undefined>
    }
  const protect = (first: Context | ProtectPageOptions, second?: Next | ProtectPageOptions): unknown => {
    if (!('req' in first)) return guard(first)
    if (typeof second === 'function') return guard()(first, second)
    return functions.protect(first, second)
  }
  return {
    ...functions,
    // TypeScript cannot infer the overloads of one function.
    protect: protect as Protect<S>,
    async latchkey(c, next) {
      const exchange = await begin(c)
      if (isEndpoint(exchange)) return exchange.auth.handle(await withBody(c))
      c.set('auth', () => exchange.readSession())
      await next()
      const response = exchange.finish(c.res)
      if (response === c.res) return undefined
      // Otherwise Hono adds the headers of the earlier response again.
      c.res = undefined
      c.res = response
      return undefined
    },
  }
}

/** Returns the request with its body, which earlier middleware may have read. */
async function withBody({ req }: Context): Promise<Request> {
  const { raw } = req
  if (!raw.bodyUsed) return raw
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(req.header('content-type') ?? '')
  // Hono keeps a form that was read as `FormData`, whose text would have another content type.
  const body = isForm ? new URLSearchParams(formEntries(await req.formData())) : await req.text()
  return new Request(raw.url, { method: raw.method, headers: raw.headers, body })
}

export default Latchkey
