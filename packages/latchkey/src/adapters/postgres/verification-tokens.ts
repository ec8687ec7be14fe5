import type { SqlRow } from '../../sql/connection.ts'
import { recordOf } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { insertionOf, tableOf } from './table.ts'
import { orNoRows } from './users.ts'

type TokenMethod = 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'

/** Returns the adapter methods that use the table of verification tokens. */
export function verificationTokenMethods(
  tables: SqlTables,
  { write }: PostgresDatabase,
): Required<Pick<Adapter, TokenMethod>> {
  const { name, column, fields, selection } = tableOf(tables, 'verificationTokens')
  const toToken = (row: SqlRow | undefined): VerificationToken | null =>
    recordOf<VerificationToken>(fields, row)
  return {
    async createVerificationToken(token) {
      const { columns, placeholders, values } = insertionOf(tables, 'verificationTokens', token)
      const text = `INSERT INTO ${name} (${columns}) VALUES (${placeholders}) RETURNING ${selection}`
      return toToken((await write(text, values)).rows[0])
    },
    // A single statement, so that only one of several concurrent requests can use the token.
    async useVerificationToken({ identifier, token }) {
      const text = `DELETE FROM ${name} WHERE ${column('identifier')} = $1 AND ${column('token')} = $2
        RETURNING ${selection}`
      // Despite the type, a link may lack the address. In SQL, nothing equals NULL.
      const { rows } = await orNoRows(() => write(text, [identifier ?? null, token ?? null]))
      return toToken(rows[0])
    },
    async deleteVerificationTokens(identifier) {
      await write(`DELETE FROM ${name} WHERE ${column('identifier')} = $1`, [identifier])
    },
  }
}
