import type { AccountMethods, SessionDetails } from '../../types/account-records.ts'
import { quotedTable } from '../identifiers.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountPort } from './port.ts'
import { createStatements } from './statements.ts'

type SessionDetailsMethod =
  | 'createSessionDetails'
  | 'listSessionDetails'
  | 'touchSessionDetails'
  | 'deleteSessionDetails'
  | 'deleteAllSessions'

/** Returns the adapter methods for session lists. */
export function sessionDetailsMethods(
  port: AccountPort,
  tables: SqlTables,
): Required<Pick<AccountMethods, SessionDetailsMethod>> {
  const details = createStatements<SessionDetails>(port, tables, 'sessionDetails')
  const newestFirst = `${details.column('createdAt')} DESC, ${details.column('sessionToken')}`
  const sessions = quotedTable(tables, 'sessions', port.dialect === 'mysql' ? '`' : '"')
  return {
    createSessionDetails: (session) => port.write(details.insertion([session])),
    async listSessionDetails(userId) {
      const found = await details.list(details.where({ userId }), newestFirst)
      return found.filter((each) => each.userId === String(userId))
    },
    async touchSessionDetails({ sessionToken, ...changes }) {
      const statement = details.update(changes, details.where({ sessionToken }))
      if (statement !== undefined) await port.write(statement)
    },
    async deleteSessionDetails(sessionToken) {
      await port.write(details.deletion(details.where({ sessionToken })))
    },
    async deleteAllSessions() {
      await port.atomic([details.deletion(), { text: `DELETE FROM ${sessions}`, values: [] }])
    },
  }
}
