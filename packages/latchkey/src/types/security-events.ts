/** What a security event is about, by its type. */
export interface SecurityEvents {
  /** A user signed in, and nothing more was required. */
  signedIn: {
    /** The provider id; `server` if server code signed the user in. */
    readonly provider: string
    /** How the user was verified: values of RFC 8176. */
    readonly amr: readonly string[]
    readonly isNewUser: boolean
  }
  /** A user signed up with a password. The address is verified. */
  signedUp: { readonly provider: string }
  /** The user's e-mail address was verified. */
  addressVerified: object
  /** A sign-in failed. */
  signInFailed: {
    readonly provider: string | undefined
    /** The error's type, for example `CredentialsSignin`. */
    readonly error: string
  }
  /** A user sent a right second factor, at a sign-in or to confirm a session. */
  secondFactorPassed: { readonly methods: readonly string[] }
  /** A user sent a wrong second factor. */
  secondFactorFailed: { readonly error: string }
  /** A user added a second factor. */
  secondFactorAdded: { readonly method: 'totp' | 'passkey' }
  /** A second factor was removed. */
  secondFactorRemoved: { readonly by: 'user' | 'support' | 'policy' }
  /** A recovery code was used. */
  recoveryCodeUsed: { readonly left: number }
  /** A user replaced the recovery codes. `isFirst`: the first second factor came with them. */
  recoveryCodesReplaced: { readonly count: number; readonly isFirst?: boolean | undefined }
  /** A user confirmed a session: signed in again, or sent a second factor. */
  stepUpPassed: { readonly methods: readonly string[] }
  /** A user could not confirm a session. */
  stepUpFailed: { readonly error: string }
  /** A session started. */
  sessionStarted: {
    /** Its id in `user.sessions.list()`. */
    readonly session: string
  }
  /** One session ended. */
  sessionEnded: {
    /** Its id in `user.sessions.list()`; `undefined` if it is not known. */
    readonly session: string | undefined
    /**
     * `user`: a sign-out, or the user ended it in the list. `provider`: a logout token. `support`:
     * server code. `policy`: the user had too many sessions, or reset the password.
     */
    readonly by: SessionEnd
  }
  /** All of a user's sessions ended, or all but the current one. */
  sessionsRevoked: {
    readonly by: SessionEnd
    readonly exceptCurrent: boolean
  }
  /** All sessions of all users ended. */
  everyoneSignedOut: object
  /** An account at a provider was linked to the user. `isNewUser`: it is the user's first account. */
  accountLinked: { readonly provider: string; readonly isNewUser?: boolean | undefined }
  /** An account at a provider was unlinked. */
  accountUnlinked: { readonly provider: string }
  /** A passkey was added. `isNewUser`: the user signed up with it. */
  passkeyAdded: { readonly provider: string; readonly isNewUser?: boolean | undefined }
  /** A user removed a passkey. */
  passkeyRemoved: { readonly provider: string }
  /** A user chose a password that is known from a data breach. Only with `breached: 'warn'`. */
  breachedPasswordAccepted: object
  /** Whether a password is known from a data breach could not be looked up, so it was accepted. */
  breachCheckFailed: {
    /** What failed, for example `TimeoutError`. */
    readonly error: string
  }
  /** A user without a password set one. */
  passwordSet: object
  /** A user changed the password. */
  passwordChanged: {
    /** `user`: with the current one. `policy`: because a sign-in required it. */
    readonly by: 'user' | 'policy'
  }
  /** A user chose a new password with a link from an e-mail. */
  passwordReset: object
  /** A user removed the password. */
  passwordRemoved: object
  /** Server code required a new password at the next sign-in. */
  passwordChangeRequired: object
  /** A user asked for another e-mail address. */
  addressChangeRequested: object
  /** A user's e-mail address changed. */
  addressChanged: {
    /** The previous address; `null` if there was none. */
    readonly from: string | null
    readonly to: string
  }
  /** The user was deleted. What is stored of it says neither who it was nor from where. */
  userDeleted: object
  /** The user was disabled. */
  userDisabled: object
  /** The user was enabled again. */
  userEnabled: object
}

/** Why a session ended. */
export type SessionEnd = 'user' | 'provider' | 'support' | 'policy'

/** What every security event has. */
export interface SecurityEventFacts {
  readonly at: Date
  /** Not set if the user is not known, as after a failed sign-in. */
  readonly userId?: string | undefined
  /** The client's address. Only with `limits.clientAddress`. */
  readonly ip?: string | undefined
  /** The `User-Agent` header, of at most 512 characters. Not set if server code has no request. */
  readonly userAgent?: string | undefined
  /** The reference in the log, after a failure. */
  readonly reference?: string | undefined
}

/** The type of a security event. */
export type SecurityEventType = keyof SecurityEvents

/** Something that concerns the security of an account. Contains no secrets. */
export type SecurityEvent = {
  [Type in SecurityEventType]: SecurityEventFacts & { readonly type: Type } & SecurityEvents[Type]
}[SecurityEventType]
