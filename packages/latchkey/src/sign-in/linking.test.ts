import { describe, expect, it } from 'vitest'
import type { AdapterUser } from '../types/adapter.ts'
import { type Decision, decide, type LinkingInput } from './linking.ts'

type Account = 'own' | 'known' | 'unknown'
type Session = 'signed out' | 'signed in'
type Email = 'unused' | 'in use' | 'verified on both sides'

const user = (id: string, emailVerified: Date | null = null): AdapterUser => ({
  id,
  email: `${id}@example.com`,
  emailVerified,
})
const users = {
  owner: user('owner'),
  signedInUser: user('ann'),
  userWithSameEmail: user('bob', new Date(1)),
}

const signIn = (signedIn: keyof typeof users): Decision => ({ action: 'sign in', user: users[signedIn] })
const link = (linked: keyof typeof users): Decision => ({ action: 'link', user: users[linked] })
const create: Decision = { action: 'create' }
const refuse: Decision = { action: 'refuse' }

/**
 * Every combination of account, session and e-mail address, and the decision for an account that a
 * provider vouches for.
 */
const rows: [Account, Session, Email, Decision][] = [
  ['own', 'signed in', 'unused', signIn('signedInUser')],
  ['own', 'signed in', 'in use', signIn('signedInUser')],
  ['own', 'signed in', 'verified on both sides', signIn('signedInUser')],
  ['known', 'signed out', 'unused', signIn('owner')],
  ['known', 'signed out', 'in use', signIn('owner')],
  ['known', 'signed out', 'verified on both sides', signIn('owner')],
  ['known', 'signed in', 'unused', refuse],
  ['known', 'signed in', 'in use', refuse],
  ['known', 'signed in', 'verified on both sides', refuse],
  ['unknown', 'signed in', 'unused', link('signedInUser')],
  ['unknown', 'signed in', 'in use', link('signedInUser')],
  ['unknown', 'signed in', 'verified on both sides', link('signedInUser')],
  ['unknown', 'signed out', 'unused', create],
  ['unknown', 'signed out', 'in use', refuse],
  ['unknown', 'signed out', 'verified on both sides', link('userWithSameEmail')],
]

function input(proof: LinkingInput['proof'], account: Account, session: Session, email: Email): LinkingInput {
  const owners = { own: users.signedInUser, known: users.owner, unknown: null }
  return {
    proof,
    owner: owners[account],
    signedInUser: session === 'signed in' ? users.signedInUser : null,
    userWithSameEmail: email === 'unused' ? null : users.userWithSameEmail,
    linksByEmail: email === 'verified on both sides',
  }
}

describe('account linking', () => {
  // proves P-AL-2, P-AL-3, §11.2 4, §11.2 5, §11.2 6, §11.2 7, §11.2 8, §11.2 9
  it.each(rows)(
    'decides for a provider: account %s, visitor %s, e-mail address %s',
    (account, session, email, decision) => {
      expect(decide(input('provider', account, session, email))).toEqual(decision)
    },
  )

  it.each(rows)(
    'decides for a passkey that was used: account %s, visitor %s, e-mail address %s',
    (account, session, email, decision) => {
      const isKnown = account !== 'unknown'
      expect(decide(input('passkey', account, session, email))).toEqual(isKnown ? decision : refuse)
    },
  )

  // proves §11.2 11, §11.2 12, §11.2 13, §11.2 14
  it.each(rows)(
    'decides for a new passkey: account %s, visitor %s, e-mail address %s',
    (account, session, email, decision) => {
      const isAllowed = account === 'unknown' && email !== 'verified on both sides'
      const isLinkedOrCreated = isAllowed || (account === 'unknown' && session === 'signed in')
      expect(decide(input('new passkey', account, session, email))).toEqual(
        isLinkedOrCreated ? decision : refuse,
      )
    },
  )

  // proves P-AL-2
  it('does not link by an address that only the provider has verified', () => {
    const unverified = { ...users.userWithSameEmail, emailVerified: null }
    expect(
      decide({
        proof: 'provider',
        owner: null,
        signedInUser: null,
        userWithSameEmail: unverified,
        linksByEmail: true,
      }),
    ).toEqual(refuse)
  })
})
