import { describe, expect, it } from 'vitest'
import { type Ceremony, decideCeremony, type Requester } from './decision.ts'

/** Every combination of what a client asks for and who asks. */
const rows: [Ceremony | null, Requester, Ceremony | undefined][] = [
  ['authenticate', 'signed-in', 'authenticate'],
  ['authenticate', 'known', 'authenticate'],
  ['authenticate', 'new', 'authenticate'],
  ['authenticate', 'unidentified', 'authenticate'],
  ['register', 'signed-in', 'register'],
  ['register', 'known', undefined],
  ['register', 'new', 'register'],
  ['register', 'unidentified', undefined],
  [null, 'signed-in', undefined],
  [null, 'known', 'authenticate'],
  [null, 'new', 'register'],
  [null, 'unidentified', 'authenticate'],
]

describe('which ceremony it is', () => {
  // proves §12.3
  it.each(rows)('%s, asked for by somebody who is %s: %s', (action, person, ceremony) => {
    expect(decideCeremony(action, person)).toBe(ceremony)
  })
})
