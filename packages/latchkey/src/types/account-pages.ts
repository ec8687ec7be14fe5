import type { ConnectedAccount } from './connected-accounts.ts'
import type { EnrolledFactor } from './second-factor.ts'
import type { SecurityEvent } from './security-events.ts'
import type { PendingAddressChange } from './user-email.ts'
import type { UserPasskey } from './user-passkeys.ts'
import type { PasswordStatus } from './user-password.ts'
import type { UserSession } from './user-sessions.ts'

/** The sections of the account pages, in their order. */
export interface AccountSections {
  /** The user's name and picture. */
  profile?: boolean | string | undefined
  /** The e-mail address. Needs `mail` and an `adapter`. */
  email?: boolean | string | undefined
  /** Needs the provider `Password`. */
  password?: boolean | string | undefined
  /** Needs the option `secondFactor`. */
  secondFactor?: boolean | string | undefined
  /** Needs a passkey provider. */
  passkeys?: boolean | string | undefined
  /** Accounts at providers. Needs an OAuth provider, and an adapter with `listAccounts`. */
  accounts?: boolean | string | undefined
  /** Sessions and devices. */
  sessions?: boolean | string | undefined
  /** What has happened. Needs an adapter that keeps security events. */
  events?: boolean | string | undefined
  /** A file with what is stored of the user. */
  export?: boolean | string | undefined
  /** Deletes the user. Needs an adapter with `deleteUser`. */
  delete?: boolean | string | undefined
}

/** The name of a section of the account pages. */
export type AccountSection = keyof AccountSections

/** A provider at which the user can connect an account. */
export interface ConnectableProvider {
  readonly id: string
  readonly name: string
}

/**
 * What the account pages show of the signed-in user. Contains no secrets. A section that the
 * configuration cannot serve, or that is off, is `undefined`.
 */
export interface AccountOverview {
  readonly user: {
    readonly id: string
    readonly name: string | null
    readonly email: string | null
    readonly image: string | null
  }
  readonly email?:
    | {
        readonly address: string | null
        readonly isVerified: boolean
        /** The change that waits to be confirmed. */
        readonly pending: PendingAddressChange | null
      }
    | undefined
  readonly password?: PasswordStatus | undefined
  readonly secondFactor?:
    | { readonly factors: readonly EnrolledFactor[]; readonly recoveryCodesLeft: number }
    | undefined
  readonly passkeys?: readonly UserPasskey[] | undefined
  readonly accounts?:
    | {
        readonly connected: readonly ConnectedAccount[]
        /** The OAuth providers, connected or not. */
        readonly providers: readonly ConnectableProvider[]
      }
    | undefined
  /** The newest first. */
  readonly sessions?: readonly UserSession[] | undefined
  /** The last ten, the newest first. */
  readonly events?: readonly SecurityEvent[] | undefined
}
