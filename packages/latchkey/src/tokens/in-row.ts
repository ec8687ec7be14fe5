import type { AccountChanges, ResolvedAdapter } from '../contract/adapter.ts'
import type { Context } from '../contract/context.ts'
import { MissingAdapterMethods } from '../errors/configuration.ts'
import { asAuthError, report } from '../log/report.ts'
import { storedTokens } from '../oauth/token-set.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import { openTokens } from './encrypted-row.ts'
import { replacingTokens } from './replacing.ts'
import { afterRefresh, type StoredTokens, type TokenSource, toSeconds } from './source.ts'

const ONE_HOUR = 60 * 60
const THIRTY_DAYS = 30 * 24 * ONE_HOUR

/** The user who owns the tokens. */
export interface TokenOwner {
  readonly userId: string
  readonly provider: ResolvedOAuthProvider
  /** Not set if the user has only one account at the provider. */
  readonly providerAccountId: string | undefined
}

type RowMethods = Required<Pick<ResolvedAdapter, 'listAccounts' | 'updateAccount'>>

/**
 * Returns the tokens in an account's row, or `undefined` if the user has no such account.
 *
 * @throws {TypeError} if the user has several accounts at the provider
 * @throws {MissingAdapterMethods}
 */
export async function tokensInRow(
  ctx: Context,
  adapter: ResolvedAdapter,
  owner: TokenOwner,
): Promise<TokenSource | undefined> {
  const methods = requireMethods(adapter)
  const found = await findRow(methods, owner)
  if (found === undefined) return undefined
  const providerAccountId = String(found.providerAccountId)
  const find = (): Promise<AdapterAccount | undefined> => findRow(methods, { ...owner, providerAccountId })
  return {
    providerAccountId,
    tokens: await knownTokens(ctx, found),
    async read() {
      const row = await find()
      return row && knownTokens(ctx, row)
    },
    keepFor: THIRTY_DAYS,
    async save(used, tokens) {
      try {
        const row = await find()
        const known = row && (await knownTokens(ctx, row))
        if (row === undefined || known === undefined || isEmpty(known)) return await revoked(tokens)
        // Another process has stored the same result, or the user has signed in again.
        if (known.refreshToken !== used.refreshToken) return known
        const changes = rowAfterRefresh(row, owner.provider, tokens)
        const isChanged = await methods.updateAccount(changes, { refresh_token: row.refresh_token })
        const latest = await find()
        const stored = latest && (await knownTokens(ctx, latest))
        if (stored === undefined || (isChanged === false && isEmpty(stored))) return await revoked(tokens)
        return completed(stored, tokens)
      } catch (error) {
        report(ctx, asAuthError(ctx, error), 'user.tokens')
        return undefined
      }
    },
  }

  /** The account was removed during the refresh, or the user has signed out at the provider. */
  async function revoked(tokens: TokenSet): Promise<StoredTokens> {
    const { revokeTokens } = await import('./revoke.ts')
    await revokeTokens(ctx.auth, owner.provider, tokens)
    return NO_TOKENS
  }
}

/** Returns whether no tokens are left. */
function isEmpty({ accessToken, refreshToken, isUnreadable }: StoredTokens): boolean {
  return accessToken === undefined && refreshToken === undefined && !isUnreadable
}

/** Adds the access token if the provider's `account` does not store it. */
function completed(stored: StoredTokens, tokens: TokenSet): StoredTokens {
  return stored.accessToken === undefined
    ? afterRefresh(stored, { ...tokens, refresh_token: stored.refreshToken })
    : stored
}

/** The tokens of an account that no longer has any. */
const NO_TOKENS: StoredTokens = {
  accessToken: undefined,
  refreshToken: undefined,
  idToken: undefined,
  expiresAt: undefined,
  lifetime: undefined,
  scope: undefined,
  isUnreadable: false,
}

function requireMethods(adapter: ResolvedAdapter): RowMethods {
  const missing = (['listAccounts', 'updateAccount'] as const).filter((name) => !adapter[name])
  if (missing.length === 0) return adapter as RowMethods
  const names = missing.map((name) => `\`${name}\``).join(' and ')
  throw new MissingAdapterMethods(
    `\`user.tokens()\` needs methods that the \`adapter\` does not have: ${names}. ` +
      `Add them: \`adapter: { ...adapter, ${missing.join(', ')} }\`.`,
    { missing },
  )
}

async function findRow(
  { listAccounts }: RowMethods,
  { userId, provider: { id }, providerAccountId }: TokenOwner,
): Promise<AdapterAccount | undefined> {
  const rows = (await listAccounts(userId)).filter(
    (row) =>
      row.provider === id &&
      String(row.userId) === userId &&
      (providerAccountId === undefined || String(row.providerAccountId) === providerAccountId),
  )
  if (rows.length <= 1) return rows[0]
  throw new TypeError(
    `The user has ${rows.length} accounts for provider "${id}". Pass the option ` +
      '`providerAccountId` to `user.tokens()`: `user.accounts.list()` returns the accounts.',
  )
}

async function knownTokens({ auth }: Context, row: AdapterAccount): Promise<StoredTokens> {
  const { access_token, refresh_token, id_token, sealedAt, isUnreadable } = await openTokens(
    auth.secrets,
    row,
  )
  const expiresAt = toSeconds(row.expires_at)
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    idToken: id_token,
    expiresAt,
    lifetime: lifetimeInRow(expiresAt, sealedAt),
    scope: row.scope ?? undefined,
    isUnreadable,
  }
}

/**
 * Returns an access token's lifetime when it was stored. A plaintext row does not contain that
 * time: its next token counts as valid for an hour unless the provider says more.
 */
function lifetimeInRow(expiresAt: number | undefined, storedAt: number | undefined): number | undefined {
  if (expiresAt === undefined) return undefined
  return storedAt !== undefined && expiresAt > storedAt ? expiresAt - storedAt : ONE_HOUR
}

/** Returns the row's content after a refresh. */
function rowAfterRefresh(
  { provider, providerAccountId, userId, type }: AdapterAccount,
  config: ResolvedOAuthProvider,
  tokens: TokenSet,
): AccountChanges {
  return replacingTokens({ provider, providerAccountId, userId, type, ...storedTokens(config, tokens) })
}
