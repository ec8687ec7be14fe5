import type { AdapterUser } from '../types/adapter.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/** Everything that decides which user an account belongs to. */
export interface LinkingInput {
  /**
   * `provider`: the provider vouches for the account. `passkey`: it was used. `new passkey`: it is
   * being registered.
   */
  readonly proof: 'provider' | 'passkey' | 'new passkey'
  /** The user whom the account already belongs to. */
  readonly owner: AdapterUser | null
  /** The user who is signed in, and was when this sign-in started. */
  readonly signedInUser: AdapterUser | null
  /** The user with the account's e-mail address. Needed only if there is neither of the others. */
  readonly userWithSameEmail: AdapterUser | null
  /** Whether the provider vouches for the address, and the application links accounts by it. */
  readonly linksByEmail: boolean
}

/** The decision, and its user. */
export type Decision =
  | { readonly action: 'sign in' | 'link'; readonly user: AdapterUser }
  | { readonly action: 'create' | 'refuse' }

interface Facts {
  readonly proof: LinkingInput['proof']
  /**
   * `own`: it belongs to the signed-in user. `known`: to another user. `unknown`: to no user yet.
   */
  readonly account: 'own' | 'known' | 'unknown'
  readonly session: 'signed out' | 'signed in'
  readonly email: 'unused' | 'in use' | 'verified on both sides'
}

type Row = Partial<Facts> & {
  readonly action: Decision['action']
  readonly user?: 'owner' | 'signedInUser' | 'userWithSameEmail'
}

/**
 * The first row that matches decides. An address alone never signs in: anyone who controls a
 * provider could claim any address, and registering a passkey takes no proof of one.
 */
const TABLE: readonly Row[] = [
  { proof: 'passkey', account: 'unknown', action: 'refuse' },
  { proof: 'new passkey', account: 'own', action: 'refuse' },
  { proof: 'new passkey', account: 'known', action: 'refuse' },
  { proof: 'new passkey', session: 'signed out', email: 'verified on both sides', action: 'refuse' },
  { account: 'own', action: 'sign in', user: 'owner' },
  { account: 'known', session: 'signed out', action: 'sign in', user: 'owner' },
  { account: 'known', session: 'signed in', action: 'refuse' },
  { account: 'unknown', session: 'signed in', action: 'link', user: 'signedInUser' },
  { account: 'unknown', email: 'verified on both sides', action: 'link', user: 'userWithSameEmail' },
  { account: 'unknown', email: 'in use', action: 'refuse' },
  { account: 'unknown', email: 'unused', action: 'create' },
]

const KEYS = ['proof', 'account', 'session', 'email'] as const

/**
 * Decides which user an account belongs to. Rejects a decision that needs a user if there is none.
 */
export function decide(input: LinkingInput): Decision {
  const facts = gatherFacts(input)
  const row = TABLE.find((candidate) => KEYS.every((key) => [undefined, facts[key]].includes(candidate[key])))
  if (row?.action === 'create') return { action: 'create' }
  const user = row?.user && input[row.user]
  return user && (row.action === 'sign in' || row.action === 'link')
    ? { action: row.action, user }
    : { action: 'refuse' }
}

function gatherFacts({ proof, owner, signedInUser, userWithSameEmail, linksByEmail }: LinkingInput): Facts {
  const isOwn = owner !== null && signedInUser !== null && String(owner.id) === String(signedInUser.id)
  const isVerified = linksByEmail && userWithSameEmail !== null && hasVerifiedAddress(userWithSameEmail)
  return {
    proof,
    account: owner === null ? 'unknown' : isOwn ? 'own' : 'known',
    session: signedInUser === null ? 'signed out' : 'signed in',
    email: userWithSameEmail === null ? 'unused' : isVerified ? 'verified on both sides' : 'in use',
  }
}
