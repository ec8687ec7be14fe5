import type { SqliteConnection } from '../../sql/sqlite/connection.ts'
import type { Adapter, AdapterAuthenticator } from '../../types/adapter.ts'
import { write } from './write.ts'

const COLUMNS = `credentialID, userId, providerAccountId, credentialPublicKey, counter, credentialBackedUp,
  credentialDeviceType, transports`

/** SQLite has no boolean type: 0 is `false`, 1 is `true`. */
type AuthenticatorRow = Omit<Required<AdapterAuthenticator>, 'credentialBackedUp'> & {
  credentialBackedUp: number
}

/** Returns the adapter methods for the table `authenticators`. */
export function authenticatorMethods(
  db: SqliteConnection,
): Required<
  Pick<
    Adapter,
    'getAuthenticator' | 'createAuthenticator' | 'listAuthenticatorsByUserId' | 'updateAuthenticatorCounter'
  >
> {
  const insert = db.prepare(
    `INSERT INTO authenticators (${COLUMNS})
    VALUES (:credentialID, :userId, :providerAccountId, :credentialPublicKey, :counter, :credentialBackedUp,
      :credentialDeviceType, :transports)
    RETURNING ${COLUMNS}`,
  )
  const select = db.prepare(`SELECT ${COLUMNS} FROM authenticators WHERE credentialID = ?`)
  const list = db.prepare(`SELECT ${COLUMNS} FROM authenticators WHERE userId = ?`)
  const update = db.prepare(
    `UPDATE authenticators SET counter = :counter WHERE credentialID = :credentialID RETURNING ${COLUMNS}`,
  )

  return {
    getAuthenticator: (credentialID) => toAuthenticator(select.get(credentialID)),
    createAuthenticator: (authenticator) =>
      toAuthenticator(write(insert, toRow(authenticator))) as AdapterAuthenticator,
    listAuthenticatorsByUserId: (userId) =>
      list.all(userId).map((row) => toAuthenticator(row) as AdapterAuthenticator),
    updateAuthenticatorCounter(credentialID, counter) {
      const updated = toAuthenticator(write(update, { counter, credentialID }))
      if (updated === null) throw new Error('There is no authenticator with this credentialID.')
      return updated
    },
  }
}

function toAuthenticator(row: Record<string, unknown> | undefined): AdapterAuthenticator | null {
  if (row === undefined) return null
  const { credentialBackedUp, ...columns } = row as AuthenticatorRow
  return { ...columns, credentialBackedUp: credentialBackedUp === 1 }
}

function toRow(authenticator: AdapterAuthenticator): Record<keyof AuthenticatorRow, string | number | null> {
  const {
    credentialID,
    userId,
    providerAccountId,
    credentialPublicKey,
    counter,
    credentialBackedUp,
    credentialDeviceType,
  } = authenticator
  return {
    credentialID,
    userId,
    providerAccountId,
    credentialPublicKey,
    counter,
    credentialBackedUp: credentialBackedUp ? 1 : 0,
    credentialDeviceType,
    transports: authenticator.transports ?? null,
  }
}
