import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'

export const SESSIONS: readonly ListedDifference[] = [
  {
    group: 'Sessions',
    what: 'Renewal',
    authJs: 'Each read of a session writes its cookie.',
    latchkey: 'A session is written again if it changed, or after `updateAge`.',
    reason: 'A read needs no encryption, and a cache can keep the response.',
    see: `${DECISION}#session-renewal-and-cookies`,
    fields: [
      ['* › reads the session|updates the session › cookies › *authjs.session-token', ANY, ABSENT],
      ['move: * › reads the session › cookies › *authjs.session-token.*', ANY, ABSENT],
      [
        'configuration: the name and the domain of the session cookie › reads the session › cookies › sid',
        ANY,
        ABSENT,
      ],
    ],
  },
  {
    group: 'Sessions',
    what: 'A callback throws, or the database is down',
    authJs: 'The response is `null`.',
    latchkey: 'Status 500 with an error. The user stays signed in.',
    reason: 'A short failure signs no user out, and `null` means that the visitor is signed out.',
    see: `${DECISION}#failures-do-not-sign-users-out`,
    fields: [
      ['session in a cookie: the * callback throws › reads the session › status', 200, 500],
      ['session in a cookie: the * callback throws › reads the session › json', null, ANY],
      [
        'session in a cookie: the * callback throws › reads the session › cookies › *authjs.session-token',
        'cleared',
        ABSENT,
      ],
      [
        'session in a cookie: the * callback throws › reads the session › log',
        'error JWTSessionError',
        'error SessionError',
      ],
      ['session in a cookie: the jwt callback throws › cookies of the browser › value', ANY, ANY],
      [
        'database: the database is down when a session is read|database: the session callback ' +
          'throws › reads the session › status',
        200,
        500,
      ],
      [
        'database: the database is down when a session is read|database: the session callback ' +
          'throws › reads the session › json',
        null,
        ANY,
      ],
      [
        'database: the session callback throws › reads the session › log',
        'error SessionTokenError',
        'error SessionError',
      ],
    ],
  },
  {
    group: 'Sessions',
    what: '`expires` of a database session that is renewed',
    authJs: 'The session has the value from before the renewal.',
    latchkey: 'The session has the new value.',
    reason: 'It is what the cookie and the database contain.',
    see: 'concepts/sessions.md#lifetime',
    fields: [
      [
        'database: session read two days later › reads the session › json › expires',
        '<now+28d>',
        '<now+30d>',
      ],
      [
        'database: session read two days later › * › callbacks|events › session › session › expires',
        '<Date now+28d>',
        '<Date now+30d>',
      ],
    ],
  },
  {
    group: 'Sessions',
    what: 'Claim `aud` of a session token',
    authJs: 'None.',
    latchkey: 'The origin of the application.',
    reason: 'Another application with the same secret rejects the token.',
    see: 'concepts/sessions.md#the-origin-of-a-session',
    fields: [
      ['* › * › callbacks|events › * › token › aud', ABSENT, 'latchkey:https://app.test'],
      ['* › * › callbacks|events › * › token › aud', ABSENT, 'latchkey:http://localhost:3000'],
      [
        'running server: * › * › callbacks|events › * › token › aud',
        ABSENT,
        'latchkey:http://localhost:<port>',
      ],
      ['move: * › * › callbacks|events › * › token › aud', 'latchkey:https://app.test', ABSENT],
      ['move: * › * › callbacks|events › * › token › aud', 'latchkey:http://localhost:3000', ABSENT],
      [
        'session in a cookie: getToken|session in a cookie: getToken without the name of the ' +
          'cookie › * › value › aud',
        ABSENT,
        'latchkey:https://app.test',
      ],
    ],
  },
  {
    group: 'Sessions',
    what: 'Token of a database session',
    authJs: 'A UUID.',
    latchkey: '256 random bits in hexadecimal, unless `generateSessionToken` returns another one.',
    reason: 'The other tokens also have this length.',
    see: 'operate/defaults.md#sessions',
    fields: [
      ['* › * › cookies › *authjs.session-token › value', '<uuid>', '<token>'],
      ['* › * › adapter › createSession|updateSession › sessionToken', '<uuid>', '<token>'],
      ['* › * › adapter › getSessionAndUser|deleteSession', '<uuid>', '<token>'],
      ['* › * › events › signOut › session › sessionToken', '<uuid>', '<token>'],
      // After a move, each library gets the token of the other one.
      ['move: * › * › adapter › getSessionAndUser|deleteSession', '<token>', '<uuid>'],
      ['move: * › * › events › signOut › session › sessionToken', '<token>', '<uuid>'],
    ],
  },
  {
    group: 'Sessions',
    what: 'The session token in the `session` callback and in what it returns',
    authJs: 'Part of the stored session.',
    latchkey: 'Missing.',
    reason: 'The token is the credential of the session.',
    see: 'concepts/callbacks.md#read-and-update',
    fields: [
      ['* › * › callbacks|events › session › session › sessionToken', '<uuid>', ABSENT],
      ['* › * › json › sessionToken', '<uuid>', ABSENT],
      ['move: * › * › callbacks|events › session › session › sessionToken', '<token>', ABSENT],
      ['move: * › * › json › sessionToken', '<token>', ABSENT],
    ],
  },
  {
    group: 'Sessions',
    what: 'Parameters of `jwt.encode` and `jwt.decode`',
    authJs: 'All fields of the option `jwt`, and no `jti` in the token.',
    latchkey: '`token`, `secret`, `salt` and, to encode, `maxAge`. The token has a `jti` and an `aud`.',
    reason: 'A token can be revoked by its `jti`.',
    see: 'reference/tokens.md#replace-the-format',
    fields: [
      [
        'session in a cookie: another format of the token › * call › value › encode|decode › encode|decode',
        '<function>',
        ABSENT,
      ],
      [
        'session in a cookie: another format of the token › second call › value › decode › maxAge',
        2_592_000,
        ABSENT,
      ],
      [
        'session in a cookie: another format of the token › first call › value › encode › token › jti',
        ABSENT,
        '<uuid>',
      ],
      [
        'session in a cookie: another format of the token › * › callbacks|events › * › token › jti',
        ABSENT,
        '<uuid>',
      ],
    ],
  },
]
