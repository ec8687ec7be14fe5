import type { SqlStatement } from '../../../sql/connection.ts'
import type { Adapter, AdapterUser } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { type Entity, twice } from './entity.ts'
import { withId } from './users.ts'

/**
 * Returns the method that creates a user with their first account. It is one transaction without
 * intermediate steps, which every driver supports.
 *
 * @param where condition that finds an account by provider and id
 * @param owner statement that returns this account's user
 */
export function firstSignIn(
  { batch, entities: { users, accounts } }: Database,
  where: string,
  owner: string,
): Required<Adapter>['createUserWithAccount'] {
  const isNew = `WHERE NOT EXISTS (SELECT 1 FROM ${accounts.table} WHERE ${where})`
  return async (user, account) => {
    const key = twice(account.provider, account.providerAccountId)
    const newUser = withId(user)
    const insertIfNew = (entity: Entity, record: object): SqlStatement => {
      const { text, values } = insertion(entity, record)
      const conditional = text.replace(/ VALUES \(([?, ]+)\)/, ` SELECT $1 ${isNew}`)
      return { text: conditional, values: [...values, ...key] }
    }
    const [created, , found] = await batch([
      insertIfNew(users, newUser),
      insertIfNew(accounts, { ...account, userId: newUser.id }),
      { text: owner, values: key },
    ])
    const stored = users.record<AdapterUser>(found?.[0])
    if (stored === null) throw new Error('The account belongs to a user who does not exist.')
    return { user: stored, isNewUser: created?.length === 1 }
  }
}
