import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

export const ADAPTER: readonly ListedDifference[] = [
  {
    group: 'Adapter calls',
    what: 'Order and number of the calls at a sign-in',
    authJs: '`getUserByAccount` is called twice.',
    latchkey: 'Once. The user of the current session is read when a sign-in starts and when it ends.',
    reason: 'One query fewer; a session that ended in between links no account.',
    see: 'adapters.md',
    fields: [
      ['* › *returns from the provider › adapter › order', ANY, ANY],
      ['* › *returns from the provider › adapter › getUserByAccount (2)', ANY, ABSENT],
      ['* › *returns from the provider › adapter › getUser', ABSENT, '<uuid>'],
      ['database: * › *starts the sign-in › adapter', ABSENT, ANY],
      ['e-mail: * › opens the * › adapter › order', ANY, ANY],
      ['e-mail: * › opens the * › adapter › getSessionAndUser', '<uuid>', ABSENT],
      ['e-mail: * › opens the link › adapter › getUserByEmail (2)', ABSENT, 'ann@example.com'],
    ],
  },
  {
    group: 'Adapter calls',
    what: 'An e-mail that cannot be sent',
    authJs: 'The token may be stored.',
    latchkey: 'The token is stored before the e-mail is sent, and removed if that fails.',
    reason: 'A link works from the moment it arrives.',
    see: 'email.md#if-an-e-mail-cannot-be-sent',
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
