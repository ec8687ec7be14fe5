import { isMissingTable, MISSING_TABLE } from './retry.ts'
import type { MysqlConnection } from './types.ts'

/** Adds what to do to errors about tables that do not exist. */
export function explainMissingTable({ query, transaction }: MysqlConnection): MysqlConnection {
  return {
    query: (...args) => query(...args).catch(explain),
    transaction: (work) => transaction((inner) => work(explainMissingTable(inner))),
  }
}

function explain(error: unknown): never {
  if (!isMissingTable(error)) throw error
  const message = 'A table of Latchkey does not exist. Run `npx latchkey migrate`.'
  // The HTTP driver has the number in its message only, which this one replaces.
  const { code, errno = MISSING_TABLE } = error as { code?: unknown; errno?: unknown }
  throw Object.assign(new Error(message, { cause: error }), { code, errno })
}
