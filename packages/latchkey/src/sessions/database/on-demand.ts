import { andThen, loadOnce } from '../../async/awaitable.ts'
import type { SessionStrategy } from '../../contract/context.ts'

const database = loadOnce(async () => (await import('./database.ts')).databaseSessions)

/** Loads the code for database sessions when the first one is used. */
export const databaseSessions: SessionStrategy = {
  type: 'database',
  begin: (ctx, admitted) => andThen(database(), (sessions) => sessions.begin(ctx, admitted)),
  userId: (ctx) => andThen(database(), (sessions) => sessions.userId(ctx)),
  read: (ctx, hasId) => andThen(database(), (sessions) => sessions.read(ctx, hasId)),
  update: (ctx, data) => andThen(database(), (sessions) => sessions.update(ctx, data)),
  end: (ctx) => andThen(database(), (sessions) => sessions.end(ctx)),
  endById: async (...args) => (await import('../ending/end-by-id.ts')).endStoredById(...args),
  revoke: (...args) => andThen(database(), (sessions) => sessions.revoke(...args)),
}
