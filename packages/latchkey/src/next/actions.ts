// Not `next/navigation.js`: Turbopack does not build that spelling into route handlers, and Node does not find the one without an ending.
import { redirect } from 'next/dist/client/components/redirect.js'
import { headers } from 'next/headers.js'
import type { Outcome } from '../auth.ts'
import type { DefaultSession } from '../contract.ts'
import { fieldsOf } from '../http/body.ts'
import { currentCaller, writeCookies } from './caller.ts'
import type { AuthOf } from './config.ts'

/** Where to go after signing in; every other key is a field of the form, for instance of credentials. */
export interface SignInOptions extends Record<string, unknown> {
  /** `false` gives the URL back instead of going there. Default: `true`. */
  redirect?: boolean
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string
}

/** Where to go after signing out. */
export interface SignOutOptions {
  /** `false` gives the URL back instead of going there. Default: `true`. */
  redirect?: boolean
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string
}

/** Parameters for the provider beside the standard's own, for instance `{ prompt: 'login' }`. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][]

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

async function conclude({ url, cookies }: Outcome, follow: unknown): Promise<string> {
  await writeCookies(cookies)
  if (follow === false || follow === 'false') return url
  return redirect(url)
}

async function targetOf(redirectTo: unknown): Promise<string> {
  return typeof redirectTo === 'string' ? redirectTo : ((await headers()).get('referer') ?? '/')
}

/** The fields of a form without those by which Next.js finds the action. */
function fieldEntries(form: FormData): [string, unknown][] {
  return [...form.entries()].filter(([name]) => !name.startsWith('$ACTION'))
}
