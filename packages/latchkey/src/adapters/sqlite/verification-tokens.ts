import type { DatabaseSync } from 'node:sqlite'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { write } from './write.ts'

/** The methods over the table `verification_tokens`. */
export function verificationTokenMethods(
  db: DatabaseSync,
): Required<Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'deleteVerificationTokens'>> {
  const insert = db.prepare(
    `INSERT INTO verification_tokens (identifier, token, expires) VALUES (:identifier, :token, :expires)
    RETURNING identifier, token, expires`,
  )
  // One statement: of many at once only one can delete the row.
  const take = db.prepare(
    'DELETE FROM verification_tokens WHERE identifier = :identifier AND token = :token RETURNING identifier, token, expires',
  )
  const removeAll = db.prepare(
    'DELETE FROM verification_tokens WHERE identifier = :identifier RETURNING identifier',
  )

  return {
    createVerificationToken: ({ identifier, token, expires }) =>
      toToken(write(insert, { identifier, token, expires: expires.getTime() })),
    // A link may lack the address, whatever the type says; in SQL nothing equals NULL.
    useVerificationToken: ({ identifier, token }) =>
      toToken(write(take, { identifier: identifier ?? null, token })),
    deleteVerificationTokens: (identifier) => void write(removeAll, { identifier }),
  }
}

function toToken(row: Record<string, unknown> | undefined): VerificationToken | null {
  if (row === undefined) return null
  const { identifier, token, expires } = row as { identifier: string; token: string; expires: number }
  return { identifier, token, expires: new Date(expires) }
}
