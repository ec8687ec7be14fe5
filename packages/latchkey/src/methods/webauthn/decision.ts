/** WebAuthn ceremony: sign in with a passkey, or create one. */
export type Ceremony = 'authenticate' | 'register'

/**
 * A ceremony's requester. `signed-in`: has a session. The others are signed out. `known`: names an
 * existing user. `new`: names an address without a user. `unidentified`: names no user.
 */
export type Requester = 'signed-in' | 'known' | 'new' | 'unidentified'

interface Row {
  /** `null`: the client does not choose. */
  readonly action: Ceremony | null
  readonly requester?: Requester
  readonly ceremony: Ceremony
}

/** The first matching row decides. A request without a matching row is invalid. */
const TABLE: readonly Row[] = [
  { action: 'authenticate', ceremony: 'authenticate' },
  { action: 'register', requester: 'signed-in', ceremony: 'register' },
  { action: 'register', requester: 'new', ceremony: 'register' },
  { action: null, requester: 'unidentified', ceremony: 'authenticate' },
  { action: null, requester: 'known', ceremony: 'authenticate' },
  { action: null, requester: 'new', ceremony: 'register' },
]

/** Returns the ceremony for the requested action, or `undefined` if the request is invalid. */
export function decideCeremony(action: Ceremony | null, requester: Requester): Ceremony | undefined {
  return TABLE.find(
    (row) => row.action === action && (row.requester === undefined || row.requester === requester),
  )?.ceremony
}
