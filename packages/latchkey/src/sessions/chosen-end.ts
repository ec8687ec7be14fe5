import { orElse } from '../async/awaitable.ts'
import type { SessionContext } from '../contract/context.ts'
import type { AdmittedUser } from '../contract/sign-in.ts'
import { asError } from '../errors/auth-error.ts'
import { SessionError } from '../errors/session.ts'

/**
 * Returns when a new session ends, in seconds since 1970, if the application chooses the maximum of
 * each session.
 *
 * @throws {SessionError} if the function throws or does not return a number of seconds
 */
export async function chooseEnd(
  { auth: { session, now } }: SessionContext,
  { user, account, profile }: AdmittedUser,
): Promise<number | undefined> {
  const { chooseMaxAge } = session
  if (chooseMaxAge === undefined) return undefined
  const seconds = await orElse(
    () => chooseMaxAge({ user, account, profile }),
    (error): never => {
      const message = 'The function `session.absoluteMaxAge` threw, so the sign-in failed. Correct it.'
      throw new SessionError(message, { cause: { err: asError(error) } })
    },
  )
  if (seconds === undefined) return undefined
  if (Number.isSafeInteger(seconds) && seconds > 0) return Math.floor(now() / 1000) + seconds
  throw new SessionError(
    '`session.absoluteMaxAge` did not return a number of seconds. ' +
      'Return a whole number above 0, or `undefined` for no maximum.',
  )
}
