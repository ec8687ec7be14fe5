import type { AuthConfig } from '../types/config.ts'

/** Where sessions live: in the database when there is one, unless the configuration says otherwise. */
export function strategyOf({ session, adapter }: AuthConfig): 'jwt' | 'database' {
  return session?.strategy ?? (adapter === undefined ? 'jwt' : 'database')
}
