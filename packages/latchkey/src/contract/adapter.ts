import type { Adapter, AdapterAccount } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { TokenSet } from '../types/token-set.ts'

/** Tokens that replace an account's tokens: `null` empties a column, a missing value keeps it. */
export type AccountChanges = Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'userId' | 'type'> & {
  readonly [Name in keyof TokenSet]?: TokenSet[Name] | null
}

/** The application's adapter, with calls that are bounded, checked and logged. */
export interface ResolvedAdapter extends Omit<Adapter, 'updateAccount'> {
  updateAccount?(
    changes: AccountChanges,
    expected?: Pick<AdapterAccount, 'refresh_token'>,
  ): Awaitable<unknown>
}
