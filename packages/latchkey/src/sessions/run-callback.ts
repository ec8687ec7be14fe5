import { orElse } from '../async/awaitable.ts'
import { asError, SessionError } from '../errors.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * What a callback of the application gives.
 *
 * @throws {SessionError} when it threw: then nothing is known, and nobody is signed out
 */
export function runCallback<T>(callback: string, call: () => Awaitable<T>): Awaitable<T> {
  return orElse(call, (error): never => {
    throw new SessionError(
      `The \`${callback}\` callback threw, so it is not known whether there is a session. Nobody was signed out.`,
      {
        cause: { err: asError(error), callback },
      },
    )
  })
}
