/** Requirements that belong together, and what an application with Latchkey notices. */
export interface Meaning {
  /** Titles of cases of the adapter suite. */
  readonly cases: readonly string[]
  /** What happens in an application with Latchkey and an adapter that fails one of them. */
  readonly withLatchkey: string
}

const STORE = '[store](../operate/security.md#several-processes-store)'

/** The notes of the table, in the order of their numbers. */
export const MEANINGS: readonly Meaning[] = [
  {
    cases: ['returns a verification token to only one of twenty concurrent calls'],
    withLatchkey: `A link works once: Latchkey claims it in the ${STORE} of all processes.`,
  },
  {
    cases: [
      'rejects a second user with the same e-mail address',
      'creates one user from twenty concurrent calls with the same e-mail address',
    ],
    withLatchkey:
      'First sign-ins at the same time create one user: Latchkey claims the address in the ' +
      `${STORE}. Other code that inserts users is not covered. Add a unique key to the column ` +
      'of the address.',
  },
  {
    cases: [
      'links an account to one of twenty users who link it concurrently',
      'keeps an account with its user when another user links it',
    ],
    withLatchkey:
      `An account keeps its user: Latchkey claims the account in the ${STORE}, and looks it up ` +
      'before it links it. Other code that links accounts is not covered. Add a unique key to ' +
      'the two columns of the account.',
  },
  {
    cases: [
      'finds no user by an account id that differs in case, accents or blanks',
      'finds no user by a provider that differs in case, accents or blanks',
      'returns no account whose id differs in case, accents or blanks',
      'links accounts whose ids differ in case, accents or blanks',
      'creates a user for each account id that differs in case, accents or blanks',
      'rejects no first sign-in because of a similar account id',
      'changes and unlinks no account whose id differs in case, accents or blanks',
    ],
    withLatchkey: 'Change the [collation](#collations) of the two columns of the account.',
  },
  {
    cases: [
      'finds no session by a token that differs in case, accents or blanks',
      'changes and deletes no session whose token differs in case, accents or blanks',
    ],
    withLatchkey:
      'Nothing: the adapter receives a hash of the token, and similar tokens have other hashes. ' +
      'With `hashToken: false`, change the [collation](#collations) of the token, too.',
  },
  {
    cases: [
      'finds no verification token by an address or a token that differs in case, accents or blanks',
      'keeps a verification token when a similar address or token is used',
    ],
    withLatchkey:
      'A link signs in only with the address to which it was sent: Latchkey compares it with ' +
      'the stored one. A link that is opened with a similar address is used up.',
  },
  {
    cases: [
      'stores users whose e-mail addresses differ in accents or blanks',
      'returns a user with the stored e-mail address, not with the requested one',
    ],
    withLatchkey:
      'The second of two users with similar addresses cannot sign in: see [collations](#collations).',
  },
  {
    cases: ['finds no user when the e-mail address is missing'],
    withLatchkey: 'Nothing: Latchkey looks up no user without an address.',
  },
  {
    cases: [
      'returns nothing when it extends an unknown or deleted session',
      'reports no error when a session is extended and deleted at the same time',
    ],
    withLatchkey:
      'Nothing: when the adapter throws, Latchkey looks the session up again. If it is gone, ' +
      'there is no session.',
  },
  {
    cases: [
      'ignores the deletion of an unknown session',
      "ignores a session's second deletion",
      'ignores the deletion of a session whose user was deleted',
      'deletes a session from twenty concurrent calls',
    ],
    withLatchkey:
      'Nothing: when the adapter throws at a sign-out, Latchkey looks the session up again. If ' +
      'it is gone, the sign-out succeeds.',
  },
  {
    cases: ['keeps a session deleted that is extended at the same time'],
    withLatchkey:
      `The session stays ended: Latchkey notes its end in the ${STORE}. Several processes need ` +
      'a shared one.',
  },
  {
    cases: [
      'deletes one user and keeps the others',
      "deletes a deleted user's accounts",
      "deletes a deleted user's sessions",
      "deletes a deleted user's passkeys",
    ],
    withLatchkey:
      'Latchkey deletes a user only to undo an incomplete first sign-in or registration. Test ' +
      'your own code that deletes users.',
  },
]
