import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'
const THROWS = 'authorize throws an error|browser client: signIn while authorize throws'
const ERROR_PAGE = 'https://app.test/auth/error'
const SIGN_IN_PAGE = 'https://app.test/auth/signin'
const ADDRESS =
  'e-mail: no address|e-mail: two addresses|e-mail: normalizeIdentifier throws|e-mail: a mail that ' +
  'cannot be sent'

export const ERRORS: readonly ListedDifference[] = [
  {
    group: 'Errors',
    what: 'JSON of an invalid configuration',
    authJs: '`message`.',
    latchkey: '`message`, `error` and `reference`.',
    reason: 'Scripts get the type of the error, and the reference leads to the log entry.',
    see: 'reference/errors.md#errors-in-json-responses',
    fields: [
      ['configuration: * › session|providers › json › message', ANY, ANY],
      ['configuration: * › session|providers › json › error', ABSENT, 'Configuration'],
      ['configuration: * › session|providers › json › reference', ABSENT, '<random>'],
    ],
  },
  {
    group: 'Errors',
    what: 'Status of an error for scripts',
    authJs: '200.',
    latchkey:
      'The status of the error: 401 for a wrong password, 403 if access is denied, 500 for a fault ' +
      'of the server.',
    reason: 'Clients and logs see failures.',
    see: `${DECISION}#json-responses`,
    fields: [
      ['* › *script* › status', 200, 400],
      ['* › *script* › status', 200, 401],
      ['* › *script* › status', 200, 403],
      ['* › *script* › status', 200, 500],
      ['* › *script* › status', 200, 503],
    ],
  },
  {
    group: 'Errors',
    what: 'JSON of an error',
    authJs: '`url`.',
    latchkey: '`url`, `error` (the type), `message` and `reference`.',
    reason: 'Scripts need not parse the URL, and the reference leads to the log entry.',
    see: 'reference/errors.md#errors-in-json-responses',
    fields: [['* › *script* › json › error|message|reference', ABSENT, ANY]],
  },
  {
    group: 'Errors',
    what: '`reference` in the URL of a page',
    authJs: 'None.',
    latchkey: 'With errors whose details only the log has.',
    reason: 'It leads to the log entry.',
    see: 'reference/errors.md#log-entries',
    fields: [
      ['* › * › redirect › query › reference', ABSENT, '<random>'],
      ['* › *script* › json › url › query › reference', ABSENT, '<random>'],
    ],
  },
  {
    group: 'Errors',
    what: '`authorize` throws',
    authJs: '`CallbackRouteError`.',
    latchkey: '`CallbackRouteError`, and at most once an hour the warning `authorize-threw`.',
    reason: 'For wrong credentials, `authorize` should return `null`.',
    see: 'reference/errors.md#warnings',
    fields: [
      [
        `${THROWS} › a browser signs in|a script signs in|result › log`,
        'error CallbackRouteError',
        'warning authorize-threw, error CallbackRouteError',
      ],
    ],
  },
  {
    group: 'Errors',
    what: 'Types in the log',
    authJs: '`CallbackRouteError`, `TypeError` or `Error` for many causes.',
    latchkey:
      'A type for each cause, such as `InvalidCheck`, `ServiceUnavailable`, `UnknownProvider` and ' +
      '`SessionError`. Each failure is logged once.',
    reason: 'The type leads to the cause and the fix.',
    see: 'reference/error-types.md',
    fields: [
      [
        'provider: a wrong state|provider: no code › returns from the provider › log',
        'error CallbackRouteError',
        'error InvalidCheck',
      ],
      [
        'pages: *, the user cancels at the provider › returns from the provider › log',
        'error CallbackRouteError',
        'error InvalidCheck',
      ],
      [
        'provider: the jwt callback throws › returns from the provider › log',
        'error CallbackRouteError',
        'error SessionError',
      ],
      ['provider: an unknown provider › * › log', 'error Error', 'error UnknownProvider'],
      ['redirect callback: throws › signs in › log', 'error Error', 'error CallbackRouteError'],
      ['redirect callback: throws › signs out › log', 'error Error', 'error AuthError'],
      ['endpoints: bodies › invalid JSON › log', 'error SyntaxError', 'error BadRequest'],
      ['endpoints: bodies › plain text › log', 'error MissingCSRF', 'error UnsupportedMediaType'],
      [
        'configuration: database sessions without a database › * › log',
        'error UnsupportedStrategy',
        'error MissingAdapter',
      ],
      [
        'database: the database is down when a session is read › reads the session › log',
        'error AdapterError, error SessionTokenError',
        'error AdapterError',
      ],
      [
        'database: the database is down at sign-in › returns from the provider › log',
        'error AdapterError, error AdapterError',
        'error AdapterError',
      ],
    ],
  },
  {
    group: 'Errors',
    what: 'A provider does not respond',
    authJs: 'The error page, with `Configuration`.',
    latchkey: '`ServiceUnavailable` with status 503.',
    reason: 'The user can try again, and monitoring sees the cause.',
    see: 'project/decisions/0025-respond-with-503-while-a-service-is-down.md',
    fields: [
      ['provider: a provider that does not respond › a browser starts the sign-in › status', 302, 503],
      ['provider: a provider that does not respond › a browser starts the sign-in › redirect', ANY, ABSENT],
      [
        'provider: a provider that does not respond › a browser starts the sign-in › content-type|page',
        ABSENT,
        ANY,
      ],
      ['provider: a provider that does not respond › a script * › json › retryAfter', ABSENT, 5],
      ['provider: a provider that does not respond › * › log', 'error TypeError', 'error ServiceUnavailable'],
      [
        'provider: a provider that does not respond › a script * › json › url › target',
        ERROR_PAGE,
        SIGN_IN_PAGE,
      ],
      [
        'provider: a provider that does not respond › a script * › json › url › query › error',
        'Configuration',
        'ServiceUnavailable',
      ],
    ],
  },
  {
    group: 'Errors',
    what: 'The browser sends none of the cookies of a sign-in',
    authJs: '`InvalidCheck`, on the error page.',
    latchkey: '`MissingCookie`, on the sign-in page.',
    reason: 'The user can try again, and the log names the cause.',
    see: `${DECISION}#missing-cookies`,
    fields: [
      [
        'provider: a callback without cookies › target › value',
        `${ERROR_PAGE}?error=Configuration`,
        `${SIGN_IN_PAGE}?error=MissingCookie&reference=<random>`,
      ],
      ['provider: a callback without cookies › status › log', 'error InvalidCheck', 'error MissingCookie'],
    ],
  },
  {
    group: 'Errors',
    what: 'An e-mail address is invalid, or an e-mail cannot be sent',
    authJs: 'The error page, with `Configuration`.',
    latchkey: 'The sign-in page, with `EmailSignInError`.',
    reason: 'The user can try again there.',
    see: `${DECISION}#sign-in-by-e-mail`,
    fields: [
      [`${ADDRESS} › requests a link › redirect › target`, ERROR_PAGE, SIGN_IN_PAGE],
      [`${ADDRESS} › requests a link › redirect › query › error`, 'Configuration', 'EmailSignInError'],
      [`${ADDRESS} › * › log`, 'error Error', 'error EmailSignInError'],
      ['e-mail: a mail that cannot be sent › a script * › json › url › target', ERROR_PAGE, SIGN_IN_PAGE],
      [
        'e-mail: a mail that cannot be sent › a script * › json › url › query › error',
        'Configuration',
        'EmailSignInError',
      ],
    ],
  },
  {
    group: 'Errors',
    what: 'An e-mail link without a token',
    authJs: '`Configuration`.',
    latchkey: '`Verification`.',
    reason: 'An incomplete link is no fault of the server.',
    see: 'reference/error-types.md',
    fields: [
      [
        'e-mail: a link without a token › opens a changed link › redirect › query › error',
        'Configuration',
        'Verification',
      ],
      [
        'e-mail: a link without a token › opens a changed link › log',
        'error CallbackRouteError',
        'error Verification',
      ],
    ],
  },
  {
    group: 'Errors',
    what: '`profile` throws',
    authJs: 'The sign-in page.',
    latchkey: 'The error page, with `Configuration`.',
    reason: 'The user sees that the sign-in failed.',
    see: 'reference/error-types.md',
    fields: [
      ['provider: a profile function that throws › returns from the provider › redirect › target', ANY, ANY],
      [
        'provider: a profile function that throws › returns from the provider › redirect › query › error',
        ABSENT,
        'Configuration',
      ],
      [
        'provider: a profile function that throws › returns from the provider › redirect › query › ' +
          'code|iss|state',
        ANY,
        ABSENT,
      ],
    ],
  },
]
