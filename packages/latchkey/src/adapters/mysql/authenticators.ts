import type { SqlAdapter } from '../../sql/adapter.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { change, type Database, find, insertion, stored, write } from './database.ts'

type AuthenticatorMethod =
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'

/** Returns the adapter methods for the passkeys table. */
export function authenticatorMethods(database: Database): Pick<SqlAdapter, AuthenticatorMethod> {
  const { authenticators } = database
  const getAuthenticator = async (credentialID: string): Promise<AdapterAuthenticator | null> =>
    (await find<AdapterAuthenticator>(database, authenticators, { credentialID }))[0] ?? null
  return {
    getAuthenticator,
    async createAuthenticator(authenticator) {
      await write(database, insertion(authenticators, authenticator))
      return stored(authenticators, authenticator)
    },
    listAuthenticatorsByUserId: async (userId) => [
      ...(await find<AdapterAuthenticator>(database, authenticators, { userId })),
    ],
    async updateAuthenticatorCounter(credentialID, counter) {
      const statement = change(authenticators, { credentialID }, { counter })
      if (statement !== undefined) await write(database, statement)
      const updated = await getAuthenticator(credentialID)
      if (updated === null) throw new Error('There is no authenticator with this credentialID.')
      return updated
    },
  }
}
