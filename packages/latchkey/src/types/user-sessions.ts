/** The device on which a session started, as its browser describes itself. */
export interface SessionDevice {
  /** For example `Firefox`; `undefined` if it is not known. */
  readonly browser: string | undefined
  /** The operating system, for example `macOS`. */
  readonly os: string | undefined
  /** For example `desktop`, `mobile` or `tablet`. */
  readonly type: string | undefined
}

/** A user's session, for a list of sessions. */
export interface UserSession {
  /** Names the session in `rename` and `revoke`. It is no secret: it cannot be used to sign in. */
  readonly id: string
  /** Whether it is the session of this browser. */
  readonly isCurrent: boolean
  /** The name that the user gave it. */
  readonly name: string | null
  readonly createdAt: Date
  /** When the session was last used, to about five minutes. */
  readonly lastSeenAt: Date
  readonly expires: Date
  readonly device: SessionDevice
  /** How the user signed in: values of `amr`. */
  readonly methods: readonly string[]
  /** The address at the sign-in. Only with `limits.clientAddress`. */
  readonly ip: string | null
}

/** A user's sessions. They need `account: { security: true }`. */
export interface UserSessions {
  /** Returns the sessions, the newest first. Those that began before you set the option are missing. */
  list(): Promise<UserSession[]>
  /** Gives a session a name of at most 100 characters. Returns whether it exists. */
  rename(id: string, name: string): Promise<boolean>
  /**
   * Ends a session. Returns whether it existed. Copies of its cookie also end: immediately, and with
   * the strategy `hybrid` within `session.recheck` seconds.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   */
  revoke(id: string): Promise<boolean>
  /**
   * Ends all sessions but this one, which continues with a new token. Needs a response that can set
   * cookies.
   *
   * @throws {StepUpRequired} without a sign-in in the last 15 minutes
   */
  revokeOthers(): Promise<void>
}
