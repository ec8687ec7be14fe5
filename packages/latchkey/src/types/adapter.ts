import type { Awaitable, ProviderType } from './basics.ts'
import type { TokenSet } from './token-set.ts'
import type { Account, User } from './user.ts'

/** A user as a database holds them. Further fields are passed through. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the person proved that the address is theirs; `null` until then. */
  emailVerified: Date | null
}

/** The types of account that a database holds: what the column `type` of a table may contain. */
export type AdapterAccountType = Extract<ProviderType, 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** An account as a database holds it: who it belongs to, and the tokens that are kept. */
export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
}

/** An account before it is known whose it is. */
export type NewAccount = Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'type'> & Partial<TokenSet>

/** A session as a database holds it. */
export interface AdapterSession {
  /** What the core gives: by default the hash of what the browser has. */
  sessionToken: string
  userId: string
  expires: Date
}

/** The token of a link in a mail as a database holds it. */
export interface VerificationToken {
  /** The e-mail address. */
  identifier: string
  /** Hash of what stands in the link. */
  token: string
  expires: Date
}

/** A passkey before it is known whose it is. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>

/** A passkey or security key, with which somebody signs in by WebAuthn. */
export interface Authenticator {
  userId?: string
  providerAccountId: string
  /** Base64. */
  credentialID: string
  /** Base64. */
  credentialPublicKey: string
  counter: number
  credentialBackedUp: boolean
  credentialDeviceType: string
  /** Joined by commas. */
  transports?: string | null
}

/** An authenticator as a database holds it. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/**
 * A database. Any adapter for Auth.js is one. Which methods are needed depends on the configuration; each may be synchronous.
 * Dates are `Date` objects in both directions; what is not found is `null`.
 */
export interface Adapter {
  /** May choose another id than the one given; what it returns counts. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  getUser?(id: string): Awaitable<AdapterUser | null>
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  getUserByAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<AdapterUser | null>
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /** With all sessions, accounts and authenticators. */
  deleteUser?(userId: string): Promise<void> | Awaitable<AdapterUser | null | undefined>
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<AdapterAccount | null | undefined>
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<void> | Awaitable<AdapterAccount | undefined>
  createSession?(session: { sessionToken: string; userId: string; expires: Date }): Awaitable<AdapterSession>
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<AdapterSession | null | undefined>
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Finds and deletes in one step, so that of many at once only one gets it. */
  useVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  getAccount?(
    providerAccountId: AdapterAccount['providerAccountId'],
    provider: AdapterAccount['provider'],
  ): Awaitable<AdapterAccount | null>
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  // Ours, beside the common ones. What an adapter lacks of them is done with the others, less exactly.

  /**
   * A new user with their first account, both or neither. When the account is there already, the user whom it belongs to: of the same first
   * sign-in many times at once only one makes a user. @throws when the e-mail address belongs to another user.
   */
  createUserWithAccount?(
    user: AdapterUser,
    account: NewAccount,
  ): Awaitable<{ user: AdapterUser; isNewUser: boolean }>
  /** Keeps the tokens that the provider gave at a later sign-in. */
  updateAccount?(account: AdapterAccount): Awaitable<unknown>
  /** Unlinks all accounts and passkeys of a user. */
  deleteAccountsByUserId?(userId: string): Awaitable<unknown>
  /** Ends all sessions of a user. */
  deleteSessionsByUserId?(userId: string): Awaitable<unknown>
  /** Forgets all links that wait for an address, once one of them was used. */
  deleteVerificationTokens?(identifier: string): Awaitable<unknown>
}
