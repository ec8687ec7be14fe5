import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { entryOf } from '../errors/auth-error.ts'
import { InvalidLogoutToken } from '../errors/provider.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { TooManyRequests } from '../errors/sign-in.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { releaseLease, takeLease } from '../security/lease.ts'
import { countForClient } from '../security/limits.ts'
import { idKey } from '../security/store-keys.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { type LogoutToken, MAX_LIFETIME_SECONDS, refused, verifyLogoutToken } from './logout-token.ts'
import { endNamedSessions } from './sessions-of-token.ts'

/** How many tokens from all clients may be rejected, as a multiple of one client's limit. */
const SHARE = 10
/**
 * How long a token counts as in use if its process dies, in seconds. Shorter than its lifetime, so
 * that it can be sent again. If ending its sessions takes longer, a second request ends the same
 * sessions once more.
 */
const MAX_DURATION_SECONDS = 15

/**
 * Ends the sessions that a logout token names. Rejected tokens count against their client's limit,
 * which only makes the responses shorter. One address can be that of a provider and all its
 * customers, so a valid token is accepted regardless of how many others were rejected.
 *
 * @param tokens the request's `logout_token` values; there must be exactly one
 * @throws {InvalidLogoutToken} and then no session was ended
 * @throws {TooManyRequests} if too many tokens were rejected
 * @throws {AuthError} if the store, the database or the provider is unavailable; the same token can
 *   be sent again
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html
 */
export async function acceptLogoutToken(
  ctx: Context<ResolvedOAuthProvider>,
  [token = '', ...others]: readonly string[],
): Promise<void> {
  try {
    if (token === '') throw refused(ctx.provider, '`logout_token` is missing')
    if (others.length > 0) throw refused(ctx.provider, '`logout_token` was sent more than once')
    const verified = await verifyLogoutToken(ctx.auth, ctx.provider, token)
    await useOnce(ctx, verified, () => endNamedSessions(ctx, verified))
  } catch (error) {
    if (error instanceof InvalidLogoutToken) await countRefused(ctx)
    throw error
  }
}

/**
 * Applies a token, once. If that fails, the token can be sent again; if the process dies, after
 * some seconds.
 */
async function useOnce(
  { auth, provider }: Context<ResolvedOAuthProvider>,
  { issuer, id }: LogoutToken,
  work: () => Promise<void>,
): Promise<void> {
  const hash = await sha256Hex(JSON.stringify([issuer, provider.clientId, id]))
  const used = idKey('logout-token', hash)
  // Without a logger: the same outage is thrown.
  const { store } = auth
  const lease = await takeLease({ store }, [idKey('logout-token-in-use', hash)], MAX_DURATION_SECONDS)
  try {
    if (await store.get(used)) throw refused(provider, 'it was used already')
    // Whether the other request will succeed is not known.
    if (lease === undefined) throw isInUse(provider)
    await work()
    await store.set(used, '1', MAX_LIFETIME_SECONDS)
  } catch (error) {
    if (lease !== undefined) await releaseLease({ store }, lease)
    throw error
  }
}

function isInUse({ id }: ResolvedOAuthProvider): ServiceUnavailable {
  return new ServiceUnavailable(
    `A logout token for the provider "${id}" was sent again before it was processed.`,
    { provider: id, retryAfter: MAX_DURATION_SECONDS },
  )
}

/** Counts a rejected token. @throws {TooManyRequests} instead of its error if there are too many */
async function countRefused(ctx: Context<ResolvedOAuthProvider>): Promise<void> {
  const { auth, provider } = ctx
  const limit = auth.limits.client
  if (limit === undefined) return
  const wait = await countForClient(ctx, 'logout')
  // The log already has the earlier rejections.
  if (wait > 0) throw unlogged(tooMany(ctx, wait, 'Valid ones are still accepted.'))
  const key = await hashedKey('logout-refused', [provider.id, provider.clientId])
  const excess = (await auth.store.add(key, 1, limit.seconds)) - limit.attempts * SHARE
  if (excess <= 0) return
  const error = tooMany(ctx, limit.seconds, 'Valid ones are still accepted.')
  // The log has the first of them: anyone can send more.
  throw excess === 1 ? error : unlogged(error)
}

function tooMany(
  { provider }: Context<ResolvedOAuthProvider>,
  retryAfter: number,
  consequence: string,
): TooManyRequests {
  return new TooManyRequests(
    `Too many logout tokens for the provider "${provider.id}" were refused. ${consequence}`,
    { provider: provider.id, retryAfter },
  )
}

function unlogged(error: TooManyRequests): TooManyRequests {
  return Object.assign(error, { [entryOf]: () => ({ reference: 'repeated' }) })
}
