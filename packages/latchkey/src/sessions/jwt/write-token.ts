import type { SessionContext } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import type { SessionError } from '../../errors/session.ts'
import { CHUNK_LENGTH, MAX_CHUNKS } from '../../http/cookies/chunks.ts'
import { chunksLength, isNamedBy, roomFor } from '../../http/cookies/room.ts'
import { expireChunked, writeChunked } from '../../http/cookies/write-chunks.ts'
import type { JWT } from '../../types/session.ts'
import { audienceFor } from './audience.ts'
import type { Times } from './token-cookie.ts'

/**
 * Removes the previous token's times, so that the new one gets its own: a remaining `exp` would end
 * a session that is in use. Times that a callback set stay.
 */
export function withoutOldTimes({ issuedAt, expiresAt }: DecodedToken, token: JWT): JWT {
  const { iat, exp, ...claims } = token
  return { ...claims, ...(iat !== issuedAt && { iat }), ...(exp !== expiresAt && { exp }) }
}

/** Returns a token with the previous one's facts. A callback cannot change them. */
export function keepFacts({ auth }: SessionContext, token: JWT, { auth_time, amr }: JWT): JWT {
  return auth.session.keepsFacts ? { ...token, auth_time, amr } : token
}

/**
 * Writes a token into this browser's cookie. With the facts in the token, `auth_time` is one of
 * them, and the session's start has its own claim.
 *
 * @returns the error if the browser could not send the cookie back. Nothing is written in that case
 */
export async function writeToken(
  ctx: SessionContext,
  token: JWT,
  { authTime, sessionEnd, ...times }: Times,
): Promise<SessionError | undefined> {
  const definition = ctx.base.cookies.sessionToken
  const aud = audienceFor(ctx, token.aud)
  const claims = {
    ...token,
    ...(authTime !== undefined && {
      [ctx.auth.session.keepsFacts ? 'session_start' : 'auth_time']: authTime,
    }),
    ...(sessionEnd !== undefined && { session_end: sessionEnd }),
    ...(aud !== undefined && { aud }),
  }
  const written = await encoded(ctx, claims, times)
  if (!hasRoom(ctx, written.token)) return (await import('./too-large.ts')).tooLarge(ctx, claims)
  writeChunked(ctx.cookies, definition, written.token, new Date(written.expiresAt * 1000))
  ctx.auth.logger.debug('session written', { user: token.sub })
  return undefined
}

/** The bytes that the cookies of a sign-in and of a sign-out at the provider need. */
const RESERVED = 1536

/** Latchkey's other cookies do not count: they take what the session leaves. */
function hasRoom({ base, cookies }: SessionContext, token: string): boolean {
  if (token.length > MAX_CHUNKS * CHUNK_LENGTH) return false
  const own = Object.values(base.cookies)
  const room = roomFor(cookies, (name) => own.some((definition) => isNamedBy(definition, name)))
  const reserved = token.length > CHUNK_LENGTH ? RESERVED : 0
  return chunksLength(base.cookies.sessionToken.name, token) <= room - reserved
}

/** The maximum length of a picture in a cookie. Some providers send the image as a `data:` URL. */
const MAX_PICTURE_LENGTH = 2048

/** Returns the token without a picture that is too large for a cookie. */
export function withoutLargePicture({ auth }: SessionContext, token: JWT): JWT {
  if (typeof token.picture !== 'string' || token.picture.length <= MAX_PICTURE_LENGTH) return token
  auth.warnOnce(
    'session-picture',
    `A user's picture is longer than ${MAX_PICTURE_LENGTH} characters, so it was left out of the ` +
      'session. Return a URL as `image` from `profile`, or keep sessions in the database.',
  )
  return { ...token, picture: null }
}

/** @throws {SessionError} if a callback returned a token that JSON cannot hold */
async function encoded(
  { auth, base }: SessionContext,
  claims: JWT,
  times: Omit<Times, 'authTime' | 'sessionEnd'>,
): ReturnType<SessionContext['auth']['sessionCodec']['encode']> {
  try {
    return await auth.sessionCodec.encode(claims, base.cookies.sessionToken.name, times)
  } catch (thrown) {
    const { describeUnserializable } = await import('../unserializable.ts')
    const [subject, callback] =
      auth.callbacks.jwt === undefined
        ? ["The user's token"]
        : ['The token that the `jwt` callback returned', 'jwt']
    throw describeUnserializable(subject, { value: claims, callback, thrown }) ?? thrown
  }
}

/** Expires the cookie. */
export function expireCookie(ctx: SessionContext): null {
  expireChunked(ctx.cookies, ctx.base.cookies.sessionToken)
  return null
}
