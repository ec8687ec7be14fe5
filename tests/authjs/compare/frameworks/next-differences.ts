import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'
const PUBLIC = 'Next.js: endpoints, /api/auth|Next.js: endpoints, /lazy/auth'
const BROKEN = 'Next.js: endpoints, /no-secret/auth|Next.js: endpoints, /untrusted/auth'
const ENDPOINTS = 'Next.js: endpoints, *'
const ACTION = 'Next.js: server action: '
const READS = 'Next.js: reads the session, *'
const PROXY = 'Next.js: wrapped proxy, *'
const AUTHORIZED = 'Next.js: authorized, *'
const NO_PROVIDER = `${ACTION}signIn without a provider, *|${ACTION}signIn with an unknown provider, *`
const STAYS = `${ACTION}signIn with a form, redirect false*`
const GITHUB = `${ACTION}signIn with a provider without a client id*`
const NO_ADDRESS = `${ACTION}signIn with an e-mail, no address*`
const MAIL_FAILS = `${ACTION}signIn with an e-mail that cannot be sent*|${NO_ADDRESS}`
const BROKEN_SIGN_IN = `${ACTION}signIn without a secret*|${ACTION}signIn on a host that is not trusted*`
const BROKEN_ACTIONS = ['signOut', 'update', 'auth']
  .flatMap((name) => [
    `${ACTION}${name} without a secret*`,
    `${ACTION}${name} on a host that is not trusted*`,
  ])
  .join('|')
const BROKEN_READERS = 'route handler, no-secret|route handler, untrusted|API route without a secret'
const BROKEN_PROXIES =
  'no-secret configuration|untrusted configuration|auth as proxy, no-secret configuration|auth as ' +
  'proxy, untrusted configuration'
const SAME_REQUEST = [
  'signIn with a password, redirect false*',
  'signIn with a form, redirect false*',
  'signIn with more fields*',
  'auth after *',
]
  .concat(['signOut, redirect false*', 'update, *', 'update with a configuration function*'])
  .map((name) => ACTION + name)
  .join('|')

