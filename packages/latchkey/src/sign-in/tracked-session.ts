import { orElse } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import type { Identity, NewSession } from '../contract/sign-in.ts'
import { OAuthCallbackError } from '../errors/sign-in.ts'
import { trackSession, trackUser, wasLoggedOut } from '../logout/provider-sessions.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/**
 * Remembers the session that has just started, so that the provider can end it by a logout token.
 * If that is not possible, ends the session.
 *
 * @throws {OAuthCallbackError} if the provider ended the session during the sign-in
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html
 */
export async function trackNewSession(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  identity: Identity,
  session: NewSession,
): Promise<void> {
  try {
    await track(ctx, provider, identity, session)
  } catch (error) {
    // Its cookie is not sent. If the store is unavailable, a copy in the database cannot be used
    // either.
    await orElse(
      () => ctx.auth.sessions.endById(ctx.auth, session.sessionId),
      () => {},
    )
    throw error
  }
}

async function track(
  { auth }: Context,
  provider: ResolvedOAuthProvider,
  { idToken }: Identity,
  { userId, sessionId }: NewSession,
): Promise<void> {
  const { iss: issuer, sub: subject, sid, iat } = (idToken?.claims ?? {}) as Record<string, unknown>
  if (
    idToken === undefined ||
    typeof issuer !== 'string' ||
    typeof subject !== 'string' ||
    typeof iat !== 'number'
  )
    throw new OAuthCallbackError(`The provider "${provider.id}" sent no ID token.`, { provider: provider.id })
  const client = { issuer, clientId: provider.clientId }
  await trackUser(auth, client, subject, { userId, hasSid: typeof sid === 'string' })
  if (typeof sid === 'string') {
    const displaced = await trackSession(auth, client, sid, { sessionId, userId, subject })
    // Nothing could end it afterwards.
    if (displaced !== undefined) await auth.sessions.endById(auth, displaced.sessionId)
  }
  // After storing it: a logout token that arrives now finds it.
  const named = { ...client, sub: subject, sid: typeof sid === 'string' ? sid : undefined }
  if (!(await wasLoggedOut(auth, named, { issuedAt: iat, requestedAt: idToken.requestedAt }))) return
  throw new OAuthCallbackError(
    `The provider "${provider.id}" ended a user's session during the sign-in. Sign in again.`,
    { provider: provider.id },
  )
}
