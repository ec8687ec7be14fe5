import type { SessionContext } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import { expireChunked, writeChunked } from '../http/write-chunks.ts'
import type { JWT } from '../types/session.ts'
import { audienceFor } from './audience.ts'
import type { Times } from './token-cookie.ts'

/**
 * Removes the times of the previous token, so that the new one gets its own: an `exp` that stays
 * would end a session that is in use. Times that a callback set stay.
 */
export function withoutTimesOf({ issuedAt, expiresAt }: DecodedToken, token: JWT): JWT {
  const { iat, exp, ...claims } = token
  return {
    ...claims,
    ...(iat !== issuedAt && { iat }),
    ...(exp !== expiresAt && { exp }),
  }
}

/** Writes a token into the cookie of this browser. */
export async function writeToken(
  ctx: SessionContext,
  token: JWT,
  { authTime, ...times }: Times,
): Promise<void> {
  const definition = ctx.base.cookies.sessionToken
  const aud = audienceFor(ctx, token.aud)
  const claims = {
    ...token,
    ...(authTime !== undefined && { auth_time: authTime }),
    ...(aud !== undefined && { aud }),
  }
  const written = await ctx.auth.sessionCodec.encode(claims, definition.name, times)
  writeChunked(ctx.cookies, definition, written.token, new Date(written.expiresAt * 1000))
  ctx.auth.logger.debug('session written', { user: token.sub })
}

/** Expires the cookie. */
export function expireCookie(ctx: SessionContext): null {
  expireChunked(ctx.cookies, ctx.base.cookies.sessionToken)
  return null
}
