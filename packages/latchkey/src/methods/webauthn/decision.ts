/** What a passkey is asked for. */
export type Ceremony = 'authenticate' | 'register'

/** Who asks: somebody with a session, or a stranger who names a user, an address without one, or nobody. */
export type Requester = 'signed-in' | 'known' | 'new' | 'unidentified'

interface Row {
  /** `null`: the client leaves it to us. */
  readonly action: Ceremony | null
  readonly requester?: Requester
  readonly ceremony: Ceremony
}

/** The first row that fits decides; where none does, the request makes no sense. */
const TABLE: readonly Row[] = [
  { action: 'authenticate', ceremony: 'authenticate' },
  { action: 'register', requester: 'signed-in', ceremony: 'register' },
  { action: 'register', requester: 'new', ceremony: 'register' },
  { action: null, requester: 'unidentified', ceremony: 'authenticate' },
  { action: null, requester: 'known', ceremony: 'authenticate' },
  { action: null, requester: 'new', ceremony: 'register' },
]

export function decideCeremony(action: Ceremony | null, requester: Requester): Ceremony | undefined {
  return TABLE.find(
    (row) => row.action === action && (row.requester === undefined || row.requester === requester),
  )?.ceremony
}
