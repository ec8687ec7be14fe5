// All store keys. Running deployments have entries under these names, so none of them changes.

/** Entries under an id, or under a hash that the caller has. */
type IdPurpose =
  /** A session that ended early, by its `jti` or its token's hash. */
  | 'ended'
  /** The id under which a session continues in the browser, and the one for its whole lifetime. */
  | 'replaced'
  | 'continued'
  /** A one-time token that was redeemed. */
  | 'used-token'
  /** A refresh of provider tokens: its result, its lease, and whether a sign-out ended it. */
  | 'refresh'
  | 'refreshing'
  | 'refresh-ended'
  /** A logout token that was used, and one that is in use. */
  | 'logout-token'
  | 'logout-token-in-use'
  /** Counters of attempts. */
  | `${CountedAction}${CounterSuffix}`

/** What attempts are counted for. */
export type CountedAction = LimitedAction | `${LimitedAction | 'logout'}-client`
/** Actions with a limit per subject. */
export type LimitedAction = 'credentials' | 'email' | 'phone' | 'phoneCountry'
/** An action's counters. */
export type CounterSuffix = '' | '-failures' | '-faults' | '-spelling'

/** Entries for a user. */
type UserPurpose =
  /** How often all sessions ended lately. */
  | 'turn'
  /** Until when all tokens ended. */
  | 'revoked'
  /** That the access was removed. */
  | 'removed'
  /** That sessions were deleted which a database replica may still have. */
  | 'deleted-of'

/** Entries under a text that must not be readable in the store. */
export type HashedPurpose =
  /** A session that a replica may still have. */
  | 'deleted'
  /** What may be used once. */
  | 'transaction'
  | 'webauthn challenge'
  | 'used-link'
  | 'totp-step'
  /** An authenticator app that was confirmed, and one that a sign-in or a session sets up. */
  | 'enrolment'
  | 'pending-enrolment'
  /** A sign-in that waits for a second factor, and one that was completed. */
  | 'pending-sign-in'
  | 'completed-sign-in'
  /** A change of an e-mail address that waits, and a side that has confirmed it. */
  | 'address-change'
  | 'address-change-side'
  /** A form that waits for a step-up, and one that was sent again. */
  | 'interrupted-form'
  | 'sent-form'
  /** The list of a user's sessions in cookies, and its lease. */
  | 'session-list'
  | 'session-list-in-use'
  /** Leases: changes to a user's accounts, or to the password, and a first sign-in. */
  | 'accounts'
  | 'password'
  | 'first-sign-in'
  /** E-mail links that ended, and codes that were wrong. */
  | 'ended-links'
  | 'code-tries'
  | 'code-tries-of'
  | 'wrong-codes'
  /** A provider's logout tokens that were rejected. */
  | 'logout-refused'
  /** Sessions and users at a provider, by `sid` and `sub`. */
  | 'provider-session'
  | 'provider-user'
  | 'provider-user-without-sid'
  | 'logged-out-session'
  | 'logged-out-user'
  | 'logged-out-user-without-sid'

/** Returns the key for something that has an id. */
export function idKey(purpose: IdPurpose, id: string): string {
  return `latchkey:${purpose}:${id}`
}

/** The key of the time until when all tokens of all users ended. */
export const EVERYONE_KEY = 'latchkey:revoked-everyone'

/** Returns the key for a user. */
export function userKey(purpose: UserPurpose, userId: unknown): string {
  return `latchkey:${purpose}:${encodeURIComponent(String(userId))}`
}
