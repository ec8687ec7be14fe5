import type { AccountMethods, StoredSecurityEvent } from '../../types/account-records.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountPort } from './port.ts'
import { createStatements } from './statements.ts'

type SecurityEventMethod = 'createSecurityEvent' | 'listSecurityEvents'

/** Returns the adapter methods for security events. */
export function securityEventMethods(
  port: AccountPort,
  tables: SqlTables,
): Required<Pick<AccountMethods, SecurityEventMethod>> {
  const events = createStatements<StoredSecurityEvent>(port, tables, 'securityEvents')
  const newestFirst = `${events.column('at')} DESC, ${events.column('id')} DESC`
  return {
    createSecurityEvent: (event) => port.write(events.insertion([event])),
    async listSecurityEvents(userId, { limit, before }) {
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new TypeError(`The limit of security events is ${limit}. Pass a whole number above 0.`)
      const own = events.where({ userId })
      const condition =
        before === undefined
          ? own
          : { text: `${own.text} AND ${events.column('at')} < ?`, values: [...own.values, before] }
      // Some drivers send numbers as text, which MySQL does not accept as a limit.
      const found = await events.list(condition, `${newestFirst} LIMIT ${limit}`)
      return found.filter((each) => each.userId === String(userId))
    },
  }
}
