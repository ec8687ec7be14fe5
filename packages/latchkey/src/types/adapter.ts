import type { AccountMethods } from './account-records.ts'
import type { Awaitable, ProviderType } from './basics.ts'
import type { TokenSet } from './token-set.ts'
import type { Account, DefaultAccount, DefaultUser, User } from './user.ts'

/** A user as stored in the database. Your own additional fields are passed through. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the user verified the e-mail address; `null` until then. */
  emailVerified: Date | null
}

/** The account types that a database stores: the possible values of the column `type`. */
export type AdapterAccountType = Extract<ProviderType, 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** An account as stored in the database: the user that it belongs to, and the stored tokens. */
export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
}

/** An account that is not linked to a user yet. */
export type NewAccount = Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'type'> & Partial<TokenSet>

/** The columns that every stored session has. */
interface DefaultAdapterSession {
  /** The value to store, as Latchkey passes it: by default the cookie token's hash. */
  sessionToken: string
  userId: string
  expires: Date
}

/** A session as stored in the database. */
export interface AdapterSession extends DefaultAdapterSession {}

/** The columns that every stored e-mail link token has. */
interface DefaultVerificationToken {
  /** The e-mail address. */
  identifier: string
  /** The link token's hash. */
  token: string
  expires: Date
}

/** An e-mail link token as stored in the database. */
export interface VerificationToken extends DefaultVerificationToken {}

/** A passkey that is not linked to a user yet. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>

/** The properties that every passkey has. */
interface DefaultAuthenticator {
  userId?: string | undefined
  providerAccountId: string
  /** Encoded as Base64. */
  credentialID: string
  /** Encoded as Base64. */
  credentialPublicKey: string
  counter: number
  credentialBackedUp: boolean
  credentialDeviceType: string
  /** Separated by commas. */
  transports?: string | null | undefined
}

/** A passkey or security key with which a user signs in through WebAuthn. */
export interface Authenticator extends DefaultAuthenticator {}

/** A passkey or security key as stored in the database. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/** An adapter with all methods. Only one that reads a database copy has two for sessions. */
export type CompleteAdapter = Required<Omit<Adapter, 'getSessionAndUserFromPrimary'>> &
  Pick<Adapter, 'getSessionAndUserFromPrimary'>

/** The columns that every stored user has. */
interface DefaultAdapterUser extends DefaultUser {
  id: string
  email: string
  emailVerified: Date | null
}

/** The columns that every stored account has. */
interface DefaultAdapterAccount extends DefaultAccount {
  userId: string
  type: AdapterAccountType
}

/** The columns that every stored passkey has. */
interface DefaultAdapterAuthenticator extends DefaultAuthenticator {
  userId: string
}

/** The records with the columns that all databases have. */
interface DefaultRecords {
  user: DefaultAdapterUser
  account: DefaultAdapterAccount
  session: DefaultAdapterSession
  verificationToken: DefaultVerificationToken
  authenticator: DefaultAdapterAuthenticator
}

/** The records with the columns that the application declares. */
interface DeclaredRecords {
  user: AdapterUser
  account: AdapterAccount
  session: AdapterSession
  verificationToken: VerificationToken
  authenticator: AdapterAuthenticator
}

/**
 * A database adapter, as the configuration accepts it. Every Auth.js adapter has this type, even if
 * your application declares columns that the adapter's types do not have. `R` is the type of the
 * records that the methods return.
 *
 * The configuration determines which methods are required. Each method may be synchronous. Dates
 * are `Date` objects in both directions. A method returns `null` for a record that does not exist.
 */
