import type { AccountMethods, UserDetails } from '../../types/account-records.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountPort } from './port.ts'
import { createStatements } from './statements.ts'

type UserDetailsMethod = 'getUserDetails' | 'setUserDetails'

/** Returns the adapter methods for users' states. */
export function userDetailsMethods(
  port: AccountPort,
  tables: SqlTables,
): Required<Pick<AccountMethods, UserDetailsMethod>> {
  const details = createStatements<UserDetails>(port, tables, 'userDetails')
  return {
    async getUserDetails(userId) {
      const found = await details.list(details.where({ userId }))
      return found.find((each) => each.userId === String(userId)) ?? null
    },
    setUserDetails: ({ userId, ...changes }) =>
      port.write(details.upsertion([{ disabledAt: null, deviceEpoch: null, ...changes, userId }], changes)),
  }
}
