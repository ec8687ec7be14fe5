// Not `next/navigation.js`: Turbopack does not build that spelling into route handlers, and Node does not find the one without an ending.
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

/** Signs in. @throws {AuthError} what failed; and whatever Next.js throws to redirect */
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

/** Signs out. @throws whatever Next.js throws to redirect */
export async function signOutAction<S extends DefaultSession>(
  authFor: AuthOf<S>,
  { redirect: follow = true, redirectTo }: SignOutOptions = {},
): Promise<string> {
  const { auth } = await authFor(undefined)
  const callbackUrl = await targetOf(redirectTo)
  return conclude(await auth.signOut(await currentCaller(true), callbackUrl), follow)
}

/** Hands data to the callbacks, and writes the session that comes of it. @returns that session; `null` when nobody is signed in. @throws {AuthError} */
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
  // Not `redirect`: out of a route handler that sends a posted form, with its password, on to where it leads.
  throw getRedirectError(url, 'push', 303)
}

async function targetOf(redirectTo: unknown): Promise<string> {
  return typeof redirectTo === 'string'
    ? redirectTo
    : ((await headers()).get('referer') ?? (nextBasePath || '/'))
}

/** The fields of a form without those by which Next.js finds the action. */
function fieldEntries(form: FormData): [string, unknown][] {
  return [...form.entries()].filter(([name]) => !name.startsWith('$ACTION'))
}
