import type { AccountMethods, SecondFactor } from '../../types/account-records.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountPort } from './port.ts'
import { createStatements, orEmpty } from './statements.ts'

type SecondFactorMethod =
  | 'listSecondFactors'
  | 'createSecondFactor'
  | 'updateSecondFactor'
  | 'deleteSecondFactor'
  | 'replaceRecoveryCodes'
  | 'useRecoveryCode'
  | 'countRecoveryCodes'

interface RecoveryCode {
  userId: string
  hash: string
}

/** Returns the adapter methods for second factors and recovery codes. */
export function secondFactorMethods(
  port: AccountPort,
  tables: SqlTables,
): Required<Pick<AccountMethods, SecondFactorMethod>> {
  const factors = createStatements<SecondFactor>(port, tables, 'secondFactors')
  const codes = createStatements<RecoveryCode>(port, tables, 'recoveryCodes')
  const oldestFirst = `${factors.column('createdAt')}, ${factors.column('id')}`
  return {
    async listSecondFactors(userId) {
      const found = await factors.list(factors.where({ userId }), oldestFirst)
      return found.filter((each) => each.userId === String(userId))
    },
    createSecondFactor: (factor) => port.write(factors.insertion([factor])),
    async updateSecondFactor({ id, userId, ...changes }) {
      const condition = factors.where({ id, userId })
      const statement = factors.update(changes, condition)
      if (statement !== undefined && (await orEmpty(port, 0, () => port.write(statement))) > 0) return true
      // Some drivers count only the rows whose values change.
      return (await factors.list(condition)).length > 0
    },
    deleteSecondFactor: async ({ id, userId }) =>
      (await orEmpty(port, 0, () => port.write(factors.deletion(factors.where({ id, userId }))))) > 0,
    async replaceRecoveryCodes(userId, hashes) {
      const own = codes.where({ userId })
      const added = [...new Set(hashes)].map((hash) => ({ userId, hash }))
      if (added.length === 0) return void (await orEmpty(port, 0, () => port.write(codes.deletion(own))))
      // A code that stays is not deleted: PostgreSQL could insert it before it deletes it.
      const others = {
        text: `${own.text} AND ${codes.column('hash')} NOT IN (${added.map(() => '?').join(', ')})`,
        values: [...own.values, ...added.map(({ hash }) => hash)],
      }
      await port.atomic([codes.deletion(others), codes.upsertion(added, {})])
    },
    useRecoveryCode: async (userId, hash) =>
      (await orEmpty(port, 0, () => port.write(codes.deletion(codes.where({ userId, hash }))))) > 0,
    countRecoveryCodes: async (userId) => (await codes.list(codes.where({ userId }))).length,
  }
}
