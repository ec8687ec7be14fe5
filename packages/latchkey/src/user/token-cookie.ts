import type { Context } from '../contract/context.ts'
import { withoutUndefined } from '../records/record.ts'
import {
  type KeptTokens,
  keepProviderTokens,
  lifetimeOfTokens,
  readProviderTokens,
} from '../security/provider-cookie.ts'
import type { TokenOwner } from './token-row.ts'
import { type KnownTokens, secondsOf, type TokenSource } from './token-source.ts'

/**
 * Returns the tokens in the cookie of this browser, or `undefined` if it has none of this account.
 *
 * If the context is read-only, or the response is lost, the browser keeps its old cookie. So the
 * store keeps the result of a refresh as long as the cookie can be used, and finds it by the old
 * tokens.
 */
export async function tokensInCookie(ctx: Context, owner: TokenOwner): Promise<TokenSource | undefined> {
  const kept = await readProviderTokens(ctx)
  if (kept?.tokens === undefined || !isOf(kept, owner)) return undefined
  const tokens = knownTokens(kept)
  return {
    providerAccountId: kept.providerAccountId,
    tokens,
    read: async () => tokens,
    keepFor: lifetimeOfTokens(ctx.auth),
    async deliver(used, { accessToken, refreshToken, expiresAt, scope, idToken }) {
      if (!ctx.canWrite) return undefined
      const isDelivered = await keepProviderTokens(ctx, {
        ...kept,
        ...(kept.idToken !== undefined && idToken !== undefined && { idToken }),
        tokens: withoutUndefined({
          access_token: accessToken,
          refresh_token: refreshToken,
          expires_at: expiresAt,
          scope,
        }),
        replaced: used,
      })
      return isDelivered ? kept.replaced : undefined
    },
  }
}

function isOf(kept: KeptTokens, { userId, provider, providerAccountId }: TokenOwner): boolean {
  if (kept.userId !== userId || kept.provider !== provider.id) return false
  return providerAccountId === undefined || kept.providerAccountId === providerAccountId
}

function knownTokens({ tokens = {}, idToken }: KeptTokens): KnownTokens {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    idToken,
    expiresAt: secondsOf(tokens.expires_at),
    scope: tokens.scope,
    isUnreadable: false,
  }
}
