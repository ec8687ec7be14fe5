import type { Awaitable } from './basics.ts'

/** A user's state for which the users table has no column. */
export interface UserDetails {
  userId: string
  /** Since when the user may not sign in; `null` if they may. */
  disabledAt: Date | null
  /** Changes when the user's trusted devices end; `null` until the first change. */
  deviceEpoch: string | null
}

/** A password, as `Password` stores it. */
export interface StoredPassword {
  userId: string
  /** A PHC string, or another library's format. */
  hash: string
  changedAt: Date
  /** Whether the user has to choose another one at the next sign-in. */
  mustChange: boolean
}

/** A second factor that the user enrolled. */
export interface SecondFactor {
  id: string
  userId: string
  /** `totp`: an authenticator app. `passkey`: any of the user's passkeys. */
  type: 'totp' | 'passkey'
  /** The encrypted secret; empty for passkeys, which have their own table. */
  secret: string
  /** The name that the user gave it. */
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** What is known of a session besides its row. */
export interface SessionDetails {
  /** The value of the sessions table: by default the cookie token's hash. */
  sessionToken: string
  userId: string
  createdAt: Date
  lastSeenAt: Date
  /** When the row can be deleted. */
  expires: Date
  /** The `User-Agent` header; `null` if there was none. */
  userAgent: string | null
  ip: string | null
  /** How the user signed in: values of RFC 8176, separated by blanks. */
  amr: string
  /** When the user last signed in or confirmed it. */
  authTime: Date
  /** The name that the user gave it. */
  name: string | null
}

/** What is known of a passkey besides its row. */
export interface PasskeyDetails {
  /** Encoded as Base64, as in the passkeys table. */
  credentialID: string
  userId: string
  name: string | null
  /** Identifies the authenticator's model: a UUID; `null` if it is not known. */
  aaguid: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

/** A security event, as it is stored. */
export interface StoredSecurityEvent {
  id: string
  /** `null` if the user is not known, as after a failed sign-in. */
  userId: string | null
  type: string
  at: Date
  ip: string | null
  userAgent: string | null
  /** The event's other fields, as JSON. */
  details: string
}

/**
 * The adapter methods for accounts: second factors, passwords, session lists, security events. Each
 * group of methods makes one feature possible. Latchkey's adapters have all of them; `withAccounts`
 * adds them to another adapter.
 */
export interface AccountMethods {
  /** Returns a user's state, or `null` if nothing is stored. */
  getUserDetails?(userId: string): Awaitable<UserDetails | null>
  /** Changes the given fields, and creates the row if there is none. */
  setUserDetails?(details: Partial<UserDetails> & Pick<UserDetails, 'userId'>): Awaitable<unknown>

  /** Returns a user's password, or `null`. */
  getPassword?(userId: string): Awaitable<StoredPassword | null>
  /**
   * Stores a user's password.
   *
   * @param expected replaces the password in one atomic step, and only if the stored `hash` is
   *   still this one, or, with `null`, if there is none; else changes nothing and returns `false`
   */
  setPassword?(password: StoredPassword, expected?: string | null): Awaitable<unknown>
  /** Deletes a user's password. */
  deletePassword?(userId: string): Awaitable<unknown>

  /** Returns all the user's second factors, the oldest first. */
  listSecondFactors?(userId: string): Awaitable<SecondFactor[]>
  /** Stores a second factor. */
  createSecondFactor?(factor: SecondFactor): Awaitable<unknown>
  /** Changes the given fields of the user's second factor. Returns `false` if it does not exist. */
  updateSecondFactor?(factor: Partial<SecondFactor> & Pick<SecondFactor, 'id' | 'userId'>): Awaitable<boolean>
  /** Deletes the user's second factor. Returns `false` if it does not exist. */
  deleteSecondFactor?(factor: Pick<SecondFactor, 'id' | 'userId'>): Awaitable<boolean>
  /** Replaces all the user's recovery codes in one atomic step. */
  replaceRecoveryCodes?(userId: string, hashes: readonly string[]): Awaitable<unknown>
  /**
   * Deletes a recovery code in one atomic step. Of several calls at the same time, only one returns
   * `true`.
   */
  useRecoveryCode?(userId: string, hash: string): Awaitable<boolean>
  /** Returns how many recovery codes the user has. */
  countRecoveryCodes?(userId: string): Awaitable<number>

  /** Stores what is known of a new session. */
  createSessionDetails?(details: SessionDetails): Awaitable<unknown>
  /** Returns what is known of all the user's sessions, the newest first. */
  listSessionDetails?(userId: string): Awaitable<SessionDetails[]>
  /** Changes the given fields. Changes nothing if there is no such session. */
  touchSessionDetails?(
    details: Partial<SessionDetails> & Pick<SessionDetails, 'sessionToken'>,
  ): Awaitable<unknown>
  /** Deletes what is known of a session. */
  deleteSessionDetails?(sessionToken: string): Awaitable<unknown>
  /** Deletes all sessions of all users, and what is known of them. */
  deleteAllSessions?(): Awaitable<unknown>

  /** Returns what is known of all the user's passkeys. */
  listPasskeyDetails?(userId: string): Awaitable<PasskeyDetails[]>
  /** Changes the given fields, and creates the row if there is none. */
  updatePasskeyDetails?(
    details: Partial<PasskeyDetails> & Pick<PasskeyDetails, 'credentialID' | 'userId'>,
  ): Awaitable<unknown>
  /** Deletes a user's passkey, its details and its account. Returns `false` if it does not exist. */
  deleteAuthenticator?(passkey: Pick<PasskeyDetails, 'credentialID' | 'userId'>): Awaitable<boolean>

  /** Stores a security event. */
  createSecurityEvent?(event: StoredSecurityEvent): Awaitable<unknown>
  /**
   * Returns a user's security events, the newest first.
   *
   * @param before only events that are older than this time
   */
  listSecurityEvents?(
    userId: string,
    options: { readonly limit: number; readonly before?: Date | undefined },
  ): Awaitable<StoredSecurityEvent[]>
}
