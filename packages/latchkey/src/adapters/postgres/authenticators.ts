import type { SqlRow } from '../../sql/connection.ts'
import { quotedColumn } from '../../sql/identifiers.ts'
import { toRecord } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, AdapterAuthenticator } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { buildInsertion, describeTable, isExactly, twice } from './table.ts'
import { orNoRows } from './users.ts'

type AuthenticatorMethod =
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'

/** Returns the adapter methods for the passkeys table. */
export function authenticatorMethods(
  tables: SqlTables,
  { read, write }: PostgresDatabase,
): Required<Pick<Adapter, AuthenticatorMethod>> {
  const table = describeTable(tables, 'authenticators')
  const { name, column, fields, selection } = table
  const isPasskey = isExactly(table, ['credentialID'])
  const select = `SELECT ${selection} FROM ${name} WHERE`
  const toAuthenticator = (row: SqlRow | undefined): AdapterAuthenticator | null =>
    toRecord<AdapterAuthenticator>(fields, row)
  return {
    async getAuthenticator(credentialID) {
      const { rows } = await orNoRows(() => read(`${select} ${isPasskey}`, twice(credentialID)))
      return toAuthenticator(rows[0])
    },
    async createAuthenticator(authenticator) {
      const { columns, placeholders, values } = buildInsertion(tables, 'authenticators', authenticator)
      const text = `INSERT INTO ${name} (${columns}) VALUES (${placeholders}) RETURNING ${selection}`
      return toAuthenticator((await write(text, values)).rows[0]) as AdapterAuthenticator
    },
    async listAuthenticatorsByUserId(userId) {
      const { rows } = await orNoRows(() => read(`${select} ${column('userId')} = $1`, [userId]))
      return rows.map((row) => toAuthenticator(row) as AdapterAuthenticator)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const counterColumn = quotedColumn(tables.authenticators, 'counter', '"')
      const text = `UPDATE ${name} SET ${counterColumn} = $3 WHERE ${isPasskey} RETURNING ${selection}`
      const updated = toAuthenticator((await write(text, [...twice(credentialID), counter])).rows[0])
      if (updated === null) throw new Error('There is no authenticator with this credentialID.')
      return updated
    },
  }
}
