import { loadOnce } from '../async/awaitable.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { Awaitable } from '../types/basics.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import type { StartedSession, StartSessionOptions, UserManagement } from '../types/users.ts'
import type { Auth } from './create-auth.ts'
import { Exchange } from './exchange.ts'
import { manageWith } from './manage-with.ts'
import type {
  AuthorizationParams,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from './options.ts'
import { type Conclusion, chooseTarget, conclude, signOutResult } from './outcome.ts'
import { passwordsWith } from './passwords-with.ts'
import { asksOnlyForSession, type ProtectPageOptions } from './protect-options.ts'
import { signInPagePath } from './sign-in-page.ts'
import { formEntries } from './text-fields.ts'

/** Loaded on demand: requests with a session do not need it. */
const refusals = loadOnce(() => import('./protect-request.ts'))

/** What server code can do with any user. Check first who calls it. */
export interface ShellUsers<Event> extends UserManagement {
  /**
   * Starts a session for a user whom your code has verified. Asks for what every sign-in needs, such
   * as a second factor. Call it before you return the response.
   *
   * @throws {AccessDenied} if the user is disabled or does not exist
   */
  startSession(event: Event, userId: string, options?: StartSessionOptions): Promise<StartedSession>
}

/**
 * Functions for the requests of an application.
 *
 * @typeParam Event what the framework passes to a handler for each request
 */
export interface Shell<S extends DefaultSession = Session, Event = Request> {
  /**
   * Returns the session, or `null`. A request's session is read once, and renewed with the response.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read, because a callback or the database failed
   */
  auth: (event: Event) => Promise<S | null>
  /**
   * Returns the session; or the response to return if the user is signed out: a redirect to the sign-in
   * page, which leads back, or status 401 for a script's request. With options, asks for more than a
   * session: a recent sign-in, a second factor.
   *
   * @throws {AuthError} when the session cannot be read, because a callback failed
   */
  protect: (event: Event, options?: ProtectPageOptions) => Promise<S | Response>
  /**
   * Returns the user who is signed in, or `null`. The user's methods set cookies: call them before you
   * return the response.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  currentUser: (event: Event) => Promise<CurrentUser | null>
  /**
   * Signs in. Without a provider, leads to the sign-in page. If a sign-in cannot start, for example
   * because the provider is unreachable, leads to the page that shows the failure.
   *
   * @returns the redirect to return; with `redirect: false`, the URL to go to
   * @throws {AuthError} for wrong credentials, and for every other failure that you have to handle
   */
  signIn: <Redirect extends boolean = true>(
    event: Event,
    provider?: string,
    options?: FormData | SignInOptions<Redirect>,
    authorizationParams?: AuthorizationParams,
  ) => Promise<Redirect extends false ? string : Response>
  /**
   * Signs out.
   *
   * @returns the redirect to return; with `redirect: false`, the URL to go to
   * @throws {AuthError} when the sign-out fails
   */
  signOut: <Redirect extends boolean = true>(
    event: Event,
    options?: SignOutOptions<Redirect>,
  ) => Promise<Redirect extends false ? SignOutResult : Response>
  /**
   * Updates the session. Passes `data` to the callbacks, with the trigger `update`, and stores the
   * result.
   *
   * @returns the updated session, or `null` if the user is signed out
   * @throws {AuthError} when the session cannot be updated
   */
  update: (event: Event, data: SessionUpdate<S>) => Promise<S | null>
  /**
   * Ends all sessions of a user on all devices. With `{ except }`, the session of that request
   * continues with a new token, if it is one of the user's.
   *
   * @throws {AuthError} when the sessions cannot be ended
   */
  revokeSessions: (userId: string, options?: { readonly except?: Event | undefined }) => Promise<void>
  /**
   * Ends all the user's sessions, and unlinks all accounts and passkeys. See `createAuth`'s
   * `removeAccess`.
   */
  removeAccess: (userId: string) => Promise<void>
  /** Starts and ends sessions of any user, and disables users. Check first who calls it. */
  users: ShellUsers<Event>
  /** Server functions for forms about passwords. Needs the provider `Password`. */
  passwords: (event: Event) => Passwords
}

/** What an integration with Web-standard requests and responses is built from. */
export interface ShellParts<S extends DefaultSession, Event> {
  /** Begins with a request. Other functions work for its event until `finish`. */
  readonly begin: (event: Event) => Promise<Exchange<S>>
  /** Returns whether a request is for the application's own sign-in page. */
  readonly isSignInPage: (event: Event) => boolean
  readonly functions: Shell<S, Event>
}

/** How a framework represents a request. */
export interface Framework<S extends DefaultSession, Event> {
  /** The middleware of the integration, for the error message without it. */
  readonly middleware: string
  readonly requestOf: (event: Event) => Request
  /**
   * Returns the functions for the configuration.
   *
   * @param event `undefined` for a call without a request
   */
  readonly authFor: (event: Event | undefined) => Awaitable<Auth<S>>
}

/** Returns the error for a call without a request, whose configuration needs one. */
export function requestNeeded(): Error {
  return new Error(
    'A function was called without a request, but the configuration is a function of the request. ' +
      'Pass an object to `Latchkey`. On Cloudflare Workers, `env` can be imported from `cloudflare:workers`.',
  )
}

/** Returns whether a request is for an endpoint of Latchkey. */
export function isEndpoint<S extends DefaultSession>({ auth, request }: Exchange<S>): boolean {
  return isEndpointPath(auth.config, new URL(request.url).pathname)
}

/** Creates what integrations with Web-standard requests and responses share. */
export function createShell<S extends DefaultSession, Event extends object>(
  framework: Framework<S, Event>,
): ShellParts<S, Event> {
  const exchanges = new WeakMap<object, Exchange<S>>()
  const current: Current<S, Event> = (name, event) => {
    const exchange = exchanges.get(event)
    if (exchange !== undefined) return exchange
    throw new Error(
      `\`${name}\` was called for a request that has not passed \`${framework.middleware}\`, ` +
        `so no cookie could be set. Add \`${framework.middleware}\` before the code that handles the request.`,
    )
  }
  return {
    async begin(event) {
      const known = exchanges.get(event)
      if (known !== undefined) return known
      const exchange = new Exchange(await framework.authFor(event), framework.requestOf(event))
      exchanges.set(event, exchange)
      return exchange
    },
    isSignInPage(event) {
      const { auth, request } = current('protect', event)
      const url = new URL(request.url)
      return signInPagePath(auth.config, { headers: request.headers, url }) === url.pathname
    },
    functions: {
      ...readersOf(current),
      ...actionsOf(current),
      ...managementOf(current, async () => framework.authFor(undefined)),
    },
  }
}

/** Returns what is known of a request. @param name the function that was called, for the error message */
type Current<S extends DefaultSession, Event> = (name: string, event: Event) => Exchange<S>

function readersOf<S extends DefaultSession, Event>(
  current: Current<S, Event>,
): Pick<Shell<S, Event>, 'auth' | 'protect' | 'currentUser'> {
  return {
    auth: async (event) => current('auth', event).readSession(),
    protect: async (event, options = {}) => protect(current('protect', event), options),
    async currentUser(event) {
      const exchange = current('currentUser', event)
      return exchange.auth.currentUser(exchange.caller, (cookies) => {
        if (!exchange.isFinished) exchange.write(cookies)
      })
    },
  }
}

function actionsOf<S extends DefaultSession, Event>(
  current: Current<S, Event>,
): Pick<Shell<S, Event>, 'signIn' | 'signOut' | 'update'> {
  return {
    async signIn(event, providerId, options = {}, authorizationParams) {
      const exchange = current('signIn', event)
      const { redirect, redirectTo, ...fields } = toFields(options)
      const { caller } = exchange
      const outcome = await exchange.auth.signIn(caller, {
        providerId,
        fields: { ...fields, callbackUrl: chooseTarget(redirectTo, caller.headers, '/') },
        authorizationParams: new URLSearchParams(authorizationParams),
      })
      // TypeScript cannot infer the result from the value of `redirect`.
      return (await conclude(outcome, redirect, conclusionFor(exchange))) as never
    },
    async signOut(event, { redirect, redirectTo, provider } = {}) {
      const exchange = current('signOut', event)
      const { caller } = exchange
      const target = chooseTarget(redirectTo, caller.headers, '/')
      const outcome = await exchange.auth.signOut(caller, target, provider)
      const result = await conclude(outcome, redirect, conclusionFor(exchange))
      return (typeof result === 'string' ? signOutResult(result) : result) as never
    },
    async update(event, data) {
      const exchange = current('update', event)
      const { session, cookies } = await exchange.auth.update(exchange.caller, data)
      exchange.write(cookies)
      return session
    },
  }
}

/** @param getAuth for calls without a request */
function managementOf<S extends DefaultSession, Event>(
  current: Current<S, Event>,
  getAuth: () => Promise<Auth<S>>,
): Pick<Shell<S, Event>, 'revokeSessions' | 'removeAccess' | 'users' | 'passwords'> {
  return {
    async revokeSessions(userId, { except } = {}) {
      if (except === undefined) {
        await (await getAuth()).revokeSessions(userId)
        return
      }
      const exchange = current('revokeSessions', except)
      const call = { except: 'current', caller: exchange.caller } as const
      exchange.write((await exchange.auth.revokeSessions(userId, call)).cookies)
    },
    removeAccess: async (userId) => (await getAuth()).removeAccess(userId),
    users: {
      ...manageWith(async () => (await getAuth()).users),
      async startSession(event, userId, options) {
        const exchange = current('users.startSession', event)
        const outcome = await exchange.auth.users.startSession(exchange.caller, userId, options)
        exchange.write(outcome.cookies)
        return { url: outcome.url, requirement: outcome.requirement }
      },
    },
    passwords: (event) =>
      passwordsWith(async (run) => {
        const exchange = current('passwords', event)
        const outcome = await run(exchange.auth.passwords, exchange.caller)
        exchange.write(outcome.cookies)
        return outcome
      }),
  }
}

function conclusionFor<S extends DefaultSession>(exchange: Exchange<S>): Conclusion<Response> {
  return {
    write: (cookies) => exchange.write(cookies),
    redirect: (url) => new Response(null, { status: 303, headers: { Location: url } }),
  }
}

async function protect<S extends DefaultSession>(
  exchange: Exchange<S>,
  options: ProtectPageOptions,
): Promise<S | Response> {
  exchange.keepPrivate()
  const { auth, request } = exchange
  if (asksOnlyForSession(options)) {
    const session = await exchange.readSessionOrErrorPage()
    if (session !== null) return session
    if (options.page === undefined)
      return (await refusals()).refuse(auth, { method: request.method, caller: exchange.caller })
  }
  const { protectRequest } = await refusals()
  const result = await protectRequest(auth, { method: request.method, caller: exchange.caller }, options)
  exchange.write(result.cookies)
  return result.response ?? result.session
}

/** A form cannot ask for the URL instead of the redirect: the code that handles it returns a response. */
function toFields(options: FormData | SignInOptions): SignInOptions {
  if (!(options instanceof FormData)) return options
  const { redirect, ...fields } = Object.fromEntries(formEntries(options))
  return fields
}
