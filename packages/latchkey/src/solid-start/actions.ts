import {
  type AuthorizationParams,
  type SessionUpdate,
  type SignInOptions,
  type SignOutOptions,
  staysHere,
} from '../call-options.ts'
import { fieldsOf } from '../http/fields.ts'
import type { Auth, Outcome } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import type { CurrentSession } from './current-session.ts'
import { callerOf, currentEvent, type StartEvent, writeCookies } from './event.ts'
import { isServerFunctionCall, refuseCrossOriginCall } from './server-functions.ts'

/** What an action is given: `FormData` by a form that says `enctype="multipart/form-data"`, `URLSearchParams` by any other. */
export type ActionForm = FormData | URLSearchParams

/** A configuration at work, and what is known of the session meanwhile. */
export interface Parts<S extends DefaultSession> {
  readonly auth: () => Auth<S>
  readonly sessions: CurrentSession<S>
}

/** Signs in. @throws {AuthError} what failed; and the response that leads on, as `redirect` of the router is thrown */
export async function signInAction<S extends DefaultSession>(
  parts: Parts<S>,
  providerId?: string,
  options: ActionForm | SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  const [auth, event] = enter(parts, 'signIn')
  const { redirect, redirectTo, ...fields } = fieldsOf(
    isForm(options) ? options.entries() : Object.entries(options),
  )
  const outcome = await auth.signIn(callerOf(event, true), {
    providerId,
    fields: { ...fields, callbackUrl: targetOf(event, redirectTo) },
    authorizationParams: new URLSearchParams(authorizationParams),
  })
  return conclude(parts, event, outcome, redirect)
}

/** Signs out. @throws {AuthError} what failed; and the response that leads on */
export async function signOutAction<S extends DefaultSession>(
  parts: Parts<S>,
  options: SignOutOptions = {},
): Promise<string> {
  const [auth, event] = enter(parts, 'signOut')
  const outcome = await auth.signOut(callerOf(event, true), targetOf(event, options.redirectTo))
  return conclude(parts, event, outcome, options.redirect)
}

/** Hands data to the callbacks, and writes the session that comes of it. @returns that session; `null` when nobody is signed in. @throws {AuthError} */
export async function updateAction<S extends DefaultSession>(
  parts: Parts<S>,
  data: SessionUpdate<S>,
): Promise<S | null> {
  const [auth, event] = enter(parts, 'update')
  const { session, cookies } = await auth.update(callerOf(event, true), data)
  write(parts, event, cookies)
  return session
}

function enter<S extends DefaultSession>({ auth }: Parts<S>, name: string): [Auth<S>, StartEvent] {
  const event = currentEvent(name)
  if (isServerFunctionCall(event)) refuseCrossOriginCall(auth(), event)
  return [auth(), event]
}

function conclude<S extends DefaultSession>(
  parts: Parts<S>,
  event: StartEvent,
  { url, cookies }: Outcome,
  redirect: unknown,
): string {
  write(parts, event, cookies)
  if (staysHere(redirect)) return url
  throw leadTo(url)
}

/**
 * The response that leads on. Its address is absolute, so that scripts load the page anew: what they keep in memory was read for somebody else.
 * For the same reason no query is to be run again: one of the page that is left would lead elsewhere meanwhile.
 */
function leadTo(url: string): Response {
  return new Response(null, { status: 303, headers: { Location: url, 'X-Revalidate': '' } })
}

function write<S extends DefaultSession>(
  { sessions }: Parts<S>,
  event: StartEvent,
  cookies: Outcome['cookies'],
): void {
  writeCookies(event, cookies)
  sessions.forget(event)
}

function targetOf({ request: { headers } }: StartEvent, redirectTo: unknown): string {
  return typeof redirectTo === 'string' ? redirectTo : (headers.get('referer') ?? '/')
}

function isForm(options: ActionForm | SignInOptions): options is ActionForm {
  return options instanceof FormData || options instanceof URLSearchParams
}
