import { orElse } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import { withoutUndefined } from '../records/record.ts'
import { isRevoked } from '../sessions/ending/revocation.ts'
import { readToken } from '../sessions/jwt/token-cookie.ts'
import type { TokenOwner } from '../tokens/in-row.ts'
import {
  cookieLifetime,
  keepProviderTokens,
  type ProviderCookie,
  readProviderTokens,
} from '../tokens/provider-cookie.ts'
import { isRefreshCancelled } from '../tokens/results.ts'
import { type StoredTokens, type TokenSource, toSeconds } from '../tokens/source.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * Returns the tokens in this browser's cookie, or `undefined` if it has none for this account.
 *
 * If the context is read-only, or the response is lost, the browser keeps its old cookie. So the
 * store keeps a refresh result as long as the cookie can be used, and finds it by the old tokens.
 */
export async function tokensInCookie(ctx: Context, owner: TokenOwner): Promise<TokenSource | undefined> {
  const kept = await readProviderTokens(ctx)
  if (kept?.tokens === undefined || !belongsTo(kept, owner)) return undefined
  const tokens = knownTokens(kept)
  const session = await readToken(ctx)
  return {
    providerAccountId: kept.providerAccountId,
    tokens,
    read: async () => tokens,
    keepFor: cookieLifetime(ctx.auth),
    async takeBack(key, refreshed) {
      if (!(await isTrue(() => isRefreshCancelled(ctx.auth, key)))) return undefined
      const { takeBack } = await import('../tokens/latest.ts')
      return takeBack(ctx.auth, owner.provider, key, refreshed)
    },
    async deliver(used, { accessToken, refreshToken, expiresAt, lifetime, scope, idToken }) {
      if (!ctx.canWrite) return undefined
      // Another user may now be signed in to this browser.
      if (session === undefined || (await isTrue(() => isRevoked(ctx.auth, session)))) return undefined
      const isDelivered = await keepProviderTokens(ctx, {
        ...kept,
        ...(kept.idToken !== undefined && idToken !== undefined && { idToken }),
        tokens: withoutUndefined({
          access_token: accessToken,
          refresh_token: refreshToken,
          expires_at: expiresAt,
          expires_in: lifetime,
          scope,
        }),
        replaced: used,
      })
      return isDelivered ? kept.replaced : undefined
    },
  }
}

/** What the store does not report now is not known to be true. */
async function isTrue(check: () => Awaitable<boolean>): Promise<boolean> {
  return orElse(check, () => false)
}

function belongsTo(kept: ProviderCookie, { userId, provider, providerAccountId }: TokenOwner): boolean {
  if (kept.userId !== userId || kept.provider !== provider.id) return false
  return providerAccountId === undefined || kept.providerAccountId === providerAccountId
}

function knownTokens({ tokens = {}, idToken }: ProviderCookie): StoredTokens {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken,
    expiresAt: toSeconds(tokens.expires_at),
    lifetime: tokens.expires_in,
    scope: tokens.scope,
    isUnreadable: false,
  }
}
