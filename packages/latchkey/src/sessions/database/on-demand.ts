import { loadOnce, onDemand } from '../../async/awaitable.ts'
import type { SessionStrategy } from '../../contract/context.ts'

/** Loads the code for database sessions when the first one is used. */
export const databaseSessions: SessionStrategy = {
  type: 'database',
  ...onDemand(
    loadOnce(async () => (await import('./database.ts')).databaseSessions),
    'begin',
    'userId',
    'read',
    'update',
    'end',
    'endById',
    'revoke',
  ),
}
