import { describe, expect, it } from 'vitest'
import { type Ceremony, decideCeremony, type Requester } from './decision.ts'

/** Every combination of the requested ceremony and the requester, with the resulting ceremony. */
const rows: { requested: Ceremony | null; requester: Requester; ceremony: Ceremony | undefined }[] = [
  { requested: 'authenticate', requester: 'signed-in', ceremony: 'authenticate' },
  { requested: 'authenticate', requester: 'known', ceremony: 'authenticate' },
  { requested: 'authenticate', requester: 'new', ceremony: 'authenticate' },
  { requested: 'authenticate', requester: 'unidentified', ceremony: 'authenticate' },
  { requested: 'register', requester: 'signed-in', ceremony: 'register' },
  { requested: 'register', requester: 'known', ceremony: undefined },
  { requested: 'register', requester: 'new', ceremony: 'register' },
  { requested: 'register', requester: 'unidentified', ceremony: undefined },
  { requested: null, requester: 'signed-in', ceremony: undefined },
  { requested: null, requester: 'known', ceremony: 'authenticate' },
  { requested: null, requester: 'new', ceremony: 'register' },
  { requested: null, requester: 'unidentified', ceremony: 'authenticate' },
]

describe('the WebAuthn ceremony', () => {
  // proves §12.3
  it.each(rows)(
    'is $ceremony if $requested is requested by a user who is $requester',
    ({ requested, requester, ceremony }) => {
      expect(decideCeremony(requested, requester)).toBe(ceremony)
    },
  )
})
