import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import { MissingAdapter } from '../errors/configuration.ts'
import { ProviderUnavailable, ScopesMissing, TokensExpired } from '../errors/provider.ts'
import { UnknownProvider } from '../errors/request.ts'
import { StoreError } from '../errors/services.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { type TokenOwner, tokensInRow } from '../tokens/in-row.ts'
import { isUsable, refreshTokens, type TokenRefresh, type WantedToken } from '../tokens/refresh.ts'
import { splitScopes } from '../tokens/scopes.ts'
import type { StoredTokens, TokenSource } from '../tokens/source.ts'
import type { ProviderTokens, TokensOptions } from '../types/current-user.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { tokensInCookie } from './tokens-in-cookie.ts'

const DEFAULT_MIN_VALID = 60

/** The requested tokens, with all defaults filled in. */
interface Wanted extends WantedToken {
  readonly scopes: readonly string[]
  readonly providerAccountId: string | undefined
}

/**
 * Returns an access token that is valid long enough, and refreshes it if necessary. The session
 * stays as it is.
 *
 * @param providerId the provider's id
 * @throws the errors of `CurrentUser.tokens`; a `TypeError` for an invalid option
 */
export async function getTokens(
  ctx: Context,
  userId: string,
  providerId: string,
  options: TokensOptions = {},
): Promise<ProviderTokens> {
  const wanted = readOptions(options)
  const provider = await findProvider(ctx, providerId)
  const { providerAccountId } = wanted
  const source = await findSource(ctx, { userId, provider, providerAccountId })
  if (source === undefined) throw expired(ctx, provider, 'missing')
  const { tokens } = source
  requireScopes(provider, tokens, wanted)
  if (isUsable(ctx, tokens, wanted)) return shown(tokens)
  if (tokens.refreshToken === undefined || provider.refresh === undefined)
    throw expired(ctx, provider, chooseReason(tokens))
  const fresh = await refreshOrKeep({ ctx, provider, source, wanted })
  if (fresh === undefined) throw expired(ctx, provider, 'revoked')
  if (fresh.accessToken === undefined) throw expired(ctx, provider, chooseReason(fresh))
  requireScopes(provider, fresh, wanted)
  return shown(fresh)
}

/** @throws {TypeError} */
function readOptions({
  minValid = DEFAULT_MIN_VALID,
  scopes = [],
  providerAccountId,
  refused,
}: TokensOptions): Wanted {
  if (typeof minValid !== 'number' || !(minValid >= 0))
    throw new TypeError(`\`minValid\` in \`user.tokens()\` is ${String(minValid)}. Pass seconds, 0 or more.`)
  if (!Array.isArray(scopes) || scopes.some((scope) => typeof scope !== 'string'))
    throw new TypeError("`scopes` must be an array of strings. Pass an array: `['read']`.")
  if (refused !== undefined && (typeof refused !== 'string' || refused === ''))
    throw new TypeError('`refused` must be an access token. Pass the one that the API refused.')
  return { minValid, scopes, providerAccountId, refused }
}

/** @throws {UnknownProvider} or the provider's problem */
async function findProvider({ auth, providers }: Context, id: string): Promise<ResolvedOAuthProvider> {
  const provider = providers.get(id)
  if (isOAuthProvider(provider)) return provider
  const refused = (await auth.checkConfig()).refused.get(id)
  if (refused !== undefined) throw refused
  throw new UnknownProvider(
    `No provider with the id "${String(id).slice(0, 64)}" issues tokens. ` +
      'Pass the `id` of an OAuth provider in `providers`.',
  )
}

/** @throws {MissingAdapter} if nothing keeps tokens */
async function findSource(ctx: Context, owner: TokenOwner): Promise<TokenSource | undefined> {
  const { adapter, keepsTokensInCookie } = ctx.auth
  if (adapter !== undefined) return tokensInRow(ctx, adapter, owner)
  if (keepsTokensInCookie) return tokensInCookie(ctx, owner)
  throw new MissingAdapter(
    'Provider tokens are not kept, so `user.tokens()` has none. ' +
      'Pass an `adapter`, or set `providerTokens: true` to keep them in a cookie.',
  )
}

/** What the provider does not name is not known to be missing. @throws {ScopesMissing} */
function requireScopes({ id }: ResolvedOAuthProvider, tokens: StoredTokens, { scopes }: Wanted): void {
  const granted = splitScopes(tokens.scope)
  const missing = granted.length === 0 ? [] : scopes.filter((scope) => !granted.includes(scope))
  if (missing.length === 0) return
  throw new ScopesMissing(
    `The user did not grant these scopes at "${id}": ${missing.join(' ')}. ` +
      'Call `signIn(provider, {}, { scope })` with all scopes.',
    { provider: id, scopes: missing },
  )
}

/**
 * Refreshes the tokens. If that is not possible now, a token that is still valid is better than
 * none.
 */
async function refreshOrKeep(refresh: TokenRefresh): Promise<StoredTokens | undefined> {
  try {
    return await refreshTokens(refresh)
  } catch (error) {
    const { ctx, source, wanted } = refresh
    const isTemporary = error instanceof ProviderUnavailable || error instanceof StoreError
    if (isTemporary && isUsable(ctx, source.tokens, { ...wanted, minValid: 1 })) return source.tokens
    throw error
  }
}

function chooseReason({ accessToken, refreshToken, isUnreadable }: StoredTokens): TokensExpired['reason'] {
  if (isUnreadable) return 'unreadable'
  return accessToken === undefined && refreshToken === undefined ? 'missing' : 'expired'
}

const REASONS: Readonly<Record<TokensExpired['reason'], string>> = {
  missing: 'The user has no tokens for it.',
  expired: 'The access token has expired or was refused, and there is no way to refresh it.',
  revoked: 'The provider no longer accepts the refresh token.',
  unreadable: 'The stored tokens cannot be decrypted with the configured secrets.',
}

function expired(
  ctx: Context,
  { id }: ResolvedOAuthProvider,
  reason: TokensExpired['reason'],
): TokensExpired {
  return new TokensExpired(
    `There is no valid access token for "${id}". ${REASONS[reason]} Redirect the user to \`signInUrl\`.`,
    { provider: id, reason, signInUrl: namedPageUrl(ctx, 'signIn') },
  )
}

function shown(tokens: StoredTokens): ProviderTokens {
  const { accessToken = '', expiresAt } = tokens
  return {
    accessToken,
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt * 1000),
    scopes: splitScopes(tokens.scope),
  }
}
