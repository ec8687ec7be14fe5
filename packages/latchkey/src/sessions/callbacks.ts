import { andThen, orElse } from '../async/awaitable.ts'
import type { SessionContext } from '../contract/context.ts'
import { asError, SessionError } from '../errors.ts'
import type { Awaitable } from '../types/basics.ts'
import type { SessionCallbackParams } from '../types/callbacks.ts'
import type { DefaultSession } from '../types/session.ts'

/**
 * Returns what a callback of the application returns.
 *
 * @throws {SessionError} if it throws: then the session is unknown, and the user stays signed in
 */
export function runCallback<T>(callback: string, call: () => Awaitable<T>): Awaitable<T> {
  return orElse(call, (error): never => {
    const message = `The \`${callback}\` callback threw, so the session is unknown. The user stays signed in.`
    throw new SessionError(message, { cause: { err: asError(error), callback } })
  })
}

/**
 * Returns the result of the `session` callback, or the session itself if there is no callback.
 *
 * @param more the token or the user, as the session strategy has it
 * @throws {SessionError} if the callback throws or returns nothing
 */
export function shapeSession(
  { auth }: SessionContext,
  session: DefaultSession,
  more: Partial<SessionCallbackParams>,
): Awaitable<DefaultSession> {
  const callback = auth.callbacks.session
  if (callback === undefined) return session
  // Each strategy passes its own part; the type names those of both.
  const params = { session, ...more } as SessionCallbackParams
  return andThen(
    runCallback('session', () => callback(params)),
    (shaped) => {
      if (shaped !== undefined) return shaped
      throw new SessionError('The `session` callback returned nothing. Make it `return session`.')
    },
  )
}
