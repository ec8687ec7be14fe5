import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference, type ListedField } from '../listed-difference.ts'

type Orders = readonly (readonly [authJs: string, latchkey: string])[]

/** The order of the calls when a user returns from a provider. */
const AT_PROVIDER: Orders = [
  [
    'getUserByAccount, getSessionAndUser, getUserByAccount',
    'getUserByAccount, getUserByAccount, getSessionAndUser, getUser, createSession, deleteSession',
  ],
  ['getUserByAccount, getUser, getUserByAccount', 'getUserByAccount, getUserByAccount, getUser'],
  [
    'getUserByAccount, getSessionAndUser, getUserByAccount, linkAccount',
    'getUserByAccount, getSessionAndUser, getUser, getUserByAccount, linkAccount, createSession, ' +
      'deleteSession',
  ],
  [
    'getUserByAccount, getSessionAndUser, getUserByAccount',
    'getUserByAccount, getUserByAccount, getSessionAndUser, getUser',
  ],
  [
    'getUserByAccount, getUserByAccount, getUserByEmail',
    'getUserByAccount, getUserByAccount, getUserByEmail, getUserByAccount',
  ],
  [
    'getUserByAccount, getUserByAccount, getUserByEmail, linkAccount, createSession',
    'getUserByAccount, getUserByAccount, getUserByEmail, getUserByAccount',
  ],
  [
    'getUserByAccount, getUserByAccount, getUserByEmail, linkAccount',
    'getUserByAccount, getUserByAccount, getUserByEmail, getUserByAccount',
  ],
]

/** The order of the calls when a user opens a link. */
const WITH_LINK: Orders = [
  [
    'useVerificationToken, getUserByEmail, getSessionAndUser, getUserByEmail, createUser, createSession',
    'useVerificationToken, getUserByEmail, getUserByEmail, createUser, createSession, deleteSession',
  ],
  [
    'useVerificationToken, getUserByEmail, getUserByEmail, updateUser, createSession',
    'useVerificationToken, getUserByEmail, updateUser, createSession',
  ],
  [
    'useVerificationToken, getUserByEmail, getSessionAndUser, getUserByEmail, updateUser, createSession',
    'useVerificationToken, getUserByEmail, updateUser, createSession, deleteSession',
  ],
]

export const ADAPTER: readonly ListedDifference[] = [
  {
    group: 'Adapter calls',
    what: 'Order and number of the calls at a sign-in',
    authJs: 'A user is looked up twice: by `getUserByAccount`, or by `getUserByEmail` for a link.',
    latchkey:
      'Once if the user is known, and at the first sign-in of the process once more with another case. A ' +
      'sign-in that is refused looks once more. The user of the current session is read when a sign-in ' +
      'starts and when it ends.',
    reason:
      'Accounts are not joined by a database that ignores case; a session that ended in between links no ' +
      'account; first sign-ins at the same time create one user.',
    see: 'databases/adapters.md',
    fields: [
      ...AT_PROVIDER.map(
        (orders): ListedField => ['* › *returns from the provider › adapter › order', ...orders],
      ),
      ...WITH_LINK.map((orders): ListedField => ['e-mail: * › opens the * › adapter › order', ...orders]),
      ['* › *returns from the provider › adapter › getUserByAccount (2) › providerAccountId', 'ann', 'ANN'],
      ['* › *returns from the provider › adapter › getUserByAccount (3)', ABSENT, ANY],
      ['* › *returns from the provider › adapter › getUser', ABSENT, '<uuid>'],
      ['database: * › *starts the sign-in › adapter', ABSENT, ANY],
      ['e-mail: * › opens the * › adapter › getSessionAndUser', '<uuid>', ABSENT],
      ['e-mail: * › opens the link › adapter › getUserByEmail (2)', 'ann@example.com', ABSENT],
    ],
  },
  {
    group: 'Adapter calls',
    what: 'An e-mail that cannot be sent',
    authJs: 'The token may be stored.',
    latchkey: 'The token is stored before the e-mail is sent, and removed if that fails.',
    reason: 'A link works from the moment it arrives.',
    see: 'sign-in/email.md#if-an-e-mail-cannot-be-sent',
    fields: [
      [
        'e-mail: a mail that cannot be sent › * › adapter › order',
        'getUserByEmail',
        'getUserByEmail, createVerificationToken, useVerificationToken',
      ],
      [
        'e-mail: a mail that cannot be sent › * › adapter › createVerificationToken|useVerificationToken',
        ABSENT,
        ANY,
      ],
    ],
  },
]
