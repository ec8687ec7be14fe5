import type { PlanetScaleClient } from './client.ts'
import { inTransaction, type MysqlConnection, type MysqlQueryFunction } from './types.ts'
import { toText } from './values.ts'

/** What the client returns for a statement. */
interface Executed {
  readonly rows?: readonly Record<string, unknown>[]
  readonly rowsAffected?: number
  readonly insertId?: string
}

/**
 * Returns the connection of an `@planetscale/database` client, which sends statements over HTTP.
 */
export function planetScaleConnection(client: PlanetScaleClient): MysqlConnection {
  return {
    query: statements(client),
    transaction: (work) => client.transaction((inner) => work(inTransaction(statements(inner)))),
  }
}

function statements(client: Pick<PlanetScaleClient, 'execute'>): MysqlQueryFunction {
  return async (sql, values = []) => {
    const reply = (await client.execute(sql, values.map(toText), { as: 'object' })) as Executed
    const { rows = [], rowsAffected = 0, insertId = '0' } = reply
    return { rows, changes: Number(rowsAffected), insertId: Number(insertId) }
  }
}
