// Every key of the store. Running deployments have entries under these names: none of them changes.

/** What is stored under an id, or under a hash that the caller has. */
type IdPurpose =
  /** A session that ended early, by its `jti` or the hash of its token. */
  | 'ended'
  /** The id under which a session continues in the browser, and the one for as long as it lives. */
  | 'replaced'
  | 'continued'
  /** A one-time token that was redeemed. */
  | 'used-token'
  /** A refresh of provider tokens: its result, its lease, and whether a sign-out ended it. */
  | 'refresh'
  | 'refreshing'
  | 'refresh-ended'
  /** A logout token that was used, and one that is being used. */
  | 'logout-token'
  | 'logout-token-in-use'
  /** Counters of attempts. */
  | `${CountedAction}${CounterSuffix}`

/** What attempts are counted for. */
export type CountedAction = LimitedAction | `${LimitedAction | 'logout'}-client`
/** What has a limit for each subject. */
export type LimitedAction = 'credentials' | 'email'
/** The counters of an action. */
export type CounterSuffix = '' | '-failures' | '-faults' | '-spelling'

/** What is stored for a user. */
type UserPurpose =
  /** How often all sessions ended lately. */
  | 'turn'
  /** Until when all tokens ended. */
  | 'revoked'
  /** That the access was removed. */
  | 'removed'
  /** That sessions were deleted which a replica of the database may still have. */
  | 'deleted-of'

/** What is stored under a text that must not be readable in the store. */
export type HashedPurpose =
  /** A session that a replica may still have. */
  | 'deleted'
  /** What may be used once. */
  | 'transaction'
  | 'webauthn challenge'
  | 'used-link'
  /** Leases: changes of a user's accounts, and a first sign-in. */
  | 'accounts'
  | 'first-sign-in'
  /** E-mail links that ended, and codes that were wrong. */
  | 'ended-links'
  | 'wrong-codes'
  /** Logout tokens of a provider that were refused. */
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

/** Returns the key for a user. */
export function userKey(purpose: UserPurpose, userId: unknown): string {
  return `latchkey:${purpose}:${encodeURIComponent(String(userId))}`
}
