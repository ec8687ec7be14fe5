import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'
const SAME_ORIGIN = 'endpoints: a form of the same origin without a CSRF token'
const HEADERS =
  '' +
  'content-security-policy|cross-origin-opener-policy|cross-origin-resource-policy|referrer-policy|vary|x-content-type-options|x-frame-options'
const BROKEN =
  'configuration: no secret|configuration: a host that is not trusted|configuration: no ' +
  'endpoints|configuration: database sessions without a database|configuration: pages.error, no secret'

export const ENDPOINTS: readonly ListedDifference[] = [
  {
    group: 'Endpoints and configuration',
    what: 'An unknown path',
    authJs: 'Status 400 with the JSON `"Bad request."`.',
    latchkey: 'Status 404; a page for browsers, JSON for scripts.',
    reason: 'The status says what is wrong.',
    see: `${DECISION}#methods-and-paths`,
    fields: [
      ['endpoints: paths › * › status', 400, 404],
      ['endpoints: paths › * › json', 'Bad request.', ANY],
      ['endpoints: paths › * › content-type', 'application/json', 'text/html; charset=utf-8'],
      ['endpoints: paths › * › page', ABSENT, { title: 'Page not found', forms: {} }],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: 'A method that an endpoint does not support',
    authJs: 'Status 400, or the error page.',
    latchkey: 'Status 405 with `Allow`. HEAD responds like GET.',
    reason: 'The status says what is wrong.',
    see: `${DECISION}#methods-and-paths`,
    fields: [
      ['endpoints: methods › PUT *|DELETE *|PATCH *|OPTIONS * › status', 400, 405],
      ['endpoints: methods › HEAD * › status', 400, 200],
      ['endpoints: methods › GET *|POST * › status', 302, 405],
      ['endpoints: methods › GET *|POST * › redirect', ANY, ABSENT],
      ['endpoints: methods › GET *|POST * › content-type', ABSENT, ANY],
      ['endpoints: methods › GET *|POST * › page', ABSENT, { title: 'Page not available', forms: {} }],
      ['endpoints: methods › * › json', ANY, ANY],
      ['endpoints: methods › * › log', 'error UnknownAction', 'error MethodNotAllowed'],
      ['endpoints: methods › HEAD * › log', 'error UnknownAction', ABSENT],
      [
        'endpoints: methods › GET callback/credentials › log',
        'error InvalidProvider',
        'error MethodNotAllowed',
      ],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: 'A form of the same origin without a CSRF token',
    authJs: '`MissingCSRF`.',
    latchkey:
      'Accepted: the headers that browsers send prove the origin. Forms of other sites are ' +
      'rejected as before.',
    reason: 'A form needs no script and no cookie.',
    see: 'project/decisions/0003-check-fetch-metadata-before-csrf-tokens.md',
    fields: [
      [`${SAME_ORIGIN} › * › redirect › target|query`, ANY, ANY],
      [`${SAME_ORIGIN} › starts a sign-in › redirect › query › *`, ANY, ANY],
      [`${SAME_ORIGIN} › * › cookies › *authjs.session-token`, ABSENT, ANY],
      [`${SAME_ORIGIN} › * › callbacks|events`, ABSENT, ANY],
      [`${SAME_ORIGIN} › * › log`, 'error MissingCSRF', ABSENT],
      [`${SAME_ORIGIN} › updates › status`, 400, 200],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: 'A form of a client that names no origin, opened before a move',
    authJs: 'After a move back: `MissingCSRF`. The next form is accepted.',
    latchkey: 'After the move: accepted.',
    reason: 'The hash in the cookie has a key of its own. The hash of Auth.js is accepted, too.',
    see: 'project/decisions/0003-check-fetch-metadata-before-csrf-tokens.md',
    fields: [
      ['move: a form that is open › submits the form › redirect › target|query', ANY, ANY],
      ['move: a form that is open › submits the form › cookies › *authjs.session-token', ABSENT, ANY],
      ['move: a form that is open › submits the form › log', 'error MissingCSRF', ABSENT],
      ['move: a form that is open › * › callbacks|events', ABSENT, ANY],
      ['move: a form that is open › reads the session › json', null, ANY],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: 'JSON that cannot be parsed',
    authJs: 'Status 400 with `"Bad request."`.',
    latchkey: 'Status 400; `null` from `POST /session`.',
    reason: 'A client that reads a session from the response gets none.',
    see: `${DECISION}#methods-and-paths`,
    fields: [['endpoints: bodies › invalid JSON › json', 'Bad request.', null]],
  },
  {
    group: 'Endpoints and configuration',
    what: 'Headers of responses',
    authJs: 'Headers against caches.',
    latchkey: 'Also headers against caches on pages, and against framing, sniffing and cross-origin reads.',
    reason: 'Browsers enforce them.',
    see: 'operate/defaults.md#headers-of-responses',
    fields: [
      [`endpoints: headers › * › value › ${HEADERS}`, ABSENT, ANY],
      ['endpoints: headers › names on a page › value', ANY, ANY],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: 'An invalid configuration',
    authJs: 'JSON for a form.',
    latchkey: 'A page for a form that a browser submits.',
    reason: 'Users get a page, scripts get JSON.',
    see: 'reference/error-types.md',
    fields: [
      [`${BROKEN} › a form › content-type`, 'application/json', 'text/html; charset=utf-8'],
      [`${BROKEN} › a form › json`, ANY, ABSENT],
      [`${BROKEN} › a form › page`, ABSENT, ANY],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: 'A credentials provider without `authorize`',
    authJs: 'An error if it is part of the configuration itself; from the factory, an error at sign-in.',
    latchkey: 'Always a configuration error.',
    reason: 'The error shows at the first request.',
    see: `${DECISION}#credentials`,
    fields: [
      ['configuration: no authorize › * › status', ANY, 500],
      ['configuration: no authorize › * › json', null, ANY],
      ['configuration: no authorize › providers › json › *', ANY, ANY],
      ['configuration: no authorize › sign-in page › page › *', ANY, ANY],
      ['configuration: no authorize › sign-in page › page › forms › *', ANY, ABSENT],
      ['configuration: no authorize › a form › redirect', ANY, ABSENT],
      ['configuration: no authorize › a form › content-type|page', ABSENT, ANY],
      ['configuration: no authorize › * › log', ABSENT, 'error MissingAuthorize'],
      ['configuration: no authorize › * › log', 'error Error', 'error MissingAuthorize'],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: '`pages.error` with an invalid configuration',
    authJs: 'Scripts get no URL.',
    latchkey: 'The JSON has the `url` of that page.',
    reason: 'Clients can lead the user there.',
    see: 'reference/errors.md#errors-in-json-responses',
    fields: [['configuration: pages.error, no secret › * › json › url', ABSENT, ANY]],
  },
  {
    group: 'Endpoints and configuration',
    what: '`GET /csrf` with `skipCSRFCheck`',
    authJs: 'Status 404 without a body.',
    latchkey: 'Status 404 with JSON.',
    reason: 'The message says why there is no token.',
    see: 'reference/configuration.md#security',
    fields: [
      ['configuration: skipCSRFCheck › csrf › content-type', ABSENT, 'application/json'],
      ['configuration: skipCSRFCheck › csrf › json', ABSENT, ANY],
      [
        'configuration: skipCSRFCheck › csrf › log',
        'warning csrf-disabled',
        'warning csrf-disabled, error UnknownAction',
      ],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: '`raw`',
    authJs: '`status` and `cookies` may be missing.',
    latchkey: 'The result always has `status`, `headers`, `body` and `cookies`.',
    reason: 'Callers need no default.',
    see: 'reference/configuration.md#results-as-plain-data-raw',
    fields: [
      ['configuration: raw › * › value › status', ABSENT, 200],
      ['configuration: raw › * › value › fields', ANY, 'body, cookies, headers, status'],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: '`setEnvDefaults`',
    authJs: 'Repeats the values of a provider in its `options`.',
    latchkey: 'Sets them on the provider, and `baseUrl` from `AUTH_URL`.',
    reason: 'One place for each value.',
    see: 'reference/configuration.md#server-code-without-an-integration',
    fields: [
      ['configuration: environment variables › completed configuration › value › providers', ANY, ANY],
      ['configuration: environment variables › completed configuration › value › baseUrl', ABSENT, ANY],
    ],
  },
  {
    group: 'Endpoints and configuration',
    what: '`redirectProxyUrl` on a deployment without `trustedHosts`',
    authJs: 'The sign-in uses the proxy.',
    latchkey: '`UntrustedHost`, unless the hosting platform names the host.',
    reason: 'A deployment that uses a proxy names its hosts.',
    see: 'deploy/redirect-proxy.md#restrict-the-deployments',
    fields: [
      [
        'provider: a redirect proxy › starts the sign-in › redirect › target',
        'https://id.test/authorize',
        'https://app.test/auth/error',
      ],
      ['provider: a redirect proxy › starts the sign-in › redirect › query › error', ABSENT, 'Configuration'],
      ['provider: a redirect proxy › starts the sign-in › redirect › query › *', ANY, ABSENT],
      ['provider: a redirect proxy › starts the sign-in › log', ABSENT, 'error UntrustedHost'],
    ],
  },
]
