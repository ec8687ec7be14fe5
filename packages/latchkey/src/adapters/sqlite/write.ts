import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

/** What a unique column stands for, in words. */
const REASONS: Readonly<Record<string, string>> = {
  'users.id': 'There is a user with this id already.',
  'users.email': 'Another user has this e-mail address.',
  'accounts.provider': 'This account is linked already.',
  'sessions.sessionToken': 'There is a session with this token already.',
  'verification_tokens.identifier': 'There is such a token already.',
  'authenticators.credentialID': 'There is an authenticator with this credentialID already.',
}

/**
 * Runs a statement that writes. Gives the row that it returns, if it touched one.
 *
 * @throws when the database refuses; no value of the record gets into the message
 */
export function write(
  statement: StatementSync,
  values: Record<string, SQLInputValue>,
): Record<string, SQLOutputValue> | undefined {
  try {
    // `get` would stop at the row, before the commit, and never hear that the commit failed.
    return statement.all(values)[0]
  } catch (error) {
    const reason = error instanceof Error && reasonOf(error.message)
    throw reason ? new Error(reason, { cause: error }) : error
  }
}

/** SQLite's message in words. Other failures speak for themselves. */
function reasonOf(message: string): string | undefined {
  if (message === 'FOREIGN KEY constraint failed') return 'There is no user with this id.'
  const [, column = ''] = /^UNIQUE constraint failed: ([\w.]+)/.exec(message) ?? []
  return REASONS[column]
}
