import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const LINKED = 'database: allowDangerousEmailAccountLinking, verified addresses, *'
const VERIFIED = 'database: a provider that verifies the address, *'

export const EVENTS: readonly ListedDifference[] = [
  {
    group: 'Events',
    what: '`createUser`, if an account is linked to a user with the same address',
    authJs: 'Sent.',
    latchkey: 'Not sent.',
    reason: 'No user is created.',
    see: 'concepts/account-linking.md#the-decision',
    fields: [
      [`${LINKED} › returns from the provider › events › createUser`, ANY, ABSENT],
      [
        `${LINKED} › returns from the provider › events › order`,
        'createUser, linkAccount, signIn',
        'linkAccount, signIn',
      ],
    ],
  },
  {
    group: 'Events',
    what: '`emailVerified` of a new user whose provider verified the address',
    authJs: '`null`.',
    latchkey: 'The date of the sign-in.',
    reason: 'Later decisions about the address need it.',
    see: 'concepts/account-linking.md#verified-addresses',
    fields: [
      [`${VERIFIED} › returns from the provider › events › * › user › emailVerified`, null, '<Date now>'],
      [
        `${VERIFIED} › returns from the provider › callbacks › jwt › user › emailVerified`,
        null,
        '<Date now>',
      ],
      [`${VERIFIED} › returns from the provider › adapter › createUser › emailVerified`, null, '<Date now>'],
    ],
  },
  {
    group: 'Events',
    what: '`by` in the message of `signOut`',
    authJs: 'Missing.',
    latchkey: '`user` or `provider`.',
    reason: 'With back-channel logout, the provider can also end a session.',
    see: 'guides/backchannel-logout.md#the-event',
    fields: [
      ['* › * › events › signOut › by', ABSENT, 'user'],
      ['running server: * › * › events › signOut › by', ABSENT, 'user'],
      ['move: * › * › events › signOut › by', ABSENT, 'user'],
    ],
  },
]
