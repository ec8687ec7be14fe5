import { describe, expect, it } from 'vitest'
import { decide, type Facts } from './linking.ts'

/** Every combination of what can be the case, and what follows. */
const rows: [Facts['account'], Facts['session'], Facts['email'], ReturnType<typeof decide>][] = [
  ['own', 'signed in', 'unused', 'sign in'],
  ['own', 'signed in', 'in use', 'sign in'],
  ['own', 'signed in', 'verified on both sides', 'sign in'],
  ['known', 'signed out', 'unused', 'sign in'],
  ['known', 'signed out', 'in use', 'sign in'],
  ['known', 'signed out', 'verified on both sides', 'sign in'],
  ['known', 'signed in', 'unused', 'refuse'],
  ['known', 'signed in', 'in use', 'refuse'],
  ['known', 'signed in', 'verified on both sides', 'refuse'],
  ['unknown', 'signed in', 'unused', 'link to current user'],
  ['unknown', 'signed in', 'in use', 'link to current user'],
  ['unknown', 'signed in', 'verified on both sides', 'link to current user'],
  ['unknown', 'signed out', 'unused', 'create'],
  ['unknown', 'signed out', 'in use', 'refuse'],
  ['unknown', 'signed out', 'verified on both sides', 'link by e-mail'],
]

describe('whose account it is', () => {
  // proves P-AL-2, P-AL-3, §11.2 4, §11.2 5, §11.2 6, §11.2 7, §11.2 8, §11.2 9
  it.each(rows)(
    'an account that is %s, brought by somebody %s, with an address that is %s: %s',
    (account, session, email, decision) => {
      expect(decide({ proof: 'provider', account, session, email })).toBe(decision)
    },
  )

  it.each(rows)(
    'a passkey that is %s, used by somebody %s, with an address that is %s',
    (account, session, email, decision) => {
      const isKnown = account !== 'unknown'
      expect(decide({ proof: 'passkey', account, session, email })).toBe(isKnown ? decision : 'refuse')
    },
  )

  // proves §11.2 11, §11.2 12, §11.2 13, §11.2 14
  it.each(rows)(
    'a new passkey that is %s, brought by somebody %s, with an address that is %s',
    (account, session, email, decision) => {
      const isLinkedOrMade = decision === 'link to current user' || decision === 'create'
      expect(decide({ proof: 'new passkey', account, session, email })).toBe(
        isLinkedOrMade ? decision : 'refuse',
      )
    },
  )
})
