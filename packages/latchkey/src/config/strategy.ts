import type { AccountOptions, AuthConfig } from '../types/config.ts'
import type { PasswordConfig } from '../types/providers/password.ts'

/**
 * Returns the session strategy: the configured one, otherwise `database` if there is an adapter.
 */
export function chooseStrategy({ session, adapter }: AuthConfig): 'jwt' | 'database' | 'hybrid' {
  return session?.strategy ?? (adapter === undefined ? 'jwt' : 'database')
}

/** Returns whether the adapter has the methods that end all of a user's access. */
export function canRemoveAccess(config: AuthConfig): boolean {
  const { deleteAccountsByUserId, deleteSessionsByUserId } = config.adapter ?? {}
  return Boolean(deleteAccountsByUserId && (chooseStrategy(config) === 'jwt' || deleteSessionsByUserId))
}

/** Returns whether `Password()` is among the providers. */
export function servesPasswords({ providers }: AuthConfig): boolean {
  return Boolean(providers?.some((entry) => (entry as Partial<PasswordConfig>)?.password))
}

/** Returns the options in `account`. With `true` or `false`, it has none. */
export function accountOptions({ account }: AuthConfig): AccountOptions | undefined {
  return account as AccountOptions | undefined
}

/** Returns the options of the account pages, if they are on: `true` has none. */
export function findAccountPages(config: AuthConfig): AccountOptions | false | undefined {
  const account = accountOptions(config)
  return (config.account === true || (account?.path ?? account?.sections) !== undefined) && account
}

/** Returns whether sessions keep when and how their user signed in: changes of a way to sign in need it. */
export function keepsSignInFacts(config: AuthConfig): boolean {
  const chosen = config.secondFactor ?? accountOptions(config)?.security
  return Boolean(chosen ?? (findAccountPages(config) || servesPasswords(config)))
}