export interface BaseAdapter<R extends DefaultRecords = DefaultRecords> extends AccountMethods {
  /** Stores a user and returns it. May use another `id` than the given one. */
  createUser?(user: AdapterUser): Awaitable<R['user']>
  /** Returns a user. */
  getUser?(id: string): Awaitable<R['user'] | null>
  /** Returns the user with their stored address. A user with another address is ignored. */
  getUserByEmail?(email: string): Awaitable<R['user'] | null>
  /** Compares both ids exactly: two ids that differ in case are two accounts. */
  getUserByAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Awaitable<R['user'] | null>
  /** Changes the given user fields and returns the whole user. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<R['user']>
  /** Deletes a user with all their sessions, accounts and authenticators. */
  deleteUser?(userId: string): Promise<void> | Awaitable<R['user'] | null | undefined>
  /** Links an account to the user `userId`. */
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<R['account'] | null | undefined>
  /** Unlinks an account from its user. */
  unlinkAccount?(
    account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<void> | Awaitable<R['account'] | undefined>
  /** Stores a session and returns it. */
  createSession?(session: { sessionToken: string; userId: string; expires: Date }): Awaitable<R['session']>
  /** Returns a session and its user. May return sessions that have expired. */
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: R['session']; user: R['user'] } | null>
  /** Changes the given session fields. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<R['session'] | null | undefined>
  /** Deletes a session. */
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<R['session'] | null | undefined>
  /** Stores an e-mail link token. */
  createVerificationToken?(token: VerificationToken): Awaitable<R['verificationToken'] | null | undefined>
  /**
   * Finds and deletes a token in one atomic step, so that only one of several calls receives it.
   */
  useVerificationToken?(params: {
    identifier: string
    token: string
  }): Awaitable<R['verificationToken'] | null>
  /** Returns an account. */
  getAccount?(
    providerAccountId: AdapterAccount['providerAccountId'],
    provider: AdapterAccount['provider'],
  ): Awaitable<R['account'] | null>
  /** Returns a passkey by its credential ID, in Base64. */
  getAuthenticator?(credentialID: string): Awaitable<R['authenticator'] | null>
  /** Stores a passkey and returns it. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<R['authenticator']>
  /** Returns all the user's passkeys. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<R['authenticator'][]>
  /** Sets a passkey's signature counter and returns the passkey. */
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<R['authenticator']>

  // Latchkey's additions to the methods of Auth.js. If an adapter lacks one, Latchkey uses the
  // other methods, which gives weaker guarantees.

  /**
   * Stores a new user and their first account: both or neither. If the account already exists,
   * returns the user that it belongs to. When the same first sign-in runs several times
   * simultaneously, only one of them creates a user.
   *
   * @throws when the e-mail address belongs to another user
   */
  createUserWithAccount?(
    user: AdapterUser,
    account: NewAccount,
  ): Awaitable<{ user: R['user']; isNewUser: boolean }>
  /**
   * Stores the tokens that the provider issued at a later sign-in, or for a refresh token.
   *
   * @param expected replaces the tokens in one atomic step, and only if the stored `refresh_token`
   *   is still this one; else changes nothing and returns `false`
   */
  updateAccount?(
    account: AdapterAccount,
    expected?: Pick<AdapterAccount, 'refresh_token'>,
  ): Awaitable<unknown>
  /** Returns all the user's accounts, with their tokens as they are stored. */
  listAccounts?(userId: string): Awaitable<R['account'][]>
  /** Unlinks all the user's accounts and passkeys. */
  deleteAccountsByUserId?(userId: string): Awaitable<unknown>
  /**
   * Returns a session as the primary database has it. An adapter has this method if its
   * `getSessionAndUser` may read a copy that lags behind. Latchkey then notes in the `store` which
   * sessions have ended, and asks the primary about what the copy cannot know.
   */
  getSessionAndUserFromPrimary?(
    sessionToken: string,
  ): Awaitable<{ session: R['session']; user: R['user'] } | null>
  /** Ends all the user's sessions. */
  deleteSessionsByUserId?(userId: string): Awaitable<unknown>
  /** Deletes all unused tokens for an e-mail address, after one of its links was used. */
  deleteVerificationTokens?(identifier: string): Awaitable<unknown>
}

/** A database whose records have all columns that the application declares. */
export interface Adapter extends BaseAdapter<DeclaredRecords> {}
