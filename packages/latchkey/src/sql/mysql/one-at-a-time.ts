import type { MysqlConnection } from './types.ts'

/**
 * Keeps statements of other requests out of a transaction, where all requests share one connection:
 * they would be rolled back with it, or commit it.
 */
export function oneAtATime(connection: MysqlConnection): MysqlConnection {
  let busy: Promise<unknown> = Promise.resolve()
  return {
    query: async (...args) => {
      await busy
      return connection.query(...args)
    },
    transaction(work) {
      const result = busy.then(() => connection.transaction(work))
      busy = result.catch(() => undefined)
      return result
    },
  }
}