export const NEXT_DIFFERENCES: readonly ListedDifference[] = [
  {
    group: 'Next.js',
    what: 'Renewal of the session cookie',
    authJs: 'Each read of a session that can set cookies writes its cookie.',
    latchkey: 'A session is written again if it changed, or after `updateAge`.',
    reason: 'A read needs no encryption, and a cache can keep the response.',
    see: `${DECISION}#session-renewal-and-cookies`,
    fields: [
      [`${PUBLIC} › GET session, signed in › cookies › authjs.session-token`, ANY, ABSENT],
      [
        `${READS} › API route|getServerSideProps|wrapped route, * › cookies › authjs.session-token`,
        ANY,
        ABSENT,
      ],
      [`${PROXY}|${AUTHORIZED} › * › cookies › authjs.session-token`, ANY, ABSENT],
    ],
  },
  {
    group: 'Next.js',
    what: '`auth()` and pages after `signIn`, `signOut` or `unstable_update` in the same server action',
    authJs: 'Show the session from before the action.',
    latchkey: 'Show the session as it is now.',
    reason: 'The page that the action renders is not out of date.',
    see: 'frameworks/next.md#in-a-server-action',
    fields: [
      [`${SAME_REQUEST} › runs › content › shown`, ANY, ANY],
      [`${SAME_REQUEST} › runs › callbacks`, ANY, ABSENT],
      [`${SAME_REQUEST} › runs › callbacks › order`, ANY, ANY],
      [`${SAME_REQUEST} › runs › callbacks › jwt (2)|jwt (3)`, ANY, ANY],
      [`${ACTION}auth after * › runs › outcome › returns`, ANY, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: 'Several calls of `auth()` while a page is rendered',
    authJs: 'Each one runs the callbacks.',
    latchkey: 'The session is read once for each request.',
    reason: 'A layout, a page and its metadata cost one read.',
    see: 'frameworks/next.md#read-the-session',
    fields: [
      [`${READS} › server component* › callbacks › order`, 'jwt, jwt', 'jwt'],
      [`${READS} › server component* › callbacks › jwt (2)`, ANY, ABSENT],
    ],
  },
  {
    group: 'Next.js',
    what: 'Claim `aud` of a session token',
    authJs: 'None.',
    latchkey: 'The origin of the application.',
    reason: 'Another application with the same secret rejects the token.',
    see: 'concepts/sessions.md#the-origin-of-a-session',
    fields: [
      [`${READS} › getToken in a route › json › token › aud`, ABSENT, ANY],
      [`${READS} › getToken in a proxy › json › aud`, ABSENT, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: '`auth()` with an invalid configuration, or on a host that is not trusted',
    authJs: '`null`.',
    latchkey: 'Throws.',
    reason: '`null` means that the visitor is signed out, and a page may show more to signed-out visitors.',
    see: `${DECISION}#failures-do-not-sign-users-out`,
    fields: [
      [`${READS} › ${BROKEN_READERS} › outcome › order`, 'returns', 'throws'],
      [`${READS} › ${BROKEN_READERS} › outcome › returns`, null, ABSENT],
      [`${READS} › ${BROKEN_READERS} › outcome › throws`, ABSENT, ANY],
      [`${READS} › ${BROKEN_READERS} › json`, null, 'threw'],
    ],
  },
  {
    group: 'Next.js',
    what: '`signOut`, `unstable_update` and `auth` in a server action, with an invalid configuration or host',
    authJs: '`signOut` redirects to `/undefined`, `unstable_update` returns `{}`, and `auth` returns `null`.',
    latchkey: 'They throw.',
    reason: 'The application sees that nothing was signed out or updated.',
    see: 'reference/errors.md#handle-errors-in-server-code',
    fields: [
      [`${BROKEN_ACTIONS} › runs › status`, ANY, 500],
      [`${BROKEN_ACTIONS} › runs › redirect`, ANY, ABSENT],
      [`${BROKEN_ACTIONS} › runs › outcome › order`, 'returns', 'throws'],
      [`${BROKEN_ACTIONS} › runs › outcome › returns`, ANY, ABSENT],
      [`${BROKEN_ACTIONS} › runs › outcome › throws`, ANY, ANY],
      // The page with the form is not rendered again.
      [`${BROKEN_ACTIONS} › runs › content-type|content`, ABSENT, ANY],
      [`${BROKEN_ACTIONS} › runs › content › title|heading|shown`, ANY, ANY],
      [`${BROKEN_ACTIONS} › runs › callbacks`, ANY, ABSENT],
    ],
  },
  {
    group: 'Next.js',
    what: '`signIn` in a server action, with an invalid configuration or host',
    authJs: 'Leads to the endpoint of the provider, without an error.',
    latchkey: 'Leads to the error page.',
    reason: 'The page shows a reference that leads to the log entry.',
    see: `${DECISION}#sign-ins-that-server-code-starts`,
    fields: [
      [`${BROKEN_SIGN_IN} › runs › redirect › target|query`, ANY, ANY],
      [`${BROKEN_SIGN_IN} › runs › outcome › returns › url › target|query`, ANY, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: '`signOut` with `redirect: false`',
    authJs: 'Returns `redirect`, `cookies`, and more of the response.',
    latchkey: 'Returns `redirect`. As text, the result is the URL.',
    reason: 'The cookies are set already.',
    see: 'frameworks/next.md#arguments-of-signin-and-signout',
    fields: [
      [
        `${ACTION}signOut, redirect false* › runs › outcome › returns › fields`,
        'cookies, redirect',
        'redirect',
      ],
    ],
  },
  {
    group: 'Next.js',
    what: 'The field `redirect=false` of a form',
    authJs: 'Is text, so `signIn` redirects.',
    latchkey: '`signIn` returns the URL.',
    reason: 'A form can ask for what the option means.',
    see: 'frameworks/next.md#arguments-of-signin-and-signout',
    fields: [
      [`${STAYS} › runs › status`, 303, 200],
      [`${STAYS} › runs › redirect`, ANY, ABSENT],
      [`${STAYS} › runs › content-type|content`, ABSENT, ANY],
      [`${STAYS} › runs › outcome › order`, 'throws', 'returns'],
      [`${STAYS} › runs › outcome › throws`, 'a redirect', ABSENT],
      [`${STAYS} › runs › outcome › returns`, ABSENT, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: 'A path in `callbackUrl` of the sign-in page',
    authJs: 'As the application wrote it.',
    latchkey: 'As a URL of the application.',
    reason: 'It is checked before the page is shown.',
    see: `${DECISION}#redirect-targets`,
    fields: [
      [`${NO_PROVIDER} › runs › redirect › query › callbackUrl`, '/after', 'http://localhost:<port>/after'],
    ],
  },
  {
    group: 'Next.js',
    what: '`callback-url` while a sign-in is pending',
    authJs: 'In plain text; stays after a mail was requested.',
    latchkey: 'Encrypted; cleared after a mail was requested, because the link contains it.',
    reason: 'A response that sets no cookie can be cached.',
    see: `${DECISION}#session-renewal-and-cookies`,
    fields: [
      [`${PUBLIC} › POST signin/idp › cookies › authjs.callback-url › value`, ANY, '<token>'],
      [`${ACTION}signIn with * › runs › cookies › authjs.callback-url › value`, ANY, '<token>'],
      [`${ACTION}signIn with an e-mail* › runs › cookies › authjs.callback-url`, ANY, 'cleared'],
    ],
  },
  {
    group: 'Next.js',
    what: '`state` at a provider whose `checks` do not name it',
    authJs: 'Not sent.',
    latchkey: 'Sent.',
    reason: 'The response belongs to this sign-in, also at a provider that ignores PKCE.',
    see: `${DECISION}#state-pkce-and-nonce`,
    fields: [
      [`${ACTION}signIn with * › runs › outcome › returns › url › query › state`, ABSENT, '<random>'],
      [
        `${ACTION}signIn with *|${PUBLIC} › runs|POST signin/idp › redirect › query › state`,
        ABSENT,
        '<random>',
      ],
    ],
  },
  {
    group: 'Next.js',
    what: 'A provider without a client id',
    authJs: 'Sends the user to the provider with `client_id=undefined`.',
    latchkey:
      'Is not in the list of providers. `signIn` leads to the error page, and the log names the variables.',
    reason: 'The user sees that the application has a fault, and the developer sees which one.',
    see: 'reference/errors.md#invalid-providers',
    fields: [
      [`${PUBLIC} › GET providers › json › github`, ANY, ABSENT],
      [`${PUBLIC} › GET * › log`, ABSENT, 'error InvalidProvider'],
      [`${PUBLIC}|${GITHUB} › POST signin/github|runs › redirect › target`, ANY, ANY],
      [`${PUBLIC}|${GITHUB} › POST signin/github|runs › redirect › query › *`, ANY, ANY],
      [`${GITHUB} › runs › outcome › returns › url › target`, ANY, ANY],
      [`${GITHUB} › runs › outcome › returns › url › query › *`, ANY, ANY],
      [`${PUBLIC}|${GITHUB} › POST signin/github|runs › log`, ABSENT, 'error InvalidProvider'],
      [`${PUBLIC}|${GITHUB} › POST signin/github|runs › cookies › *`, ANY, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: 'A mail that cannot be sent, or has no address',
    authJs: 'The error page, with `Configuration`.',
    latchkey: 'The sign-in page, with `EmailSignInError`.',
    reason: 'The user can try again.',
    see: `${DECISION}#sign-in-by-e-mail`,
    fields: [
      [`${MAIL_FAILS} › runs › redirect › target`, ANY, 'http://localhost:<port>/api/auth/signin'],
      [`${MAIL_FAILS} › runs › redirect › query › error`, 'Configuration', 'EmailSignInError'],
      [
        `${MAIL_FAILS} › runs › outcome › returns › url › target`,
        ANY,
        'http://localhost:<port>/api/auth/signin',
      ],
      [`${MAIL_FAILS} › runs › outcome › returns › url › query › error`, 'Configuration', 'EmailSignInError'],
      [`${MAIL_FAILS} › runs › outcome › returns › url › query › reference`, ABSENT, ANY],
      [`${MAIL_FAILS} › runs › log`, 'error Error', 'error EmailSignInError'],
    ],
  },
  {
    group: 'Next.js',
    what: '`authorize` throws',
    authJs: '`CallbackRouteError`.',
    latchkey: '`CallbackRouteError`, and at most once an hour the warning `authorize-threw`.',
    reason: 'For wrong credentials, `authorize` should return `null`.',
    see: 'reference/errors.md#warnings',
    fields: [
      [
        `${ACTION}signIn while authorize throws* › runs › log`,
        'error CallbackRouteError',
        'warning authorize-threw, error CallbackRouteError',
      ],
    ],
  },
  {
    group: 'Next.js',
    what: 'A proxy with an invalid configuration, or on a host that is not trusted',
    authJs: 'Runs, with `null` as the session.',
    latchkey: 'Responds with the error page.',
    reason: 'The proxy may let signed-out visitors through.',
    see: `${DECISION}#failures-do-not-sign-users-out`,
    fields: [
      [`${PROXY} › ${BROKEN_PROXIES} › status`, 200, 500],
      [`${PROXY} › ${BROKEN_PROXIES} › json`, ANY, ABSENT],
      [`${PROXY} › ${BROKEN_PROXIES} › content-type`, 'application/json', 'text/html; charset=utf-8'],
      [`${PROXY} › ${BROKEN_PROXIES} › content`, ABSENT, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: '`authorized` returns `false` in a wrapped proxy',
    authJs: 'The handler runs.',
    latchkey: 'The handler runs, and the log has the warning `authorized-ignored`.',
    reason: 'The `false` looks like protection, and is none.',
    see: 'frameworks/next/proxy.md',
    fields: [[`${PROXY} › members configuration › log`, ABSENT, 'warning authorized-ignored']],
  },
  {
    group: 'Next.js',
    what: '`authorized` returns a value that is neither a boolean nor a response',
    authJs: 'Allows the request if the value is truthy.',
    latchkey: 'Redirects to the sign-in page, with the warning `authorized-result`.',
    reason: 'A value that was returned by mistake opens no page.',
    see: 'frameworks/next/proxy.md',
    fields: [
      [`${AUTHORIZED} › page, text|error page, text › status`, 200, 307],
      [`${AUTHORIZED} › page, text|error page, text › redirect`, ABSENT, ANY],
      [`${AUTHORIZED} › page, text|error page, text › json|content|content-type`, ANY, ABSENT],
      [`${AUTHORIZED} › page, text › log`, ABSENT, 'warning authorized-result'],
    ],
  },
  {
    group: 'Next.js',
    what: 'The query of a protected page, in the redirect to the sign-in page',
    authJs: 'In the query of the sign-in page, and in `callbackUrl`.',
    latchkey: 'In `callbackUrl`.',
    reason: 'The sign-in page would show an `error` of the other page as its own.',
    see: 'frameworks/next/proxy.md',
    fields: [[`${AUTHORIZED} › page, *|error page, * › redirect › query › tab|authorized`, ANY, ABSENT]],
  },
  {
    group: 'Next.js',
    what: 'A form or a server action of a protected page',
    authJs: 'Status 307: the browser posts the form again, to the sign-in page.',
    latchkey: 'Status 303. A server action gets the header that its client follows.',
    reason: 'The sign-in page gets no form of another page.',
    see: 'frameworks/next/proxy.md',
    fields: [
      [`${AUTHORIZED} › POST, *|server action, * › status`, 307, 303],
      [`${AUTHORIZED} › server action, * › redirect`, ANY, ABSENT],
      [`${AUTHORIZED} › server action, * › x-action-redirect`, ABSENT, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: '`authorized` redirects the sign-in page to itself',
    authJs: 'Redirects, if the URL has a query.',
    latchkey: 'Shows the page.',
    reason: 'The browser would be redirected again and again.',
    see: 'frameworks/next/proxy.md',
    fields: [
      [`${AUTHORIZED} › sign-in page, itself › status`, 302, 200],
      [`${AUTHORIZED} › sign-in page, itself › redirect`, ANY, ABSENT],
      [`${AUTHORIZED} › sign-in page, itself › content-type|content`, ABSENT, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: '`authorized` at the endpoints, if the matcher contains them',
    authJs: 'Called, also for the built-in pages.',
    latchkey: 'Not called: the endpoints are always allowed.',
    reason: 'Users could not sign in or out otherwise.',
    see: 'frameworks/next/proxy.md',
    fields: [
      ['Next.js: authorized at the endpoints, * › * › authorized is called', true, false],
      ['Next.js: authorized at the endpoints, * › * › status', ANY, 200],
    ],
  },
  {
    group: 'Next.js',
    what: 'An unknown path, or a method that an endpoint does not support',
    authJs: 'Status 400 with JSON, or the error page.',
    latchkey: 'Status 404 or 405 with `Allow`; a page for browsers. HEAD responds like GET.',
    reason: 'The status says what is wrong.',
    see: `${DECISION}#methods-and-paths`,
    fields: [
      [`${ENDPOINTS} › GET /unknown › status`, 400, 404],
      [`${ENDPOINTS} › GET /unknown|GET /callback/credentials|GET /signin/idp › json`, ANY, ABSENT],
      [`${ENDPOINTS} › GET /unknown › content-type`, 'application/json', 'text/html; charset=utf-8'],
      [`${ENDPOINTS} › GET /unknown › content`, ABSENT, ANY],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › status`, ANY, 405],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › redirect`, ANY, ABSENT],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › content-type|content`, ANY, ANY],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › allow`, ABSENT, 'POST'],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › log`, ANY, 'error MethodNotAllowed'],
      [`${PUBLIC} › HEAD * › status`, 400, 200],
      [`${BROKEN} › HEAD * › status`, 400, 500],
      [`${ENDPOINTS} › HEAD * › content-type`, 'application/json', 'text/html; charset=utf-8'],
      [`${ENDPOINTS} › HEAD * › content`, ABSENT, ANY],
      [`${PUBLIC} › HEAD * › log`, 'error UnknownAction', ABSENT],
      [`${BROKEN} › HEAD * › log`, 'error UnknownAction', ANY],
    ],
  },
  {
    group: 'Next.js',
    what: 'A response of a provider that belongs to no sign-in in this browser',
    authJs: '`OAuthCallbackError` of the provider, on the sign-in page.',
    latchkey: '`InvalidCheck`, on the error page.',
    reason: 'The `state` is checked before the response is used.',
    see: `${DECISION}#state-pkce-and-nonce`,
    fields: [
      [`${PUBLIC} › GET callback/idp, cancelled › redirect › target`, ANY, ANY],
      [
        `${PUBLIC} › GET callback/idp, cancelled › redirect › query › error`,
        'OAuthCallbackError',
        'Configuration',
      ],
      [`${PUBLIC} › GET callback/idp, cancelled › log`, 'error OAuthCallbackError', 'error InvalidCheck'],
    ],
  },
  {
    group: 'Next.js',
    what: 'Endpoints with an invalid configuration, or on a host that is not trusted',
    authJs: 'JSON for all requests except those for pages.',
    latchkey: 'A page for browsers, JSON with `error`, `message` and `reference` for scripts.',
    reason: 'Users get a page, and the reference leads to the log entry.',
    see: 'reference/error-types.md',
    fields: [
      [`${BROKEN} › * › json`, ANY, ABSENT],
      [`${BROKEN} › * › json › message|error|reference`, ANY, ANY],
      [`${BROKEN} › * › content-type`, 'application/json', 'text/html; charset=utf-8'],
      [`${BROKEN} › * › content`, ABSENT, ANY],
    ],
  },
  {
    group: 'Next.js',
    what: '`csrf-token`',
    authJs: 'Set by the first response of any endpoint.',
    latchkey: 'Set by `GET /csrf`.',
    reason: 'Browsers are checked by their headers, and most forms need no token.',
    see: 'project/decisions/0003-check-fetch-metadata-before-csrf-tokens.md',
    fields: [
      [`${ENDPOINTS} › GET csrf › cookies › authjs.csrf-token`, ABSENT, ANY],
      [`${ENDPOINTS} › * › cookies › authjs.csrf-token`, ANY, ABSENT],
    ],
  },
]
