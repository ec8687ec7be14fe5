/** What a passkey is asked for. */
export type Ceremony = 'authenticate' | 'register'

/** Who asks: somebody with a session, or a stranger who names a user, an address without one, or nobody. */
export type Person = 'signed in' | 'known' | 'new' | 'nobody'

interface Row {
  /** `null`: the client leaves it to us. */
  readonly action: Ceremony | null
  readonly person?: Person
  readonly ceremony: Ceremony
}

/** The first row that fits decides; where none does, the request makes no sense. */
const TABLE: readonly Row[] = [
  { action: 'authenticate', ceremony: 'authenticate' },
  { action: 'register', person: 'signed in', ceremony: 'register' },
  { action: 'register', person: 'new', ceremony: 'register' },
  { action: null, person: 'nobody', ceremony: 'authenticate' },
  { action: null, person: 'known', ceremony: 'authenticate' },
  { action: null, person: 'new', ceremony: 'register' },
]

export function decideCeremony(action: Ceremony | null, person: Person): Ceremony | undefined {
  return TABLE.find((row) => row.action === action && (row.person === undefined || row.person === person))
    ?.ceremony
}
