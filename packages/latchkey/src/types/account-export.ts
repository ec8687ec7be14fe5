import type { EnrolledFactor } from './second-factor.ts'

/** A row as the adapter has it, without columns that are secrets by their name. */
export type ExportedRow = Readonly<Record<string, unknown>>

/** A session in an export, without its token. */
export interface ExportedSession {
  /** The same as in `user.sessions.list()`. */
  readonly id: string
  readonly name: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expires: Date
  readonly userAgent: string | null
  readonly ip: string | null
  /** How the user signed in: values of `amr`. */
  readonly methods: readonly string[]
}

/** A passkey in an export. */
export interface ExportedPasskey {
  readonly credentialID: string
  readonly credentialPublicKey: string
  readonly counter: number
  readonly credentialDeviceType: string
  readonly credentialBackedUp: boolean
  readonly transports: string | null
  readonly name: string | null
  /** The authenticator's model. */
  readonly aaguid: string | null
  readonly createdAt: Date | null
  readonly lastUsedAt: Date | null
}

/** What is stored of a user, without secrets. Lists are empty without an adapter that has them. */
export interface AccountExport {
  readonly exportedAt: Date
  readonly user: ExportedRow
  /** When the user was disabled; `null` if never. */
  readonly disabledAt: Date | null
  /** Accounts at providers. Their tokens are secrets of the provider, and are left out. */
  readonly accounts: readonly ExportedRow[]
  readonly sessions: readonly ExportedSession[]
  readonly passkeys: readonly ExportedPasskey[]
  /** When the password was last changed; `null` if there is none. Its hash is left out. */
  readonly password: { readonly changedAt: Date | null } | null
  readonly secondFactors: readonly EnrolledFactor[]
  readonly recoveryCodesLeft: number
  /** Security events, the newest first. */
  readonly events: readonly ExportedRow[]
}
