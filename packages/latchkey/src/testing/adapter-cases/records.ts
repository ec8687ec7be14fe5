import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
  NewAccount,
  VerificationToken,
} from '../../types/adapter.ts'

/** Text that no other record has: a database may keep what earlier cases left. */
export function unique(): string {
  return crypto.randomUUID()
}

/** A user as the core makes them at a first sign-in. */
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

/** An account with every token that is kept. */
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

/** The same account, once it belongs to a user. */
export function accountOf(user: AdapterUser, account: NewAccount = newAccount()): AdapterAccount {
  return { ...account, userId: user.id }
}

/** A session of a user. */
export function sessionOf(user: AdapterUser): { sessionToken: string; userId: string; expires: Date } {
  return { sessionToken: unique(), userId: user.id, expires: DATE }
}

/** The token of a link in an e-mail. */
export function newVerificationToken(): VerificationToken {
  return { identifier: `${unique()}@example.com`, token: unique(), expires: DATE }
}

/** A passkey of a user. */
export function authenticatorOf(user: AdapterUser): AdapterAuthenticator {
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

/** A date whose milliseconds get lost where a column holds seconds. */
export const DATE: Date = new Date('2099-11-20T12:00:00.123Z')

/** A later one. */
export const LATER: Date = new Date('2099-12-24T18:30:00.456Z')

/** An id that has the form of the database's own ids, be they numbers, UUIDs or others, and that nobody has. */
export function unknownIdLike(id: string): string {
  // An adapter may give numbers, whatever the type says.
  if (typeof id === 'number') return 2_147_483_647 as unknown as string
  if (/^\d+$/.test(id)) return '2147483647'
  return id.replaceAll(/[\da-f]/g, () => Math.floor(Math.random() * 16).toString(16))
}
