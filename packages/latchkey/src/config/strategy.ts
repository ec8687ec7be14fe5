import type { AuthConfig } from '../types/config.ts'
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

/** Returns whether sessions keep when and how their user signed in: changes of a password need it. */
export function keepsSignInFacts(config: AuthConfig): boolean {
  return Boolean(config.secondFactor ?? config.account?.security ?? servesPasswords(config))
}
