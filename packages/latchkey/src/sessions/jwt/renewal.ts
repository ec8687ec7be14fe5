import type { SessionContext } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import type { SessionError } from '../../errors/session.ts'
import type { DefaultSession, JWT } from '../../types/session.ts'
import { shapeToken } from '../callbacks.ts'
import { revokeToken } from '../ending/end-tokens.ts'
import { isReplaced } from '../ending/revocation.ts'
import { emitSession, sessionFrom } from './to-session.ts'
import { hasEndedNow, timesFrom, unsealSession } from './token-cookie.ts'
import { keepIdentity } from './update-identity.ts'
import { expireCookie, keepFacts, withoutLargePicture, withoutOldTimes, writeToken } from './write-token.ts'

/** Passes data to the callbacks, and writes the token that the `jwt` callback returns. */
export async function update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null> {
  const unsealed = await unsealSession(ctx)
  if (unsealed === undefined) return null
  const token = await shapeToken(ctx, { token: unsealed.claims, trigger: 'update', session: data })
  const kept = token && keepIdentity(ctx.auth, unsealed, token, data)
  return replace(ctx, kept, unsealed, (error) => {
    throw error
  })
}

/**
 * Writes what the `jwt` callback returned. `null` ends the session for all copies of the token: not
 * every endpoint calls the callback.
 *
 * @param onTooLarge receives the error if the token is too large for cookies. By default, it is
 *   logged once, and the browser keeps its previous token: the user stays signed in
 * @returns the session, or `null` if it ended
 */
export async function replace(
  ctx: SessionContext,
  token: JWT | null,
  previous: DecodedToken,
  onTooLarge = ({ message }: SessionError): void => ctx.auth.warnOnce('session-too-large', message),
): Promise<DefaultSession | null> {
  if (token !== null) {
    const kept = keepFacts(ctx, withoutLargePicture(ctx, token), previous.claims)
    return renew(ctx, kept, previous, onTooLarge)
  }
  expireCookie(ctx)
  await revokeToken(ctx.auth, previous.claims.jti)
  return null
}

/**
 * Writes the token for another `maxAge`, after the callbacks ran: if one throws, the cookie must
 * stay as it was.
 */
async function renew(
  ctx: SessionContext,
  token: JWT,
  previous: DecodedToken,
  onTooLarge: (error: SessionError) => void,
): Promise<DefaultSession | null> {
  const times = timesFrom(ctx.auth, Math.max(ctx.auth.now(), previous.issuedAt * 1000), previous)
  const expires = new Date((Math.floor(times.now / 1000) + times.lifetime) * 1000).toISOString()
  const session = await sessionFrom(ctx, token, expires)
  // The user may have signed out while the callbacks ran.
  if (!(await isExtended(ctx, previous, new Date(expires))))
    return (await isReplaced(ctx.auth, previous.claims.jti)) ? null : expireCookie(ctx)
  const problem = await writeToken(ctx, withoutOldTimes(previous, token), times)
  if (problem) onTooLarge(problem)
  return emitSession(ctx, token, session)
}

/** Returns whether the session still exists, and notes that it goes on. */
async function isExtended(ctx: SessionContext, previous: DecodedToken, expires: Date): Promise<boolean> {
  if (await hasEndedNow(ctx, previous)) return false
  return !ctx.auth.session.isChecked || (await import('../extend.ts')).extend(ctx, previous, expires)
}
