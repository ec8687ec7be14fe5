import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'
const K = 'SvelteKit: '
const ENDPOINTS = `${K}endpoints`
const READS = `${K}reads the session, *`
const DEFAULTS = `${K}signIn and signOut as default actions`
const ACTION = `${K}signIn with *|${K}signOut with *|${DEFAULTS}|${K}configuration *`
const CALLBACK_URL = `${K}signIn with a password, callbackUrl|${K}signOut with callbackUrl, *`
const NO_PROVIDER = `${K}signIn with no provider*|${K}signIn with an unknown provider*`
const BROKEN = `${K}configuration noSecret|${K}configuration untrusted`
const LAZY = `${K}configuration lazy`
const MAIL_FAILS = `${K}signIn with an e-mail that cannot be sent|${K}signIn with an e-mail, no address`
const STAYS = `${K}signIn with a password, redirect false|${K}signOut with redirect false, *`
const GITHUB = `${K}signIn with a provider without a client id`
const COMPONENTS = `${K}components`
const ERROR_PAGE = 'http://localhost:<port>/auth/error'

export const SVELTEKIT_DIFFERENCES: readonly ListedDifference[] = [
  {
    group: 'SvelteKit',
    what: 'Status of the redirects of `signIn` and `signOut`',
    authJs: '302.',
    latchkey: '303.',
    reason: '303 is the status for the page after a form.',
    see: 'frameworks/sveltekit.md#sign-in-and-sign-out',
    fields: [
      [`${ACTION} › * › status`, 302, 303],
      [`${ACTION} › * › json › status`, 302, 303],
      [`${ACTION} › * › outcome › throws`, 'a redirect with status 302', 'a redirect with status 303'],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'The field `redirect=false` of a form',
    authJs: 'Is text, so the action redirects.',
    latchkey: 'The action returns `{ url }`.',
    reason: 'A form can ask for what the option means.',
    see: 'frameworks/sveltekit/sign-in-form.md#a-form-that-posts-to-latchkey',
    fields: [
      [`${STAYS} › in an action › status`, 302, 200],
      [`${STAYS} › in an action › redirect`, ANY, ABSENT],
      [`${STAYS} › in an action › content-type|content`, ABSENT, ANY],
      [`${STAYS} › * › outcome › order`, 'throws', 'returns'],
      [`${STAYS} › * › outcome › throws`, ANY, ABSENT],
      [`${STAYS} › * › outcome › returns`, ABSENT, ANY],
      [`${STAYS} › by a script › json › type`, 'redirect', 'success'],
      [`${STAYS} › by a script › json › status`, 302, 200],
      [`${STAYS} › by a script › json › location`, ANY, ABSENT],
      [`${STAYS} › by a script › json › data`, ABSENT, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'The field `callbackUrl` of a form',
    authJs: 'Ignored.',
    latchkey: 'Used, if there is no `redirectTo`.',
    reason: 'Forms of the built-in pages and of the browser client have this field.',
    see: 'frameworks/sveltekit/sign-in-form.md#a-form-that-posts-to-latchkey',
    fields: [
      [`${K}signIn with a password, callbackUrl › * › authorize › fields › callbackUrl`, '/', '/after'],
      [`${CALLBACK_URL} › in an action › redirect › target`, ANY, ANY],
      [`${K}signIn with a password, callbackUrl › by a script › json › location`, ANY, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A path in `callbackUrl` of the sign-in page',
    authJs: 'As the application wrote it.',
    latchkey: 'As a URL of the application.',
    reason: 'It is checked before the page is shown.',
    see: `${DECISION}#redirect-targets`,
    fields: [
      [`${NO_PROVIDER} › in an action › redirect › query › callbackUrl`, ANY, ANY],
      [`${NO_PROVIDER} › by a script › json › location`, ANY, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'The field `authorizationParams-scope` of a form',
    authJs: 'Replaces the scope.',
    latchkey: 'Ignored. Server code can pass a scope.',
    reason: 'A user can change the fields of a form.',
    see: 'frameworks/sveltekit/sign-in-form.md#a-form-that-posts-to-latchkey',
    fields: [
      [
        `${K}signIn with a provider, a scope › in an action › redirect › query › scope`,
        'everything',
        'profile',
      ],
      [`${K}signIn with a provider, a scope › by a script › json › location`, ANY, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: '`state` at a provider whose `checks` do not name it',
    authJs: 'Not sent.',
    latchkey: 'Sent.',
    reason: 'The response belongs to this sign-in, also at a provider that ignores PKCE.',
    see: `${DECISION}#state-pkce-and-nonce`,
    fields: [[`${K}signIn with a provider* › by a script › json › location`, ANY, ANY]],
  },
  {
    group: 'SvelteKit',
    what: '`callback-url` while a sign-in is pending',
    authJs: 'In plain text; stays after a mail was requested.',
    latchkey: 'Encrypted; cleared after a mail was requested, because the link contains it.',
    reason: 'A response that sets no cookie can be cached.',
    see: `${DECISION}#session-renewal-and-cookies`,
    fields: [
      [`${ENDPOINTS}|${ACTION} › * › cookies › authjs.callback-url › value`, ANY, '<token>'],
      [`${K}signIn with an e-mail* › in an action › cookies › authjs.callback-url`, ANY, 'cleared'],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'Renewal of the session cookie',
    authJs: 'Each read of a session writes its cookie.',
    latchkey: 'A session is written again if it changed, or after `updateAge`.',
    reason: 'A read needs no encryption, and a cache can keep the response.',
    see: `${DECISION}#session-renewal-and-cookies`,
    fields: [
      [`${ENDPOINTS} › GET session, signed in › cookies › authjs.session-token`, ANY, ABSENT],
      [`${READS} › * › cookies › authjs.session-token`, ANY, ABSENT],
      [`${K}signIn with * › afterwards › cookies › authjs.session-token`, ANY, ABSENT],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'Several calls of `locals.auth()` in a request',
    authJs: 'Each one runs the callbacks.',
    latchkey: 'The session is read once.',
    reason: 'A hook, a layout and a page cost one read.',
    see: 'frameworks/sveltekit.md#read-the-session',
    fields: [
      [`${READS} › load function|data request › callbacks › order`, 'jwt, jwt', 'jwt'],
      [`${READS} › load function|data request › callbacks › jwt (2)`, ANY, ABSENT],
      // SvelteKit sends the same object once.
      [`${READS} › data request › json › nodes`, ANY, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A sign-in at a provider, of a signed-in user',
    authJs: 'The `jwt` callback does not run.',
    latchkey: 'The `jwt` callback reads the current session when the sign-in starts.',
    reason: 'The account may be linked to that user only.',
    see: 'concepts/account-linking.md#link-an-account-on-purpose',
    fields: [
      [`${K}signIn and signOut as default actions › signs in with a provider › callbacks`, ABSENT, ANY],
      [`${LAZY} › signIn with a provider › callbacks`, ABSENT, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A configuration function',
    authJs: 'Called by the hook, and again by each action.',
    latchkey: 'Called once for each request.',
    reason: 'The hook and the action have the same configuration.',
    see: 'frameworks/sveltekit/configuration-per-request.md',
    fields: [
      [`${LAZY} › * › configuration › order`, 'event, event', 'event'],
      [`${LAZY} › * › configuration › event (2)`, ANY, ABSENT],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A provider without a client id',
    authJs: 'Sends the user to the provider with `client_id=undefined`.',
    latchkey:
      'Is not in the list of providers. `signIn` leads to the error page, and the log names the variables.',
    reason: 'The user sees that the application has a fault, and the developer sees which one.',
    see: 'reference/errors.md#invalid-providers',
    fields: [
      [`${ENDPOINTS}|${LAZY} › GET providers › json › github`, ANY, ABSENT],
      [`${ENDPOINTS} › GET * › log`, ABSENT, 'error InvalidProvider'],
      [`${ENDPOINTS}|${GITHUB} › POST signin/github|in an action › redirect › target`, ANY, ERROR_PAGE],
      [`${ENDPOINTS}|${GITHUB} › POST signin/github|in an action › redirect › query › *`, ANY, ANY],
      [`${ENDPOINTS}|${GITHUB} › * › log`, ABSENT, 'error InvalidProvider'],
      [`${ENDPOINTS}|${GITHUB} › POST signin/github|in an action › cookies › *`, ANY, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A mail that cannot be sent, or has no address',
    authJs: 'The action throws an error.',
    latchkey: 'The action redirects to the sign-in page, with `EmailSignInError`.',
    reason: 'The user can try again.',
    see: `${DECISION}#sign-ins-that-server-code-starts`,
    fields: [
      [`${MAIL_FAILS} › in an action › status`, 500, 303],
      [`${MAIL_FAILS} › in an action › content-type|content`, ANY, ABSENT],
      [`${MAIL_FAILS} › in an action › redirect`, ABSENT, ANY],
      [`${MAIL_FAILS} › by a script › status`, 500, 200],
      [`${MAIL_FAILS} › by a script › json › type`, 'error', 'redirect'],
      [`${MAIL_FAILS} › by a script › json › error`, ANY, ABSENT],
      [`${MAIL_FAILS} › by a script › json › status|location`, ABSENT, ANY],
      [`${MAIL_FAILS} › * › outcome › throws`, ANY, 'a redirect with status 303'],
      [`${MAIL_FAILS} › * › log`, 'error Error', 'error EmailSignInError'],
    ],
  },
  {
    group: 'SvelteKit',
    what: '`authorize` throws',
    authJs: '`CallbackRouteError`.',
    latchkey: '`CallbackRouteError`, and at most once an hour the warning `authorize-threw`.',
    reason: 'For wrong credentials, `authorize` should return `null`.',
    see: 'reference/errors.md#warnings',
    fields: [
      [
        `${K}signIn with authorize throws › * › log`,
        'error CallbackRouteError',
        'warning authorize-threw, error CallbackRouteError',
      ],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'An invalid configuration, or a host that is not trusted',
    authJs: '`signIn`, `signOut` and `locals.auth()` throw an error. Endpoints respond with JSON to forms.',
    latchkey:
      '`signIn` redirects to the error page. `signOut` and `locals.auth()` throw an `AuthError` with its ' +
      'type. Endpoints respond with a page to browsers, and with `error`, `message` and `reference` ' +
      'to scripts.',
    reason: 'Users get a page, and the reference leads to the log entry.',
    see: `${DECISION}#sign-ins-that-server-code-starts`,
    fields: [
      [`${BROKEN} › signIn* › status`, 500, 303],
      [`${BROKEN} › signIn* › content-type|content`, ANY, ABSENT],
      [`${BROKEN} › signIn* › redirect`, ABSENT, ANY],
      [`${BROKEN} › signIn* › outcome › throws`, ANY, 'a redirect with status 303'],
      [`${BROKEN} › reads the session|signOut › outcome › throws › type`, ANY, 'MissingSecret'],
      [`${BROKEN} › reads the session|signOut › outcome › throws › type`, ANY, 'UntrustedHost'],
      [`${BROKEN} › GET * › json › message|error|reference`, ANY, ANY],
      [`${BROKEN} › POST * › json`, ANY, ABSENT],
      [`${BROKEN} › POST * › content`, ABSENT, ANY],
      [`${BROKEN} › POST * › content-type`, 'application/json', 'text/html; charset=utf-8'],
    ],
  },
  {
    group: 'SvelteKit',
    what: '`GET /csrf`',
    authJs: 'Status 404: no form needs a token.',
    latchkey: 'A token.',
    reason: 'A client that sends no `Origin` needs it.',
    see: 'project/decisions/0003-check-fetch-metadata-before-csrf-tokens.md',
    fields: [
      [`${ENDPOINTS}|${LAZY} › GET csrf › status`, 404, 200],
      [`${ENDPOINTS}|${LAZY} › GET csrf › content-type|json`, ABSENT, ANY],
      [`${ENDPOINTS}|${LAZY} › GET csrf › log`, 'warning csrf-disabled', ABSENT],
      [`${ENDPOINTS}|${LAZY} › GET csrf › cookies › authjs.csrf-token`, 'cleared', ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A method that an endpoint does not support',
    authJs: 'Status 400 with JSON, or the error page.',
    latchkey: 'Status 405 with `Allow`; a page for browsers. HEAD responds like GET.',
    reason: 'The status says what is wrong.',
    see: `${DECISION}#methods-and-paths`,
    fields: [
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › status`, 302, 405],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › redirect`, ANY, ABSENT],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › content-type|content|allow`, ABSENT, ANY],
      [`${ENDPOINTS} › GET /callback/credentials|GET /signin/idp › log`, ANY, 'error MethodNotAllowed'],
      [`${ENDPOINTS} › PUT session|DELETE session|OPTIONS session › status`, 400, 405],
      [`${ENDPOINTS} › PUT session|DELETE session|OPTIONS session › json`, 'Bad request.', ANY],
      [`${ENDPOINTS} › PUT session|DELETE session|OPTIONS session › allow`, ABSENT, 'GET, HEAD, POST'],
      [
        `${ENDPOINTS} › PUT session|DELETE session|OPTIONS session › log`,
        'error UnknownAction',
        'error MethodNotAllowed',
      ],
      [`${ENDPOINTS} › HEAD * › status`, 400, 200],
      [`${ENDPOINTS} › HEAD * › content-type`, 'application/json', 'text/html; charset=utf-8'],
      [`${ENDPOINTS} › HEAD * › content`, ABSENT, ANY],
      [`${ENDPOINTS} › HEAD * › log`, 'error UnknownAction', ABSENT],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'A response of a provider that belongs to no sign-in in this browser',
    authJs: '`OAuthCallbackError` of the provider, on the sign-in page.',
    latchkey: '`InvalidCheck`, on the error page.',
    reason: 'The `state` is checked before the response is used.',
    see: `${DECISION}#state-pkce-and-nonce`,
    fields: [
      [`${ENDPOINTS} › GET callback/idp, cancelled › redirect › target`, ANY, ERROR_PAGE],
      [`${ENDPOINTS} › GET callback/idp, cancelled › redirect › query › error`, ANY, 'Configuration'],
      [`${ENDPOINTS} › GET callback/idp, cancelled › log`, 'error OAuthCallbackError', 'error InvalidCheck'],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'Action and texts of `<SignIn>` and `<SignOut>`',
    authJs: '`/signin`, “Signin with …”, “Sign Out”.',
    latchkey: 'The path below `paths.base`, relative to the page; “Sign in with …”, “Sign out”.',
    reason: 'The form works with a base path.',
    see: 'frameworks/sveltekit.md#properties-of-signin-and-signout',
    fields: [
      [`${COMPONENTS} › * › action`, ANY, ANY],
      [`${COMPONENTS} › * › button`, ANY, ANY],
    ],
  },
  {
    group: 'SvelteKit',
    what: 'Fields of `<SignIn>` and `<SignOut>` with the option `redirectTo` or `redirect`',
    authJs:
      '`<SignIn>`: `callbackUrl`, `redirect` and `redirectTo`, all with the path. `<SignOut>`: `redirectTo`.',
    latchkey: '`redirectTo` with the path, and `redirect` with its own value.',
    reason: 'The action has to know both options.',
    see: 'frameworks/sveltekit/sign-in-form.md#a-form-that-posts-to-latchkey',
    fields: [
      [`${COMPONENTS} › * › fields › callbackUrl`, 'hidden /after', ABSENT],
      [`${COMPONENTS} › options › fields › redirect`, 'hidden /after', ABSENT],
      [`${COMPONENTS} › stay › fields › redirect`, 'hidden /after', 'hidden false'],
      [`${COMPONENTS} › out-stay › fields › redirect`, ABSENT, 'hidden false'],
    ],
  },
]
