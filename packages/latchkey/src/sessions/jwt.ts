import { andThen, loadOnce } from '../async/awaitable.ts'
import type { ResolvedAuth, SessionContext, SessionStrategy } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession, JWT } from '../types/session.ts'
import { shapeSession, shapeToken } from './callbacks.ts'
import { endToken, isEnded, isReplaced } from './revocation.ts'
import { expireCookie, timesFrom, unsealSession, withoutTimesOf, writeToken } from './token-cookie.ts'

/** Sessions in the browser alone: an encrypted token in a cookie. */
export const jwtSessions: SessionStrategy = {
  type: 'jwt',
  begin: async (...args) => (await lifecycle()).begin(...args),
  read,
  update,
  end: async (ctx) => (await lifecycle()).end(ctx),
  endById: async (...args) => (await lifecycle()).endById(...args),
  revoke: async (...args) => (await lifecycle()).revoke(...args),
  userId,
}

// Loaded on demand: a proxy only reads sessions.
const lifecycle = loadOnce(() => import('./jwt-lifecycle.ts'))

/** Returns the user's id from the token, which is shaped and renewed as in `read`. */
async function userId(ctx: SessionContext): Promise<string | undefined> {
  const unsealed = await unsealSession(ctx)
  if (unsealed === undefined) return undefined
  const token = await shapeToken(ctx, { token: unsealed.claims })
  if (token === null) await close(ctx, unsealed)
  else if (!ctx.canWrite || !mustRenew(ctx.auth, unsealed, token) || (await renew(ctx, token, unsealed)))
    return token.sub
  return undefined
}

function read(ctx: SessionContext): Awaitable<DefaultSession | null> {
  return andThen(unsealSession(ctx), (unsealed) => {
    if (unsealed === undefined) return null
    return andThen(shapeToken(ctx, { token: unsealed.claims }), (token): Awaitable<DefaultSession | null> => {
      if (token === null) return close(ctx, unsealed)
      if (ctx.canWrite && mustRenew(ctx.auth, unsealed, token)) return renew(ctx, token, unsealed)
      return andThen(sessionFrom(ctx, token, unsealed.expires()), (session) =>
        emitSession(ctx, token, session),
      )
    })
  })
}

async function update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null> {
  const unsealed = await unsealSession(ctx)
  if (unsealed === undefined) return null
  const token = await shapeToken(ctx, { token: unsealed.claims, trigger: 'update', session: data })
  if (token === null) return close(ctx, unsealed)
  const { keepIdentity } = await import('./update-identity.ts')
  return renew(ctx, keepIdentity(ctx.auth, unsealed, token, data), unsealed)
}

/**
 * Ends the session because the `jwt` callback did, for every copy of the token: not every endpoint
 * calls it.
 */
async function close(ctx: SessionContext, unsealed: DecodedToken): Promise<null> {
  expireCookie(ctx)
  await endToken(ctx.auth, unsealed.claims.jti)
  return null
}

function sessionFrom(ctx: SessionContext, token: JWT, expires: string): Awaitable<DefaultSession> {
  const user = { name: token.name, email: token.email, image: token.picture }
  return shapeSession(ctx, { user, expires }, { token })
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

function emitSession(ctx: SessionContext, token: JWT, session: DefaultSession): Awaitable<DefaultSession> {
  return andThen(ctx.auth.events.session({ session, token }), () => session)
}

/**
 * Returns whether a token is written again: if its content changed, if it is older than
 * `updateAge`, or after a rotation of the secret.
 */
function mustRenew(auth: ResolvedAuth, unsealed: DecodedToken, token: JWT): boolean {
  if (unsealed.isUnchecked) return false
  if (!unsealed.isCurrent || auth.now() / 1000 - unsealed.issuedAt >= auth.session.updateAge) return true
  return auth.callbacks.jwt !== undefined && JSON.stringify(token) !== unsealed.text
}
