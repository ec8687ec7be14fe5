import type { PlanetScaleClient } from 'latchkey/adapters/mysql'
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2/promise'

/**
 * Returns a client with the form of `@planetscale/database`, over a pool of `mysql2`: the service
 * itself is not run. Like the client, it writes the values into the statement, and returns ids and
 * numbers as text.
 */
export function planetScaleOver(pool: Pool): PlanetScaleClient {
  return {
    execute: executor(pool),
    async transaction(work) {
      const connection = await pool.getConnection()
      try {
        await connection.query('BEGIN')
        const result = await work({ execute: executor(connection) })
        await connection.query('COMMIT')
        return result
      } catch (error) {
        await connection.query('ROLLBACK')
        throw error
      } finally {
        connection.release()
      }
    },
  }
}

function executor(client: Pool | PoolConnection): PlanetScaleClient['execute'] {
  return async (sql, values) => {
    const given = values.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value))
    const [reply] = await client.query(sql, given).catch((error: Error & { errno: number }) => {
      // The client has the code in the message only.
      throw new Error(
        `target: app.-.primary: vttablet: ${error.message} (errno ${error.errno}) (sqlstate HY000)`,
      )
    })
    if (Array.isArray(reply)) return { rows: reply, rowsAffected: 0, insertId: '0' }
    const { affectedRows, insertId } = reply as ResultSetHeader
    return { rows: [], rowsAffected: affectedRows, insertId: String(insertId) }
  }
}
