// Not `next/navigation.js`: Turbopack cannot bundle that import into route handlers, and Node.js
// cannot resolve it without the file extension.
import { getRedirectError } from 'next/dist/client/components/redirect.js'
import { headers } from 'next/headers.js'
import {
  type AuthorizationParams,
  type SessionUpdate,
  type SignInOptions,
  type SignOutOptions,
  staysHere,
} from '../call-options.ts'
import { fieldsOf } from '../http/fields.ts'
import type { Outcome } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import { nextBasePath } from './base-path.ts'
import { currentCaller, writeCookies } from './caller.ts'
import type { AuthOf } from './config.ts'

/**
 * Signs in from a server action.
 *
 * @returns the URL to go to, if `redirect` is `false`
 * @throws {AuthError} when the sign-in fails
 * @throws the redirect error of Next.js, which you must not catch
 */
export async function signInAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  providerId?: string,
  options: FormData | SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  const {
    redirect: follow = true,
    redirectTo,
    ...fields
  } = fieldsOf(options instanceof FormData ? fieldEntries(options) : Object.entries(options))
  const { auth } = await authFor(undefined)
  const callbackUrl = await targetOf(redirectTo)
  const outcome = await auth.signIn(await currentCaller(true), {
    providerId,
    fields: { ...fields, callbackUrl },
    authorizationParams: new URLSearchParams(authorizationParams),
  })
  return conclude(outcome, follow)
}

/**
 * Signs out from a server action.
 *
 * @returns the URL to go to, if `redirect` is `false`
 * @throws the redirect error of Next.js, which you must not catch
 */
export async function signOutAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  { redirect: follow = true, redirectTo }: SignOutOptions = {},
): Promise<string> {
  const { auth } = await authFor(undefined)
  const callbackUrl = await targetOf(redirectTo)
  return conclude(await auth.signOut(await currentCaller(true), callbackUrl), follow)
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

async function conclude({ url, cookies }: Outcome, follow: unknown): Promise<string> {
  await writeCookies(cookies)
  if (staysHere(follow)) return url
  // Not `redirect`: in a route handler, it responds with 307, and the browser would post the form,
  // with its password, to the target.
  throw getRedirectError(url, 'push', 303)
}

async function targetOf(redirectTo: unknown): Promise<string> {
  return typeof redirectTo === 'string'
    ? redirectTo
    : ((await headers()).get('referer') ?? (nextBasePath || '/'))
}

/** Returns the fields of a form, without those that Next.js adds to identify the action. */
function fieldEntries(form: FormData): [string, unknown][] {
  return [...form.entries()].filter(([name]) => !name.startsWith('$ACTION'))
}
