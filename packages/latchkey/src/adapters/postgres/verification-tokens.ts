import type { SqlRow } from '../../sql/connection.ts'
import { toRecord } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { buildInsertion, describeTable, isExactly, twice } from './table.ts'
import { orNoRows } from './users.ts'

type TokenMethod = 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'

/** Returns the adapter methods for the verification tokens table. */
export function verificationTokenMethods(
  tables: SqlTables,
  { write }: PostgresDatabase,
): Required<Pick<Adapter, TokenMethod>> {
  const table = describeTable(tables, 'verificationTokens')
  const { name, fields, selection } = table
  const toToken = (row: SqlRow | undefined): VerificationToken | null =>
    toRecord<VerificationToken>(fields, row)
  return {
    async createVerificationToken(token) {
      const { columns, placeholders, values } = buildInsertion(tables, 'verificationTokens', token)
      const text = `INSERT INTO ${name} (${columns}) VALUES (${placeholders}) RETURNING ${selection}`
      return toToken((await write(text, values)).rows[0])
    },
    // A single statement, so that only one of several concurrent requests can use the token.
    async useVerificationToken({ identifier, token }) {
      const text = `DELETE FROM ${name} WHERE ${isExactly(table, ['identifier', 'token'])}
        RETURNING ${selection}`
      const { rows } = await orNoRows(() => write(text, twice(identifier, token)))
      return toToken(rows[0])
    },
    async deleteVerificationTokens(identifier) {
      await write(`DELETE FROM ${name} WHERE ${isExactly(table, ['identifier'])}`, twice(identifier))
    },
  }
}
