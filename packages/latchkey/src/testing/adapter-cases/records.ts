import type {
  SecondFactor,
  SessionDetails,
  StoredPassword,
  StoredSecurityEvent,
} from '../../types/account-records.ts'
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
  NewAccount,
  VerificationToken,
} from '../../types/adapter.ts'

/**
 * Returns a string that no other record contains. A database may keep the records of earlier cases.
 */
export function unique(): string {
  return crypto.randomUUID()
}

/** Returns a user as Latchkey creates one at a first sign-in. */
export function newUser(fields: Partial<AdapterUser> = {}): AdapterUser {
  const id = unique()
  return {
    id,
    name: 'Ann',
    email: `${id}@example.com`,
    image: 'https://example.com/ann.png',
    emailVerified: null,
    ...fields,
  }
}

/** Returns an account with every token that an adapter stores. */
export function newAccount(): NewAccount & { expires_at: number } {
  return {
    provider: 'example',
    providerAccountId: unique(),
    type: 'oidc',
    access_token: `access ${unique()}`,
    refresh_token: `refresh ${unique()}`,
    id_token: `id ${unique()}`,
    token_type: 'bearer',
    scope: 'openid email',
    session_state: 'state',
    expires_at: 1_900_000_000,
  }
}

/**
 * Returns an id, and others that differ from it only in case, in accents, or in a blank at the end
 * or at the start. The default collations of MySQL, MariaDB and SQL Server treat some of them as
 * equal.
 *
 * @param ending the end of each id, such as the domain of an address
 */
export function similarIds(ending = ''): [id: string, ...others: string[]] {
  const id = unique() + ending
  return [`e${id}`, `E${id}`, `é${id}`, `e${id} `, ` e${id}`]
}

/** Returns the account as the account of a user. */
export function withOwner(user: AdapterUser, account: NewAccount = newAccount()): AdapterAccount {
  return { ...account, userId: user.id }
}

/** Returns a session of a user. */
export function newSession(user: AdapterUser): { sessionToken: string; userId: string; expires: Date } {
  return { sessionToken: unique(), userId: user.id, expires: DATE }
}

/** Returns the token of a link in an e-mail. */
export function newVerificationToken(): VerificationToken {
  return { identifier: `${unique()}@example.com`, token: unique(), expires: DATE }
}

/** Returns a passkey of a user. */
export function newAuthenticator(user: AdapterUser): AdapterAuthenticator {
  return {
    userId: user.id,
    providerAccountId: unique(),
    credentialID: btoa(unique()),
    credentialPublicKey: btoa(unique()),
    counter: 1,
    credentialBackedUp: true,
    credentialDeviceType: 'multiDevice',
    transports: 'usb,nfc',
  }
}

/**
 * A date with milliseconds, which are lost in a column that stores seconds. A `TIMESTAMP` of MySQL
 * ends in January 2038.
 */
export const DATE: Date = new Date('2037-11-20T12:00:00.123Z')

/** A date later than `DATE`. */
export const LATER: Date = new Date('2037-12-24T18:30:00.456Z')

/**
 * Returns an id that no record has, in the form of the database's own ids: numbers, UUIDs or
 * others.
 */
export function unknownIdLike(id: string): string {
  // An adapter may return numbers although the type says string.
  if (typeof id === 'number') return 2_147_483_647 as unknown as string
  if (/^\d+$/.test(id)) return '2147483647'
  return id.replaceAll(/[\da-f]/g, () => Math.floor(Math.random() * 16).toString(16))
}

/** Returns a second factor of a user. */
export function newSecondFactor(user: AdapterUser, fields: Partial<SecondFactor> = {}): SecondFactor {
  return {
    id: unique(),
    userId: user.id,
    type: 'totp',
    secret: `encrypted ${unique()}`,
    name: "Ann's phone",
    createdAt: DATE,
    lastUsedAt: null,
    ...fields,
  }
}

/** Returns a password of a user. */
export function newPassword(user: AdapterUser): StoredPassword {
  return { userId: user.id, hash: `$scrypt$${unique()}`, changedAt: DATE, mustChange: false }
}

/** Returns what is known of a session of a user. */
export function newSessionDetails(user: AdapterUser, fields: Partial<SessionDetails> = {}): SessionDetails {
  return {
    sessionToken: unique(),
    userId: user.id,
    createdAt: DATE,
    lastSeenAt: DATE,
    expires: LATER,
    userAgent: `Mozilla/5.0 ${'x'.repeat(300)}`,
    ip: '2001:db8::1',
    amr: 'pwd otp',
    authTime: DATE,
    name: null,
    ...fields,
  }
}

/** Returns a security event of a user. */
export function newSecurityEvent(
  user: AdapterUser | null,
  fields: Partial<StoredSecurityEvent> = {},
): StoredSecurityEvent {
  return {
    id: unique(),
    userId: user?.id ?? null,
    type: 'signIn',
    at: DATE,
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0',
    details: '{"provider":"example"}',
    ...fields,
  }
}
