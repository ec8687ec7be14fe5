import type { SqliteInput, SqliteRow, SqliteStatement } from '../../sql/sqlite/connection.ts'
import { resolveTables, type SqlTables } from '../../sql/tables.ts'

/** Error messages by the unique column whose constraint failed. */
const REASONS: Readonly<Record<string, string>> = {
  'users.id': 'A user with this id already exists.',
  'users.email': 'Another user has this e-mail address.',
  'accounts.provider': 'This account is already linked.',
  'sessions.sessionToken': 'A session with this token already exists.',
  'verificationTokens.identifier': 'This verification token already exists.',
  'authenticators.credentialID': 'An authenticator with this credentialID already exists.',
}

/**
 * Runs a statement that writes, and returns its row. Returns `undefined` if it changed no row.
 *
 * @throws {Error} if the database rejects the statement. The message contains none of the record's
 *   values
 */
export function write(
  statement: SqliteStatement,
  values: Record<string, SqliteInput>,
): SqliteRow | undefined {
  try {
    // `get` would stop at the row, before the commit, and would miss a commit that fails.
    return statement.all(values)[0]
  } catch (error) {
    throw explained(error)
  }
}

/** Returns the error, or one with a readable message if it is about a constraint. */
export function explained(error: unknown, tables: SqlTables = resolveTables()): unknown {
  const reason = error instanceof Error && explainFailure(error.message, tables)
  return reason ? new Error(reason, { cause: error }) : error
}

function explainFailure(message: string, tables: SqlTables): string | undefined {
  if (/\bFOREIGN KEY constraint failed/.test(message)) return 'There is no user with this id.'
  const [, table, column] = /\bUNIQUE constraint failed: (\w+)\.(\w+)/.exec(message) ?? []
  if (table === undefined) return undefined
  return Object.entries(REASONS).find(([name]) => {
    const [entity, field = ''] = name.split('.') as ['users', string]
    return tables[entity].name === table && (tables[entity].columns?.[field] ?? field) === column
  })?.[1]
}
