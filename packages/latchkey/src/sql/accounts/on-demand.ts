import { loadOnce } from '../../async/awaitable.ts'
import type { AccountMethods } from '../../types/account-records.ts'
import type { SqlConnection } from '../connection.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountDialect } from './port.ts'

/** The adapter methods for accounts. */
export const ACCOUNT_METHODS: readonly (keyof AccountMethods)[] = [
  'getUserDetails',
  'setUserDetails',
  'getPassword',
  'setPassword',
  'deletePassword',
  'listSecondFactors',
  'createSecondFactor',
  'updateSecondFactor',
  'deleteSecondFactor',
  'replaceRecoveryCodes',
  'useRecoveryCode',
  'countRecoveryCodes',
  'createSessionDetails',
  'listSessionDetails',
  'touchSessionDetails',
  'deleteSessionDetails',
  'deleteAllSessions',
  'listPasskeyDetails',
  'updatePasskeyDetails',
  'deleteAuthenticator',
  'createSecurityEvent',
  'listSecurityEvents',
]

/**
 * Returns the adapter methods for accounts. Their code is loaded with the first call: most
 * applications call none of them.
 */
export function accountMethodsOnDemand(
  dialect: AccountDialect,
  connection: SqlConnection,
  tables: SqlTables,
): Required<AccountMethods> {
  const load = loadOnce(async () =>
    (await import('./methods.ts')).createAccountMethods(dialect, connection, tables),
  )
  const methods = ACCOUNT_METHODS.map((name) => [
    name,
    async (...args: unknown[]) => ((await load())[name] as (...values: unknown[]) => unknown)(...args),
  ])
  return Object.fromEntries(methods) as Required<AccountMethods>
}
