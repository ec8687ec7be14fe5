import type { AdapterUser, NewAuthenticator } from '../types/adapter.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Account, Profile, User } from '../types/user.ts'

/** The identity that a provider confirmed. Only `admit` signs the user in. */
export interface Identity {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, string>
  /** The URL to go to after the sign-in; validated. */
  readonly callbackUrl: string
  /** The tokens to store in the database. */
  readonly storedTokens?: Partial<TokenSet>
  /** Whether the provider verified the e-mail address; `undefined` if it does not say. */
  readonly isEmailVerified?: boolean | undefined
  /** The application allows linking by an e-mail address that the provider verified. */
  readonly linksByEmail?: boolean
  /**
   * The id of the user who was signed in when this sign-in started. The account is linked only to
   * that user.
   */
  readonly startedBy?: string
  /** The user with an e-mail link's address, or `null`. Only set with the provider type `email`. */
  readonly userOfLink?: AdapterUser | null
  /** With the provider type `email`: whether the address is a telephone number, which is an account. */
  readonly hasAccount?: boolean
  /**
   * The ID token's verified claims, and when it was requested, in milliseconds since 1970. Only set
   * with OpenID Connect.
   */
  readonly idToken?: { readonly claims: Profile | undefined; readonly requestedAt: number }
  /** How the user was verified, if the method knows. Default: by its type. */
  readonly amr?: readonly string[]
  /** When the provider verified the user, in seconds since 1970. Default: now. */
  readonly authTime?: number
  /** The passkey that signs in, by its stored id. */
  readonly credentialID?: string
  /** The passkey that this sign-in registers. */
  readonly authenticator?: NewAuthenticator
  /** The model of its authenticator: a UUID, or `null` if it is not known. */
  readonly aaguid?: string | null
  /** The password that the user sent, as it was stored. Only set if Latchkey compared it. */
  readonly password?: ComparedPassword
  /** What a sign-up stores. Its address is verified. */
  readonly signUp?: SignUp
}

/** A password at the time of a sign-in. */
export interface ComparedPassword {
  /** Changes with the password, but not if it is only hashed again: see `passwords/storage.ts`. */
  readonly version: string
}

/** A sign-up whose address was verified. */
export interface SignUp {
  /** The new password's hash. */
  readonly hash: string
  /** The user's further properties. */
  readonly fields: Readonly<Record<string, string>>
}

/** When and how a user signed in. */
export interface SessionFacts {
  /**
   * The methods, as the claim `amr` names them.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8176#section-2
   */
  readonly amr: readonly string[]
  /** Seconds since 1970. */
  readonly authTime: number
}

/** The user that `admit` signs in. */
export interface AdmittedUser {
  readonly user: User | AdapterUser
  readonly account: Account
  readonly profile: Profile | undefined
  readonly isNewUser: boolean
  /** Whether the user is known to be stored, although the provider has the type `credentials`. */
  readonly isStored?: boolean
  /** Whether the previous session's provider must also be able to end this one. */
  readonly isContinued?: boolean
  /** Set if sessions keep it. */
  readonly facts?: SessionFacts | undefined
}

/** A sign-in whose user is settled, before its session starts. */
export interface Admission {
  readonly identity: Identity
  readonly user: User | AdapterUser
  readonly isNewUser: boolean
  readonly facts?: SessionFacts | undefined
  /** Set if it has waited for a requirement: it ends with the sessions that were older. */
  readonly waitsSince?: WaitsSince | undefined
}

/** Since when a sign-in has waited, in seconds since 1970. Later than the sessions that had ended. */
export interface WaitsSince {
  /** Compared with the end of the user's sessions. */
  readonly ofUser: number
  /** Compared with the end of all users' sessions. */
  readonly ofEveryone: number
}

/** A session that has just started. */
export interface NewSession {
  /** What `endById` ends. */
  readonly sessionId: string
  /** Its user's id, as `userId` returns it: a callback may have changed it. */
  readonly userId: string
}
