import type { SessionContext } from '../../contract/context.ts'
import { isOAuthProvider } from '../../contract/providers.ts'
import { SessionError } from '../../errors/session.ts'
import { readChunked } from '../../http/cookies/chunks.ts'

/** The prefix of an id that stands for all sessions of a user. A `jti` is a UUID. */
export const USER_ID = 'user:'

/**
 * Returns the id of a session whose token the application's functions write and read. If they lose
 * the `jti`, the id stands for all sessions of the user. Only back-channel logout ends a session by
 * its id.
 *
 * @param jti that `jwt.encode` received
 * @throws {SessionError} if nothing could end the session
 */
export async function idInCookie({ auth, base, cookies }: SessionContext, jti: string): Promise<string> {
  const { providers } = await auth.checkConfig()
  if (![...providers.values()].some((provider) => isOAuthProvider(provider) && provider.backchannelLogout))
    return jti
  const { name } = base.cookies.sessionToken
  const value = readChunked(cookies, name)
  const found = value ? await auth.sessionCodec.decode(value, name, auth.now()) : undefined
  const claims = found === undefined || found instanceof Error ? {} : found.claims
  if (claims.jti === jti) return jti
  if (typeof claims.sub === 'string') return USER_ID + claims.sub
  throw new SessionError(
    'A session was not started, because `backchannelLogout` could not end it: `jwt.decode` returned ' +
      'neither the `jti` nor the `sub` that `jwt.encode` received. Make them keep both.',
  )
}
