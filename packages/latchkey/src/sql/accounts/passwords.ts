import type { AccountMethods, StoredPassword } from '../../types/account-records.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountPort } from './port.ts'
import { createStatements, orEmpty } from './statements.ts'

type PasswordMethod = 'getPassword' | 'setPassword' | 'deletePassword'

/** Returns the adapter methods for passwords. */
export function passwordMethods(
  port: AccountPort,
  tables: SqlTables,
): Required<Pick<AccountMethods, PasswordMethod>> {
  const passwords = createStatements<StoredPassword>(port, tables, 'passwords')

  const getPassword = async (userId: string): Promise<StoredPassword | null> => {
    const found = await passwords.list(passwords.where({ userId }))
    return found.find((each) => each.userId === String(userId)) ?? null
  }

  async function addPassword(password: StoredPassword): Promise<boolean> {
    const statement =
      port.dialect === 'mysql' ? passwords.insertion([password]) : passwords.upsertion([password], {})
    try {
      return (await port.write(statement)) > 0
    } catch (error) {
      if (!port.isDuplicate(error)) throw error
      return false
    }
  }

  async function replacePassword(password: StoredPassword, expected: string): Promise<boolean> {
    const { userId, ...changes } = password
    const statement = passwords.update(changes, passwords.where({ userId, hash: expected }))
    if (statement !== undefined && (await port.write(statement)) > 0) return true
    // Some drivers count only the rows whose values change.
    return password.hash === expected && (await getPassword(userId))?.hash === expected
  }

  return {
    getPassword,
    async setPassword(password, expected) {
      if (expected === undefined) return void (await port.write(passwords.upsertion([password], password)))
      return expected === null ? addPassword(password) : replacePassword(password, expected)
    },
    async deletePassword(userId) {
      await orEmpty(port, 0, () => port.write(passwords.deletion(passwords.where({ userId }))))
    },
  }
}
