import { describe, expect, it } from 'vitest'
import { decide, type Facts } from './linking.ts'

/** Every combination of what can be the case, and what follows. */
const rows: [Facts['account'], Facts['person'], Facts['email'], ReturnType<typeof decide>][] = [
  ['own', 'signed in', 'free', 'sign in'],
  ['own', 'signed in', 'taken', 'sign in'],
  ['own', 'signed in', 'proved on both sides', 'sign in'],
  ['known', 'stranger', 'free', 'sign in'],
  ['known', 'stranger', 'taken', 'sign in'],
  ['known', 'stranger', 'proved on both sides', 'sign in'],
  ['known', 'signed in', 'free', 'refuse'],
  ['known', 'signed in', 'taken', 'refuse'],
  ['known', 'signed in', 'proved on both sides', 'refuse'],
  ['unknown', 'signed in', 'free', 'link to current user'],
  ['unknown', 'signed in', 'taken', 'link to current user'],
  ['unknown', 'signed in', 'proved on both sides', 'link to current user'],
  ['unknown', 'stranger', 'free', 'create'],
  ['unknown', 'stranger', 'taken', 'refuse'],
  ['unknown', 'stranger', 'proved on both sides', 'link by e-mail'],
]

describe('whose account it is', () => {
  it.each(rows)(
    'an account that is %s, brought by somebody %s, with an address that is %s: %s [P-AL-2, P-AL-3, §11.2 4, §11.2 5, §11.2 6, §11.2 7, §11.2 8, §11.2 9]',
    (account, person, email, decision) => {
      expect(decide({ proof: 'provider', account, person, email })).toBe(decision)
    },
  )

  it.each(rows)(
    'a passkey that is %s, used by somebody %s, with an address that is %s',
    (account, person, email, decision) => {
      const isKnown = account !== 'unknown'
      expect(decide({ proof: 'passkey', account, person, email })).toBe(isKnown ? decision : 'refuse')
    },
  )

  it.each(rows)(
    'a new passkey that is %s, brought by somebody %s, with an address that is %s [§11.2 11, §11.2 12, §11.2 13, §11.2 14]',
    (account, person, email, decision) => {
      const isLinkedOrMade = decision === 'link to current user' || decision === 'create'
      expect(decide({ proof: 'new passkey', account, person, email })).toBe(
        isLinkedOrMade ? decision : 'refuse',
      )
    },
  )
})
