import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const SIGNED_IN = 'database: a signed-in user *, sessions in a cookie'
const MAIL = 'e-mail: what sendVerificationRequest gets › arguments › value'

export const CALLBACKS: readonly ListedDifference[] = [
  {
    group: 'Callbacks',
    what: '`providerAccountId`, if `profile` returns a number',
    authJs: 'The number.',
    latchkey: 'The number as text.',
    reason: 'The type and the column are text.',
    see: 'concepts/account-linking.md#accounts-are-identified-by-provider-and-id',
    fields: [['* › * › callbacks|events › signIn|jwt › account › providerAccountId', 7, '7']],
  },
  {
    group: 'Callbacks',
    what: '`isNewUser`, without a database or with credentials',
    authJs: 'Missing.',
    latchkey: '`false`.',
    reason: 'It always has a value at a sign-in.',
    see: 'concepts/callbacks.md#sign-in',
    fields: [
      ['* › * › callbacks › jwt › isNewUser', ABSENT, false],
      ['* › * › events › signIn › isNewUser', ABSENT, false],
    ],
  },
  {
    group: 'Callbacks',
    what: 'A sign-in of a signed-in user; sessions in a cookie',
    authJs: 'The `jwt` callback runs for the new session.',
    latchkey: 'The `jwt` callback first reads the current session.',
    reason: 'It may have ended the session, and then no account is linked to its user.',
    see: 'concepts/account-linking.md#link-an-account-on-purpose',
    fields: [
      [`${SIGNED_IN} › starts the sign-in › callbacks`, ABSENT, ANY],
      [`${SIGNED_IN} › returns from the provider › callbacks › order`, 'signIn, jwt', 'signIn, jwt, jwt'],
      [`${SIGNED_IN} › returns from the provider › callbacks › jwt (2)`, ABSENT, ANY],
      [
        `${SIGNED_IN} › returns from the provider › callbacks › jwt › account|profile|user|trigger|isNewUser`,
        ANY,
        ABSENT,
      ],
      [`${SIGNED_IN} › returns from the provider › callbacks › jwt › token › iat|exp|jti`, ABSENT, ANY],
      [
        'database: an account of another user, sessions in a cookie › Ann starts the sign-in › callbacks',
        ABSENT,
        ANY,
      ],
      [
        'database: an account of another user, sessions in a cookie › Ann returns from the ' +
          'provider › callbacks › order',
        'signIn',
        'signIn, jwt',
      ],
      [
        'database: an account of another user, sessions in a cookie › Ann returns from the ' +
          'provider › callbacks › jwt',
        ABSENT,
        ANY,
      ],
    ],
  },
  {
    group: 'Callbacks',
    what: 'A `redirect` callback that returns a URL of another origin',
    authJs: 'Followed.',
    latchkey: 'Followed, with the warning `other-host`.',
    reason: 'The log shows where users are sent.',
    see: 'reference/errors.md#warnings',
    fields: [
      ['redirect callback: returns a URL of another origin › signs in › log', ABSENT, 'warning other-host'],
    ],
  },
  {
    group: 'Callbacks',
    what: 'Parameters of `sendVerificationRequest`',
    authJs: '`theme` has empty texts as defaults. `request` is a `Request`.',
    latchkey:
      '`theme` has what the configuration sets. `request` has `method`, `url` and `headers`. In ' +
      'addition: `texts`, `timeout` and `signal`.',
    reason:
      'A request has no body that was not read already, and an e-mail can be translated and has a ' +
      'time limit.',
    see: 'sign-in/email.md#send-e-mails-yourself',
    fields: [
      [`${MAIL} › theme › brandColor|buttonText|colorScheme|logo`, ANY, ABSENT],
      [`${MAIL} › request › headers`, ABSENT, {}],
      [`${MAIL} › texts|timeout|signal`, ABSENT, ANY],
    ],
  },
]
