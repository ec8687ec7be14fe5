import type { AccountMethods, PasskeyDetails } from '../../types/account-records.ts'
import type { SqlStatement } from '../connection.ts'
import { quotedColumn, quotedTable, type SqlQuote } from '../identifiers.ts'
import type { SqlEntity, SqlTables } from '../tables.ts'
import type { AccountPort } from './port.ts'
import { createStatements, orEmpty } from './statements.ts'

type PasskeyDetailsMethod = 'listPasskeyDetails' | 'updatePasskeyDetails' | 'deleteAuthenticator'

/** Returns the adapter methods for what is known of passkeys. */
export function passkeyDetailsMethods(
  port: AccountPort,
  tables: SqlTables,
): Required<Pick<AccountMethods, PasskeyDetailsMethod>> {
  const details = createStatements<PasskeyDetails>(port, tables, 'passkeyDetails')
  const oldestFirst = `${details.column('createdAt')}, ${details.column('credentialID')}`
  return {
    async listPasskeyDetails(userId) {
      const found = await details.list(details.where({ userId }), oldestFirst)
      return found.filter((each) => each.userId === String(userId))
    },
    updatePasskeyDetails({ credentialID, userId, ...changes }) {
      const unknown = { name: null, aaguid: null, createdAt: new Date(), lastUsedAt: null }
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const record = { ...unknown, ...given, credentialID, userId }
      // Another user's passkey stays as it is.
      return port.write(details.upsertion([record], changes, details.column('userId')))
    },
    async deleteAuthenticator({ credentialID, userId }) {
      const { account, passkey } = deletions(port, tables, { credentialID, userId })
      const statements = [account, details.deletion(details.where({ credentialID, userId })), passkey]
      return (await orEmpty(port, 0, () => port.atomic(statements))) > 0
    },
  }
}

/** Returns the statements that delete a passkey, and the account through which it signs in. */
function deletions(
  { dialect }: AccountPort,
  tables: SqlTables,
  { credentialID, userId }: Pick<PasskeyDetails, 'credentialID' | 'userId'>,
): { readonly account: SqlStatement; readonly passkey: SqlStatement } {
  const quote: SqlQuote = dialect === 'mysql' ? '`' : '"'
  const table = (entity: SqlEntity): string => quotedTable(tables, entity, quote)
  const column = (entity: SqlEntity, field: string): string =>
    `${table(entity)}.${quotedColumn(tables[entity], field, quote)}`
  const isPasskey = `${column('authenticators', 'credentialID')} = ? AND ${column('authenticators', 'userId')} = ?`
  const accountId = `SELECT ${column('authenticators', 'providerAccountId')} FROM ${table('authenticators')}`
  return {
    account: {
      text:
        `DELETE FROM ${table('accounts')} WHERE ${column('accounts', 'userId')} = ? ` +
        `AND ${column('accounts', 'type')} = 'webauthn' ` +
        `AND ${column('accounts', 'providerAccountId')} IN (${accountId} WHERE ${isPasskey})`,
      values: [userId, credentialID, userId],
    },
    passkey: {
      text: `DELETE FROM ${table('authenticators')} WHERE ${isPasskey}`,
      values: [credentialID, userId],
    },
  }
}
