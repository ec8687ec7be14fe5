import type { AccountMethods } from '../../types/account-records.ts'
import type { SqlConnection } from '../connection.ts'
import type { SqlTables } from '../tables.ts'
import { passkeyDetailsMethods } from './passkey-details.ts'
import { passwordMethods } from './passwords.ts'
import { type AccountDialect, createPort } from './port.ts'
import { secondFactorMethods } from './second-factors.ts'
import { securityEventMethods } from './security-events.ts'
import { sessionDetailsMethods } from './session-details.ts'
import { userDetailsMethods } from './user-details.ts'

/** Returns the adapter methods for accounts. Each one is a statement, or one transaction. */
export function createAccountMethods(
  dialect: AccountDialect,
  connection: SqlConnection,
  tables: SqlTables,
): Required<AccountMethods> {
  const port = createPort(dialect, connection, tables)
  return {
    ...userDetailsMethods(port, tables),
    ...passwordMethods(port, tables),
    ...secondFactorMethods(port, tables),
    ...sessionDetailsMethods(port, tables),
    ...passkeyDetailsMethods(port, tables),
    ...securityEventMethods(port, tables),
  }
}
