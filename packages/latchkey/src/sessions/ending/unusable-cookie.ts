import type { SessionContext } from '../../contract/context.ts'
import { JWTSessionError } from '../../errors/session.ts'
import { expireChunked } from '../../http/cookies/write-chunks.ts'
import type { JWT } from '../../types/session.ts'

/**
 * Returns the error for a token that was issued for another origin. It has no cause, so that it is
 * one line in the log: any user of the other origin can send such a token.
 */
export function wrongOrigin({ base }: SessionContext, aud: unknown): JWTSessionError {
  return new JWTSessionError(
    `A session cookie was removed: it was issued for ${String(aud)}, ` +
      `but the application is at ${base.origin}.`,
  )
}

/**
 * Removes a cookie that no later request can read either, and logs the reason.
 *
 * @param reason by default, what the token says about itself
 */
export function discard({ auth, base, cookies }: SessionContext, reason?: Error): undefined {
  const message =
    'A session cookie was removed: it has expired, was changed, or was sealed with another secret. ' +
    'To change the secret, set `secret: [new, old]`; with several processes, first `[old, new]` in ' +
    'all of them.'
  auth.logger.error(reason instanceof JWTSessionError ? reason : new JWTSessionError(message, reason))
  expireChunked(cookies, base.cookies.sessionToken)
}

/**
 * Removes an ended session's cookie. This is not an error: a browser whose session was ended
 * elsewhere still sends it.
 */
export function discardEnded({ auth, base, cookies }: SessionContext, { sub }: JWT): undefined {
  const reason = 'its session was ended before it expired, for example by a sign-out'
  auth.logger.debug(`A session cookie was removed: ${reason}.`, { user: sub })
  expireChunked(cookies, base.cookies.sessionToken)
  // The provider's tokens belonged to that session.
  expireChunked(cookies, base.cookies.providerTokens)
}

/** Warns that a request had several session cookies, and how to find out where they come from. */
export function warnOfDuplicate({ auth, base }: SessionContext): undefined {
  const { name } = base.cookies.sessionToken
  auth.warnOnce(
    'duplicate-cookie',
    `A request had several cookies named \`${name}\` with different values, so its session was ignored. ` +
      'If you added a `domain`, `path` or `partitioned` to it, the next sign-in deletes the old one. ' +
      'Else another host of the same domain has set one, or you removed an attribute: then change the ' +
      "cookie's name. In one browser, the developer tools show both and can delete them.",
  )
}
