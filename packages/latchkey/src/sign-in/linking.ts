/** What decides whose account it is. */
export interface Facts {
  /** `provider`: a provider vouches for it. `passkey`: it was used. `new passkey`: it is being registered. */
  readonly proof: 'provider' | 'passkey' | 'new passkey'
  /** `own`: it belongs to who is signed in. `known`: to somebody. `unknown`: to nobody yet. */
  readonly account: 'own' | 'known' | 'unknown'
  /** Is somebody signed in who began this sign-in? */
  readonly session: 'signed out' | 'signed in'
  /** Of an unknown account that a stranger brings: does its e-mail address belong to a user already, and is it proved there and here? */
  readonly email: 'unused' | 'in use' | 'verified on both sides'
}

export type Decision = 'sign in' | 'link to current user' | 'link by e-mail' | 'create' | 'refuse'

type Row = Partial<Facts> & { readonly decision: Decision }

/**
 * The first row that fits decides. An address alone never opens an account: whoever controls a provider could name any, and whoever registers
 * a passkey names one without any proof.
 */
const TABLE: readonly Row[] = [
  { proof: 'passkey', account: 'unknown', decision: 'refuse' },
  { proof: 'new passkey', account: 'own', decision: 'refuse' },
  { proof: 'new passkey', account: 'known', decision: 'refuse' },
  { proof: 'new passkey', session: 'signed out', email: 'verified on both sides', decision: 'refuse' },
  { account: 'own', decision: 'sign in' },
  { account: 'known', session: 'signed out', decision: 'sign in' },
  { account: 'known', session: 'signed in', decision: 'refuse' },
  { account: 'unknown', session: 'signed in', decision: 'link to current user' },
  { account: 'unknown', email: 'verified on both sides', decision: 'link by e-mail' },
  { account: 'unknown', email: 'in use', decision: 'refuse' },
  { account: 'unknown', email: 'unused', decision: 'create' },
]

export function decide(facts: Facts): Decision {
  const keys = ['proof', 'account', 'session', 'email'] as const
  const row = TABLE.find((candidate) =>
    keys.every((key) => candidate[key] === undefined || candidate[key] === facts[key]),
  )
  return row?.decision ?? 'refuse'
}
