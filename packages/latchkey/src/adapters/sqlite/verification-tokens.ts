import type { SqliteConnection } from '../../sql/sqlite/connection.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { write } from './write.ts'

/** Returns the adapter methods for the table `verification_tokens`. */
export function verificationTokenMethods(
  db: SqliteConnection,
): Required<Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'>> {
  const insert = db.prepare(
    `INSERT INTO verification_tokens (identifier, token, expires) VALUES (:identifier, :token, :expires)
    RETURNING identifier, token, expires`,
  )
  // A single statement, so that only one of several concurrent requests can use the token.
  const remove = db.prepare(
    `DELETE FROM verification_tokens WHERE identifier = :identifier AND token = :token
    RETURNING identifier, token, expires`,
  )
  const removeAll = db.prepare(
    'DELETE FROM verification_tokens WHERE identifier = :identifier RETURNING identifier',
  )

  return {
    createVerificationToken: ({ identifier, token, expires }) =>
      toToken(write(insert, { identifier, token, expires: expires.getTime() })),
    // Despite the type, a link may lack the address. In SQL, nothing equals NULL.
    useVerificationToken: ({ identifier, token }) =>
      toToken(write(remove, { identifier: identifier ?? null, token })),
    deleteVerificationTokens: (identifier) => void write(removeAll, { identifier }),
  }
}

function toToken(row: Record<string, unknown> | undefined): VerificationToken | null {
  if (row === undefined) return null
  const { identifier, token, expires } = row as { identifier: string; token: string; expires: number }
  return { identifier, token, expires: new Date(expires) }
}
