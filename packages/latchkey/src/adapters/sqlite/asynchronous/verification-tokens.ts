import type { Adapter } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { isExactly, twice } from './entity.ts'

/** Returns the adapter methods for the e-mail links table. */
export function verificationTokenMethods({
  entities: { verificationTokens: tokens },
  write,
}: Database): Required<
  Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'>
> {
  // A single statement, so that only one of several concurrent requests can use the token.
  const remove =
    `DELETE FROM ${tokens.table} WHERE ${isExactly(tokens, 'identifier', 'token')} ` +
    `RETURNING ${tokens.list}`
  const removeAll = `DELETE FROM ${tokens.table} WHERE ${isExactly(tokens, 'identifier')}`

  return {
    async createVerificationToken(token) {
      const { text, values } = insertion(tokens, token)
      return tokens.record(await write(text, ...values))
    },
    useVerificationToken: async ({ identifier, token }) =>
      tokens.record(await write(remove, ...twice(identifier, token))),
    deleteVerificationTokens: async (identifier) => void (await write(removeAll, ...twice(identifier))),
  }
}
