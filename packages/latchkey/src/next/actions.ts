// Not `next/navigation.js`: Turbopack cannot bundle that import into route handlers, and Node.js
// cannot resolve it without the file extension.
import { getRedirectError } from 'next/dist/client/components/redirect.js'
import { headers } from 'next/headers.js'
import type {
  AuthorizationParams,
  RevokeSessionsOptions,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
import { type Conclusion, chooseTarget, conclude, signOutResult } from '../integration/outcome.ts'
import { formEntries } from '../integration/text-fields.ts'
import type { DefaultSession } from '../types/session.ts'
import { nextBasePath } from './base-path.ts'
import { currentCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { connection } from './newer-names.ts'
import { canWriteCookies, writeCookies } from './write-cookies.ts'

/**
 * Signs in from a server action.
 *
 * @returns the URL to go to, if `redirect` is `false`
 * @throws {AuthError} if the caller must handle the failure
 * @throws the redirect error of Next.js, which you must not catch
 */
export async function signInAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  providerId?: string,
  options: FormData | SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  const { redirect, redirectTo, ...fields } = options instanceof FormData ? readFormFields(options) : options
  const { auth } = await authFor(undefined)
  const callbackUrl = await targetFor(redirectTo)
  const outcome = await auth.signIn(await currentCaller(true), {
    providerId,
    fields: { ...fields, callbackUrl },
    authorizationParams: new URLSearchParams(authorizationParams),
  })
  return conclude(outcome, redirect, conclusion)
}

/**
 * Signs out from a server action.
 *
 * @returns the URL to go to, if `redirect` is `false`
 * @throws the redirect error of Next.js, which you must not catch
 */
export async function signOutAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  { redirect, redirectTo, provider }: SignOutOptions = {},
): Promise<SignOutResult> {
  const { auth } = await authFor(undefined)
  const callbackUrl = await targetFor(redirectTo)
  const outcome = await auth.signOut(await currentCaller(true), callbackUrl, provider)
  return signOutResult(await conclude(outcome, redirect, conclusion))
}

/**
 * Passes data to the callbacks and stores the updated session.
 *
 * @returns the updated session, or `null` if the user is signed out
 * @throws {AuthError} when a callback or the database fails
 */
export async function updateAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  data: SessionUpdate<S>,
): Promise<S | null> {
  const { auth } = await authFor(undefined)
  const { session, cookies } = await auth.update(await currentCaller(true), data)
  await writeCookies(cookies)
  return session
}

/**
 * Ends a user's sessions.
 *
 * @throws {AuthError} when the session cannot be read, or when the current session is to be kept
 *   where cookies cannot be set
 */
export async function revokeSessionsAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  userId: string,
  { except }: RevokeSessionsOptions = {},
): Promise<void> {
  const { auth } = await authFor(undefined)
  if (except === undefined) {
    await auth.revokeSessions(userId)
    return
  }
  const canWrite = await canWriteCookies()
  // Next.js renders the page once more after the response. The error that follows contains a
  // random value, about which it would warn.
  if (!canWrite) await connection()
  const { cookies } = await auth.revokeSessions(userId, { except, caller: await currentCaller(canWrite) })
  await writeCookies(cookies)
}

/** Ends a user's sessions, and unlinks all accounts and passkeys. */
export async function removeAccessAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  userId: string,
): Promise<void> {
  await (await authFor(undefined)).auth.removeAccess(userId)
}

const conclusion: Conclusion = {
  write: writeCookies,
  redirect(url) {
    // Not `redirect`: from a route handler that sends a posted form, with its password, on to the
    // URL.
    throw getRedirectError(url, 'push', 303)
  },
}

async function targetFor(redirectTo: unknown): Promise<string> {
  return chooseTarget(redirectTo, await headers(), nextBasePath || '/')
}

/** Returns a form's fields, without those that Next.js adds to identify the action. */
function readFormFields(form: FormData): Record<string, string> {
  return Object.fromEntries(formEntries(form).filter(([name]) => !name.startsWith('$ACTION')))
}
