import type { SqlAdapter } from '../../sql/adapter.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import { type Database, deletion, find, insertion, stored, write } from './database.ts'

/** Returns the adapter methods for the e-mail links table. */
export function verificationTokenMethods(
  database: Database,
): Pick<SqlAdapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'> {
  const { verificationTokens } = database
  return {
    async createVerificationToken(token) {
      await write(database, insertion(verificationTokens, token))
      return stored(verificationTokens, token)
    },
    async useVerificationToken({ identifier, token }) {
      const keys = { identifier, token }
      const [found] = await find<VerificationToken>(database, verificationTokens, keys)
      if (found === undefined) return null
      // Only one of several requests that found it deletes it.
      const { changes } = await write(database, deletion(verificationTokens, keys))
      return changes === 0 ? null : found
    },
    async deleteVerificationTokens(identifier) {
      await write(database, deletion(verificationTokens, { identifier }))
    },
  }
}
