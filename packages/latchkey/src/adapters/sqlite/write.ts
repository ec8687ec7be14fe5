import type { SqliteInput, SqliteRow, SqliteStatement } from './connection.ts'

/** Error messages by the unique column whose constraint failed. */
const REASONS: Readonly<Record<string, string>> = {
  'users.id': 'A user with this id already exists.',
  'users.email': 'Another user has this e-mail address.',
  'accounts.provider': 'This account is already linked.',
  'sessions.sessionToken': 'A session with this token already exists.',
  'verification_tokens.identifier': 'This verification token already exists.',
  'authenticators.credentialID': 'An authenticator with this credentialID already exists.',
}

/**
 * Runs a statement that writes, and returns its row. Returns `undefined` if no row was changed.
 *
 * @throws {Error} when the database rejects the statement. The message contains no value of the
 *   record.
 */
export function write(
  statement: SqliteStatement,
  values: Record<string, SqliteInput>,
): SqliteRow | undefined {
  try {
    // `get` would stop at the row, before the commit, and would miss a commit that fails.
    return statement.all(values)[0]
  } catch (error) {
    const reason = error instanceof Error && reasonOf(error.message)
    throw reason ? new Error(reason, { cause: error }) : error
  }
}

/** Returns a readable message for a constraint error, or `undefined` for any other error. */
function reasonOf(message: string): string | undefined {
  if (message === 'FOREIGN KEY constraint failed') return 'There is no user with this id.'
  const [, column = ''] = /^UNIQUE constraint failed: ([\w.]+)/.exec(message) ?? []
  return REASONS[column]
}
