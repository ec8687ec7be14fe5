import type { AuthConfig } from '../types/config.ts'

/** Returns the session strategy: the configured one, else `database` if there is an adapter. */
export function strategyOf({ session, adapter }: AuthConfig): 'jwt' | 'database' {
  return session?.strategy ?? (adapter === undefined ? 'jwt' : 'database')
}
