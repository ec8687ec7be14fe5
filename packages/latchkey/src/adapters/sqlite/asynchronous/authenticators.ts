import type { Adapter, AdapterAuthenticator } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { isExactly, twice } from './entity.ts'

/** Returns the adapter methods for the passkeys table. */
export function authenticatorMethods({
  entities: { authenticators },
  one,
  all,
  write,
}: Database): Required<
  Pick<
    Adapter,
    'getAuthenticator' | 'createAuthenticator' | 'listAuthenticatorsByUserId' | 'updateAuthenticatorCounter'
  >
> {
  const { table, list, record, column } = authenticators
  const isPasskey = isExactly(authenticators, 'credentialID')
  const counterColumn = column('counter').replace(/^.*\./, '')

  return {
    getAuthenticator: async (credentialID) =>
      record(await one(`SELECT ${list} FROM ${table} WHERE ${isPasskey}`, ...twice(credentialID))),
    async createAuthenticator(authenticator) {
      const { text, values } = insertion(authenticators, authenticator)
      return record(await write(text, ...values)) as AdapterAuthenticator
    },
    listAuthenticatorsByUserId: async (userId) =>
      (await all(`SELECT ${list} FROM ${table} WHERE ${column('userId')} = ?`, userId)).map(
        (row) => record(row) as AdapterAuthenticator,
      ),
    async updateAuthenticatorCounter(credentialID, counter) {
      const row = await write(
        `UPDATE ${table} SET ${counterColumn} = ? WHERE ${isPasskey} RETURNING ${list}`,
        counter,
        ...twice(credentialID),
      )
      if (row === undefined) throw new Error('There is no authenticator with this credentialID.')
      return record(row) as AdapterAuthenticator
    },
  }
}
