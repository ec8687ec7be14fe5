import { MISSING_TABLE_ADVICE, type TableUser } from '../missing-table-advice.ts'
import { isMissingTable, MISSING_TABLE } from './retry.ts'
import type { MysqlConnection } from './types.ts'

/** The MySQL and MariaDB code for a value that is too long for its column. */
const TOO_LONG = 1406

/** Adds the fix to errors about tables that do not exist, and columns that are too short. */
export function explainMissingTable(
  { query, transaction }: MysqlConnection,
  user: TableUser,
): MysqlConnection {
  const explain = (error: unknown): never => {
    throw isMissingTable(error) ? explained(error, user) : (shortColumn(error) ?? error)
  }
  return {
    query: (...args) => query(...args).catch(explain),
    transaction: (work) => transaction((inner) => work(explainMissingTable(inner, user))),
  }
}

/** Returns an error with the advice, if a token is too long for its column. */
function shortColumn(error: unknown): Error | undefined {
  const { errno, message } = (error ?? {}) as { errno?: unknown; message?: unknown }
  const [, column] = /\bcolumn '((?:refresh|access|id)_token)'/.exec(String(message)) ?? []
  if (errno !== TOO_LONG || column === undefined) return undefined
  const advised = new Error(
    `The column "${column}" is too short for a token. Run \`npx latchkey migrate\`, which prints the ` +
      'SQL that changes it to TEXT.',
    { cause: error },
  )
  return Object.assign(advised, { errno })
}

/** Some drivers add the statement and its values to the message. Only the error's name is kept. */
function explained(error: unknown, user: TableUser): Error {
  // The HTTP driver has the number only in its message, which this one replaces.
  const {
    code,
    errno = MISSING_TABLE,
    message,
  } = error as { code?: unknown; errno?: unknown; message?: unknown }
  const [, name] = /\bTable '([^']+)' doesn't exist/.exec(String(message)) ?? []
  const what = name === undefined ? 'A table' : `The table "${name}"`
  const advised = new Error(`${what} does not exist. ${MISSING_TABLE_ADVICE[user]}`, { cause: error })
  return Object.assign(advised, { code, errno })
}
