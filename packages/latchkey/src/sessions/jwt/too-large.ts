import type { SessionContext } from '../../contract/context.ts'
import { SessionError } from '../../errors/session.ts'
import type { JWT } from '../../types/session.ts'

/** Returns the error for a token that is too large for the cookies that a browser can send back. */
export function tooLarge({ auth }: SessionContext, token: JWT): SessionError {
  const [[claim, size] = ['sub', 0]] = Object.entries(token)
    .map(([name, value]): [string, number] => [name, JSON.stringify(value)?.length ?? 0])
    .sort(([, a], [, b]) => b - a)
  const place = auth.callbacks.jwt ? 'the `jwt` callback' : '`profile`'
  return new SessionError(
    `A user's session is too large for cookies. Its largest claim is \`${claim}\`. ` +
      `Return less data from ${place}, or keep sessions in the database. ` +
      'If other cookies take the space, start Node.js with a larger `--max-http-header-size`.',
    { cause: { claim, size } },
  )
}
