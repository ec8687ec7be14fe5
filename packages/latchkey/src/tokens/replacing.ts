import type { AccountChanges } from '../contract/adapter.ts'

/**
 * Returns an account in the form in which its tokens replace earlier ones. The previous access
 * token's time must not stay.
 */
export function replacingTokens(account: AccountChanges): AccountChanges {
  return account.access_token === undefined ? account : { ...account, expires_at: account.expires_at ?? null }
}
