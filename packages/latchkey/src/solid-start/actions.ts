import type { Auth, Outcome } from '../integration/create-auth.ts'
import { manageWith } from '../integration/manage-with.ts'
import type {
  AuthorizationParams,
  RevokeSessionsOptions,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
import { type Conclusion, chooseTarget, conclude, signOutResult } from '../integration/outcome.ts'
import { passwordsWith } from '../integration/passwords-with.ts'
import { formEntries } from '../integration/text-fields.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Users } from '../types/users.ts'
import type { CurrentSession } from './current-session.ts'
import { currentEvent, type StartEvent, toCaller, writeCookies } from './event.ts'
import { withPublicErrors } from './public-error.ts'
import { isServerFunctionCall, refuseCrossOriginCall } from './server-functions.ts'

/**
 * An action's form: `FormData` if the form has `enctype="multipart/form-data"`, and
 * `URLSearchParams` otherwise.
 *
 * @experimental
 */
export type ActionForm = FormData | URLSearchParams

/** The resolved configuration, and the current requests' sessions. */
export interface Parts<S extends DefaultSession> {
  readonly auth: () => Auth<S>
  readonly sessions: CurrentSession<S>
}

/**
 * Signs in from an action.
 *
 * @returns the URL to go to, if `redirect` is `false`
 * @throws {AuthError} if the caller must handle the failure
 * @throws {Response} the redirect, like the router's `redirect`
 */
export async function signInAction<S extends DefaultSession>(
  parts: Parts<S>,
  providerId?: string,
  options: ActionForm | SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  const [auth, event] = authForCall(parts, 'signIn')
  const { redirect, redirectTo, ...fields }: SignInOptions = isForm(options)
    ? Object.fromEntries(formEntries(options))
    : options
  const outcome = await auth.signIn(toCaller(event, true), {
    providerId,
    fields: { ...fields, callbackUrl: chooseTarget(redirectTo, event.request.headers, '/') },
    authorizationParams: new URLSearchParams(authorizationParams),
  })
  return conclude(outcome, redirect, toConclusion(parts, event))
}

/**
 * Signs out from an action.
 *
 * @returns the URL to go to, if `redirect` is `false`
 * @throws {AuthError} when the sign-out fails
 * @throws {Response} the redirect
 */
export async function signOutAction<S extends DefaultSession>(
  parts: Parts<S>,
  options: SignOutOptions = {},
): Promise<SignOutResult> {
  const [auth, event] = authForCall(parts, 'signOut')
  const outcome = await auth.signOut(
    toCaller(event, true),
    chooseTarget(options.redirectTo, event.request.headers, '/'),
    options.provider,
  )
  return signOutResult(await conclude(outcome, options.redirect, toConclusion(parts, event)))
}

/**
 * Passes data to the callbacks and stores the updated session.
 *
 * @returns the updated session, or `null` if the user is signed out
 * @throws {AuthError} when the session cannot be updated
 */
export async function updateAction<S extends DefaultSession>(
  parts: Parts<S>,
  data: SessionUpdate<S>,
): Promise<S | null> {
  const [auth, event] = authForCall(parts, 'update')
  const { session, cookies } = await auth.update(toCaller(event, true), data)
  write(parts, event, cookies)
  return session
}

/**
 * Ends a user's sessions.
 *
 * @throws {AuthError} when the session cannot be read, or when the current session is to be kept
 *   while a page is rendered
 */
export async function revokeSessionsAction<S extends DefaultSession>(
  parts: Parts<S>,
  userId: string,
  { except }: RevokeSessionsOptions = {},
): Promise<void> {
  if (except === undefined) {
    await parts.auth().revokeSessions(userId)
    return
  }
  const [auth, event] = authForCall(parts, 'revokeSessions')
  const caller = toCaller(event, canWriteTo(event))
  const { cookies } = await auth.revokeSessions(userId, { except, caller })
  write(parts, event, cookies)
}

/** Returns what server code can do with any user. */
export function startUsers<S extends DefaultSession>(parts: Parts<S>): Users {
  const { auth } = parts
  const users = manageWith(() => auth().users)
  return {
    startSession: (userId, options) =>
      withPublicErrors(auth, async () => {
        const [own, event] = authForCall(parts, 'users.startSession')
        const outcome = await own.users.startSession(toCaller(event, canWriteTo(event)), userId, options)
        write(parts, event, outcome.cookies)
        return { url: outcome.url, requirement: outcome.requirement }
      }),
    sessions: (...args) => withPublicErrors(auth, () => users.sessions(...args)),
    signOut: (...args) => withPublicErrors(auth, () => users.signOut(...args)),
    disable: (...args) => withPublicErrors(auth, () => users.disable(...args)),
    enable: (...args) => withPublicErrors(auth, () => users.enable(...args)),
    signOutEveryone: () => withPublicErrors(auth, () => users.signOutEveryone()),
    resetSecondFactor: (...args) => withPublicErrors(auth, () => users.resetSecondFactor(...args)),
    importPasswords: (...args) => withPublicErrors(auth, () => users.importPasswords(...args)),
    requirePasswordChange: (...args) => withPublicErrors(auth, () => users.requirePasswordChange(...args)),
  }
}

/** Returns the server functions for forms about passwords. */
export function startPasswords<S extends DefaultSession>(parts: Parts<S>): Passwords {
  return passwordsWith((run) =>
    withPublicErrors(parts.auth, async () => {
      const [auth, event] = authForCall(parts, 'passwords')
      const outcome = await run(auth.passwords, toCaller(event, canWriteTo(event)))
      write(parts, event, outcome.cookies)
      return outcome
    }),
  )
}

/** A page that is rendered may already be streaming: its headers were sent. */
function canWriteTo(event: StartEvent): boolean {
  return !['GET', 'HEAD'].includes(event.request.method) || isServerFunctionCall(event)
}

function authForCall<S extends DefaultSession>({ auth }: Parts<S>, name: string): [Auth<S>, StartEvent] {
  const event = currentEvent(name)
  if (isServerFunctionCall(event)) refuseCrossOriginCall(auth(), event)
  return [auth(), event]
}

function toConclusion<S extends DefaultSession>(parts: Parts<S>, event: StartEvent): Conclusion {
  return {
    write: (cookies) => write(parts, event, cookies),
    redirect(url) {
      throw redirectResponse(url)
    },
  }
}

/**
 * Returns the redirect after a sign-in or sign-out. Its URL is absolute, so that the router loads
 * the whole page: data in memory belongs to the previous user. The empty `X-Revalidate` prevents
 * the router from running the old page's queries again, because one of them could redirect
 * elsewhere.
 */
function redirectResponse(url: string): Response {
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

function isForm(options: ActionForm | SignInOptions): options is ActionForm {
  return options instanceof FormData || options instanceof URLSearchParams
}
