import type { ResolvedAdapter } from '../contract/adapter.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { peekClaims } from '../oauth/tenants.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import type { TokenSet } from '../types/token-set.ts'
import { openTokens } from './encrypted-row.ts'
import type { ProviderCookie } from './provider-cookie.ts'

/** Other processes may refresh the tokens at the same time, but not repeatedly. */
const MAX_ATTEMPTS = 3

type RowMethods = Required<Pick<ResolvedAdapter, 'listAccounts' | 'updateAccount'>>

/**
 * Removes the tokens of a sign-in's account from the database. Tokens for offline access stay, and
 * so do those of another session at the provider, which continues. If the adapter lacks
 * `listAccounts` or `updateAccount`, all tokens stay.
 *
 * @returns the removed tokens
 * @throws {AdapterError}
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions offline access
 */
export async function takeRowTokens(
  { adapter, secrets }: ResolvedAuth,
  kept: ProviderCookie,
): Promise<TokenSet> {
  if (adapter?.listAccounts === undefined || adapter.updateAccount === undefined) return {}
  const methods = adapter as RowMethods
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const row = await findRow(methods, kept)
    if (row === undefined || !(row.access_token || row.refresh_token) || isForOfflineAccess(row)) return {}
    const tokens = await openTokens(secrets, row)
    if (isOfOtherSession(tokens.id_token, kept.idToken)) return {}
    if (await removeTokens(methods, row)) return tokens
  }
  return {}
}

async function findRow(
  { listAccounts }: RowMethods,
  { userId, provider, providerAccountId }: ProviderCookie,
): Promise<AdapterAccount | undefined> {
  return (await listAccounts(userId)).find(
    // An adapter may return numbers.
    (row) => row.provider === provider && String(row.providerAccountId) === providerAccountId,
  )
}

function isForOfflineAccess({ scope }: AdapterAccount): boolean {
  return (scope ?? '').split(' ').includes('offline_access')
}

/** Returns whether two ID tokens name different sessions at the provider. */
function isOfOtherSession(idToken: string | undefined, own: string | undefined): boolean {
  const [stored, kept] = [peekClaims(idToken).sid, peekClaims(own).sid]
  return stored !== undefined && kept !== undefined && stored !== kept
}

/** Returns `false` if the tokens were replaced in the meantime. */
async function removeTokens({ updateAccount }: RowMethods, row: AdapterAccount): Promise<boolean> {
  const { provider, providerAccountId, userId, type, refresh_token } = row
  const removed = { access_token: null, refresh_token: null, expires_at: null }
  const changed = { provider, providerAccountId, userId, type, ...removed }
  return (await updateAccount(changed, { refresh_token })) !== false
}
