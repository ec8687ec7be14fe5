import { andThen, loadOnce, orElse } from '../async/awaitable.ts'
import type { SessionContext } from '../contract/context.ts'
import type { Awaitable } from '../types/basics.ts'
import type { JWTCallbackParams, SessionCallbackParams } from '../types/callbacks.ts'
import type { DefaultSession, JWT } from '../types/session.ts'

const failures = loadOnce(() => import('./callback-failures.ts'))

/**
 * Returns the result of an application's callback.
 *
 * @throws {SessionError} if it throws: the session is then unknown, and the user stays signed in
 */
export function runCallback<T>(callback: string, call: () => Awaitable<T>): Awaitable<T> {
  return orElse(call, async (error) => (await failures()).throwCallbackError(callback, error))
}

/**
 * Returns the result of the `session` callback, or the session itself if there is no callback.
 *
 * @param session as the browser receives it, or with the database columns
 * @param more the token or the user, as the session strategy has it
 * @throws {SessionError} if the callback throws or returns nothing
 */
export function shapeSession(
  { auth }: SessionContext,
  session: object,
  more: Partial<SessionCallbackParams>,
): Awaitable<DefaultSession> {
  const callback = auth.callbacks.session
  if (callback === undefined) return session as DefaultSession
  // Each strategy passes its own part; the type names both.
  const params = { session, ...more } as SessionCallbackParams
  return andThen(
    runCallback('session', () => callback(params)),
    (shaped): Awaitable<DefaultSession> =>
      shaped === undefined ? andThen(failures(), ({ refuseSession }) => refuseSession()) : shaped,
  )
}

/**
 * Returns the result of the `jwt` callback, or the token itself if there is no callback.
 *
 * @throws {SessionError} if it throws, or returns no token
 */
export function shapeToken({ auth }: SessionContext, params: JWTCallbackParams): Awaitable<JWT | null> {
  const { jwt } = auth.callbacks
  if (jwt === undefined) return params.token
  // A copy: a callback that writes to it must not change `jti` and `auth_time`.
  const called = runCallback('jwt', () => jwt({ ...params, token: { ...params.token } }))
  return andThen(
    called,
    (token): Awaitable<JWT | null> =>
      typeof token === 'object' ? token : andThen(failures(), ({ refuseToken }) => refuseToken()),
  )
}
