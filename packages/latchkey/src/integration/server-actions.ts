import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import { signInFromServer, signOutFromServer } from '../endpoints/from-server.ts'
import { type AuthError, type ErrorType, getFacts } from '../errors/auth-error.ts'
import { SignOutError } from '../errors/provider.ts'
import { dropNewCookies } from '../http/cookies/kept-cookies.ts'
import { asAuthError, report } from '../log/report.ts'
import { failurePage } from '../request/explain.ts'
import { type Caller, readServerCall } from '../request/read-request.ts'
import { resolveContext } from '../request/resolve-context.ts'
import { emitFailure } from '../security-events/emit-failure.ts'
import type { Fields } from '../types/basics.ts'
import { toTextFields } from './text-fields.ts'
import { type Outcome, toOutcome } from './to-outcome.ts'

export { protect } from './protect.ts'
export { removeAccess, revokeSessions } from './revoke-sessions.ts'
export type { Outcome } from './to-outcome.ts'

/** A sign-in that the application's server code starts. */
export interface SignInCall {
  /** Without an id, or with one that is not configured, the outcome is the sign-in page. */
  readonly providerId: string | undefined
  /**
   * Credentials, and `callbackUrl`: where to go afterwards. Numbers, `bigint` values and booleans
   * become text. `undefined` and `null` are left out.
   */
  readonly fields: Fields
  readonly authorizationParams?: URLSearchParams
}

/**
 * Errors that are thrown for every sign-in method: the application rejected the user, its database
 * is unavailable, or the request is cross-origin. `AuthError` and `SignInError` are the types of
 * errors that an application defines.
 */
const THROWN: readonly ErrorType[] = [
  'AccessDenied',
  'AdapterError',
  'AuthError',
  'CredentialsSignin',
  'MissingCSRF',
  'SignInError',
]

/**
 * Starts a sign-in, or completes it if the fields are sufficient. If the sign-in fails for a reason
 * that the caller cannot change, the outcome is the page that shows the failure.
 *
 * @throws {AuthError} if the caller has to handle the failure, after logging it
 * @throws {TypeError} if a field cannot be sent as text
 */
export async function signIn(
  auth: ResolvedAuth,
  caller: Caller | Request,
  { providerId = '', fields, authorizationParams }: SignInCall,
): Promise<Outcome> {
  const { providers, refused } = await auth.checkConfig()
  const authRequest = readServerCall(auth, caller, {
    action: 'callback',
    providerId: providers.has(providerId) || refused.has(providerId) ? providerId : undefined,
    fields: toTextFields(fields),
    query: authorizationParams,
  })
  const isCredentials = providers.get(providerId)?.type === 'credentials'
  try {
    const ctx = await resolveContext(authRequest)
    return toOutcome(ctx, await signInFromServer(ctx))
  } catch (thrown) {
    const error = asAuthError(authRequest, thrown)
    const reference = report(authRequest, error)
    await emitFailure(authRequest, error, reference)
    const isBroken = isUnusable(authRequest, error) || refused.get(providerId) === error
    if (isForCaller(error) || (isCredentials && !isBroken)) throw error
    return toErrorOutcome(authRequest, error, reference)
  }
}

/** Returns the page that shows a failure as the outcome. */
function toErrorOutcome(authRequest: AuthRequest, error: AuthError, reference: string): Outcome {
  dropNewCookies(authRequest.cookies)
  return { url: failurePage(authRequest, error, reference), cookies: authRequest.cookies.written }
}

/**
 * Ends this browser's session. If the user also signs out at the provider, the outcome is the URL
 * there. If copies of the session may stay valid, the outcome is the page that says so.
 *
 * @throws {AuthError}
 */
export async function signOut(
  auth: ResolvedAuth,
  caller: Caller | Request,
  callbackUrl: string | undefined,
  provider?: unknown,
): Promise<Outcome> {
  const fields = { callbackUrl, provider }
  const authRequest = readServerCall(auth, caller, { action: 'signout', fields })
  try {
    const ctx = await resolveContext(authRequest)
    return toOutcome(ctx, await signOutFromServer(ctx))
  } catch (thrown) {
    const error = asAuthError(authRequest, thrown)
    const reference = report(authRequest, error)
    // If it were thrown, the caller could not delete the cookie.
    if (!(error instanceof SignOutError)) throw error
    return toErrorOutcome(authRequest, error, reference)
  }
}

/** Returns whether nothing works: the configuration is invalid, or the host is not trusted. */
function isUnusable({ auth, base }: AuthRequest, error: AuthError): boolean {
  return auth.isConfigProblem(error) || base === undefined
}

/** Returns whether the caller has to handle an error, for any sign-in method. */
function isForCaller(error: AuthError): boolean {
  return getFacts(error).place === 'response' || THROWN.includes(error.type)
}
