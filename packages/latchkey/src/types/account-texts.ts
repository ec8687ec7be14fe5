import type { AccountSection } from './account-pages.ts'
import type { AccountStatus } from './account-status.ts'

/** The texts of the account pages. */
export interface AccountTexts {
  title: string
  /** The link from a section to the overview. */
  back: string
  /** The heading of each section. */
  sections: Record<AccountSection, string>
  /** The link or the button to each section. */
  open: Record<AccountSection, string>
  /** What was changed, after a form. */
  status: Record<AccountStatus, string>
  /** Why a form changed nothing, by the error's type. `Default` is used for all others. */
  errors: Record<
    | 'BadRequest'
    | 'CredentialsSignin'
    | 'Default'
    | 'EmailSignInError'
    | 'LastSignInMethod'
    | 'PasswordExists'
    | 'SecondFactorFailed'
    | 'TooManyRequests'
    | 'Verification',
    string
  >
  email: {
    verified: string
    unverified: string
    none: string
    newAddress: string
    change: string
    /** Returns the text while a change waits, with the new address. */
    pending: (address: string) => string
    code: string
    confirm: string
    cancel: string
  }
  password: {
    /** Returns the text with the date of the last change. */
    changed: (date: string) => string
    set: string
    none: string
    current: string
    change: string
    add: string
    remove: string
  }
  secondFactor: {
    off: string
    app: string
    passkeys: string
    setUp: string
    remove: string
    /** Returns the text with the number of recovery codes that are left. */
    codesLeft: (count: string) => string
    newCodes: string
    usePasskeys: string
    forgetDevices: string
  }
  passkeys: { none: string; unnamed: string; add: string; remove: string }
  accounts: {
    none: string
    /** Returns the button's label, with the provider's name. */
    connect: (provider: string) => string
    disconnect: string
  }
  sessions: {
    current: string
    unknown: string
    /** Returns the text with the time at which a session was last used. */
    lastSeen: (time: string) => string
    signOut: string
    signOutOthers: string
  }
  /** The name of a session or a passkey. */
  name: string
  rename: string
  save: string
  /** Returns the text with the time of creation. */
  added: (date: string) => string
  /** The link to the next entries of a list. */
  more: string
  /** What happened. An event without a text is not shown. */
  events: Record<
    | 'accountLinked'
    | 'accountUnlinked'
    | 'addressChanged'
    | 'addressChangeRequested'
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'passwordChanged'
    | 'passwordRemoved'
    | 'passwordReset'
    | 'passwordSet'
    | 'recoveryCodesReplaced'
    | 'recoveryCodeUsed'
    | 'secondFactorAdded'
    | 'secondFactorFailed'
    | 'secondFactorRemoved'
    | 'sessionEnded'
    | 'sessionsRevoked'
    | 'signedIn'
    | 'signInFailed'
    | 'signedUp',
    string
  >
  /** Shown if nothing has happened. */
  noEvents: string
  export: string
  delete: {
    warning: string
    /** Returns the label that asks for the address. */
    confirm: (address: string) => string
    button: string
  }
}
