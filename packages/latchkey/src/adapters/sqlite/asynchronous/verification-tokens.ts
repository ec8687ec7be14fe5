import type { Adapter } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'

/** Returns the adapter methods that use the table of e-mail links. */
export function verificationTokenMethods({
  entities: { verificationTokens: tokens },
  write,
}: Database): Required<
  Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'>
> {
  const identifierColumn = tokens.column('identifier')
  // A single statement, so that only one of several concurrent requests can use the token.
  const remove =
    `DELETE FROM ${tokens.table} WHERE ${identifierColumn} = ? AND ${tokens.column('token')} = ? ` +
    `RETURNING ${tokens.list}`
  const removeAll = `DELETE FROM ${tokens.table} WHERE ${identifierColumn} = ?`

  return {
    async createVerificationToken(token) {
      const { text, values } = insertion(tokens, token)
      return tokens.record(await write(text, ...values))
    },
    // Despite the type, a link may lack the address. In SQL, nothing equals NULL.
    useVerificationToken: async ({ identifier, token }) =>
      tokens.record(await write(remove, identifier ?? null, token)),
    deleteVerificationTokens: async (identifier) => void (await write(removeAll, identifier)),
  }
}
