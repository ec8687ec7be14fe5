import type { SessionContext } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import type { DefaultSession, JWT } from '../types/session.ts'
import { shapeToken } from './callbacks.ts'
import { endToken, isEnded, isReplaced } from './revocation.ts'
import { timesFrom, unsealSession } from './token-cookie.ts'
import { emitSession, sessionFrom } from './token-session.ts'
import { keepIdentity } from './update-identity.ts'
import { expireCookie, withoutTimesOf, writeToken } from './write-token.ts'

/** Passes data to the callbacks, and writes the token that the `jwt` callback returns. */
export async function update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null> {
  const unsealed = await unsealSession(ctx)
  if (unsealed === undefined) return null
  const token = await shapeToken(ctx, {
    token: unsealed.claims,
    trigger: 'update',
    session: data,
  })
  return replace(ctx, token && keepIdentity(ctx.auth, unsealed, token, data), unsealed)
}

/**
 * Writes what the `jwt` callback returned. `null` ends the session, for every copy of the token:
 * not every endpoint calls the callback.
 *
 * @returns the session, or `null` if it ended
 */
export async function replace(
  ctx: SessionContext,
  token: JWT | null,
  previous: DecodedToken,
): Promise<DefaultSession | null> {
  if (token !== null) return renew(ctx, token, previous)
  expireCookie(ctx)
  await endToken(ctx.auth, previous.claims.jti)
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
): Promise<DefaultSession | null> {
  const times = timesFrom(ctx.auth, Math.max(ctx.auth.now(), previous.issuedAt * 1000), previous)
  const expires = new Date((Math.floor(times.now / 1000) + times.lifetime) * 1000).toISOString()
  const session = await sessionFrom(ctx, token, expires)
  // The user may have signed out while the callbacks ran.
  if (await isEnded(ctx.auth, previous))
    return (await isReplaced(ctx.auth, previous.claims.jti)) ? null : expireCookie(ctx)
  await writeToken(ctx, withoutTimesOf(previous, token), times)
  return emitSession(ctx, token, session)
}
