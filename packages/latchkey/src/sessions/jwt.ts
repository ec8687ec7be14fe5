import { andThen } from '../async/awaitable.ts'
import type { AdmittedUser, ResolvedAuth, SessionContext, SessionStrategy } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import { SessionError } from '../errors.ts'
import type { Awaitable } from '../types/basics.ts'
import type { JWTCallbackParams } from '../types/callbacks.ts'
import type { DefaultSession, JWT } from '../types/session.ts'
import { runCallback, shapeSession } from './callbacks.ts'
import { endedUntil, endToken, isEnded, isReplaced } from './revocation.ts'
import { expireCookie, timesFrom, unsealSession, withoutTimesOf, writeToken } from './token-cookie.ts'

/** Sessions in the browser alone: an encrypted token in a cookie. */
export const jwtSessions: SessionStrategy = {
  begin,
  read,
  update,
  end,
  // Loaded on demand: most servers only read sessions.
  revoke: async (...args) => (await import('./revoke-tokens.ts')).revokeTokens(...args),
  userId,
}

async function begin(
  ctx: SessionContext,
  { user, account, profile, isNewUser }: AdmittedUser,
): Promise<void> {
  const previous = await unsealSession(ctx)
  const claims: JWT = {
    name: user.name,
    email: user.email,
    picture: user.image,
    sub: user.id === undefined ? undefined : String(user.id),
  }
  const token = await shapeToken(ctx, {
    token: claims,
    user,
    account,
    profile,
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  })
  if (token === null) expireCookie(ctx)
  else await writeToken(ctx, token, timesFrom(ctx.auth, await beginning(ctx, token)))
  // Last: if something failed before, the previous session stays valid.
  if (previous !== undefined) await endToken(ctx.auth, previous)
}

/**
 * Returns when a new session starts. A user who signs in during the second in which all their
 * sessions were ended stays signed in.
 *
 * @returns milliseconds since 1970
 */
async function beginning({ auth }: SessionContext, { sub }: JWT): Promise<number> {
  const earliest = typeof sub === 'string' ? (await endedUntil(auth.store, sub)) + 1 : 0
  return Math.max(auth.now(), earliest * 1000)
}

/** Returns the user's id from the token. */
async function userId(ctx: SessionContext): Promise<string | undefined> {
  return (await unsealSession(ctx))?.claims.sub as string | undefined
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
  return token === null ? close(ctx, unsealed) : renew(ctx, token, unsealed)
}

/**
 * Ends the session. The cookie is removed even if the store fails: signing out must work in this
 * browser.
 */
async function end(ctx: SessionContext): Promise<void> {
  let unsealed: DecodedToken | undefined
  try {
    unsealed = await unsealSession(ctx)
  } finally {
    expireCookie(ctx)
  }
  if (unsealed === undefined) return
  await endToken(ctx.auth, unsealed)
  await ctx.auth.events.signOut({ token: unsealed.claims })
}

/**
 * Ends the session because the `jwt` callback did, for every copy of the token: not every endpoint
 * calls it.
 */
async function close(ctx: SessionContext, unsealed: DecodedToken): Promise<null> {
  expireCookie(ctx)
  await endToken(ctx.auth, unsealed)
  return null
}

/**
 * Returns the result of the `jwt` callback, or the token itself if there is no callback.
 *
 * @throws {SessionError} if it throws, or returns no token
 */
function shapeToken(ctx: SessionContext, params: JWTCallbackParams): Awaitable<JWT | null> {
  const { jwt } = ctx.auth.callbacks
  if (jwt === undefined) return params.token
  // A copy: a callback that writes to it must not change `jti` and `auth_time`.
  const called = runCallback('jwt', () => jwt({ ...params, token: { ...params.token } }))
  return andThen(called, (token) => {
    if (typeof token === 'object') return token
    throw new SessionError('The `jwt` callback returned neither a token nor `null`. Make it `return token`.')
  })
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
  if (!unsealed.isCurrent || auth.now() / 1000 - unsealed.issuedAt >= auth.session.updateAge) return true
  return auth.callbacks.jwt !== undefined && JSON.stringify(token) !== unsealed.text
}
