import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'
const LINKING = 'database: allowDangerousEmailAccountLinking, unverified addresses, *'

export const SIGN_IN: readonly ListedDifference[] = [
  {
    group: 'Sign-in',
    what: '`state` and `nonce`',
    authJs: 'Sent if `checks` names them.',
    latchkey: 'Always sent and checked. The profile of an ID token therefore has a `nonce`.',
    reason: 'Leaving one out has no benefit.',
    see: `${DECISION}#state-pkce-and-nonce`,
    fields: [
      ['* › * › redirect › query › state|nonce', ABSENT, '<random>'],
      ['browser client*: * › navigations › value › 0 › query › state|nonce', ABSENT, '<random>'],
      ['browser client*: * › result › value › url › query › state|nonce', ABSENT, '<random>'],
      ['* › * › callbacks|events › signIn|jwt › profile › nonce', ABSENT, '<token>'],
    ],
  },
  {
    group: 'Sign-in',
    what: 'Signature of an ID token',
    authJs: 'Relies on TLS, as the standard allows.',
    latchkey: 'Verified with the keys of the provider. Metadata is requested once, not at each step.',
    reason: 'The keys are available, and a mistake would give a session to an attacker.',
    see: `${DECISION}#state-pkce-and-nonce`,
    fields: [
      [
        'provider: requests to the provider › requests to the provider › value',
        ['/.well-known/openid-configuration', '/.well-known/openid-configuration', '/token'],
        ['/.well-known/openid-configuration', '/token', '/jwks'],
      ],
    ],
  },
  {
    group: 'Sign-in',
    what: '`scope` in the query of a form',
    authJs: 'Replaces the scope of the provider.',
    latchkey:
      'Has no effect, and the log has a warning. Other parameters are passed on. Server code can set ' +
      'it with `signIn`.',
    reason: 'A user, or a page that sends the form, could change what the application is granted.',
    see: 'frameworks/sveltekit/sign-in-form.md#a-form-that-posts-to-latchkey',
    fields: [
      [
        'provider: parameters of the request › starts the sign-in › redirect › query › scope',
        'openid',
        'openid profile email',
      ],
      ['provider: parameters of the request › starts the sign-in › log', ABSENT, 'warning scope-ignored'],
    ],
  },
  {
    group: 'Sign-in',
    what: '`authorize` returns a user without `id` and without `email`',
    authJs: 'The user gets a random id.',
    latchkey: 'Refused: `CallbackRouteError`.',
    reason: 'The user would be a new one at every sign-in.',
    see: `${DECISION}#credentials`,
    fields: [
      ['authorize returns no id and no address › a * › callbacks|events', ANY, ABSENT],
      ['authorize returns no id and no address › a * › cookies › *authjs.session-token', ANY, ABSENT],
      ['authorize returns no id and no address › a * › log', ABSENT, 'error CallbackRouteError'],
      ['authorize returns no id and no address › a browser signs in › redirect › target|query', ANY, ANY],
      ['authorize returns no id and no address › a script signs in › redirect', ANY, ABSENT],
      ['authorize returns no id and no address › a script signs in › json', ABSENT, ANY],
      ['authorize returns no id and no address › reads the session › callbacks|events', ANY, ABSENT],
      ['authorize returns no id and no address › reads the session › json', ANY, null],
    ],
  },
  {
    group: 'Sign-in',
    what: '`profile` returns a user without `id`',
    authJs: 'The account gets a random id.',
    latchkey: 'Refused: `OAuthProfileParseError`.',
    reason: 'The account would be a new one at every sign-in.',
    see: `${DECISION}#accounts`,
    fields: [
      ['provider: a profile without an id › returns from the provider › callbacks|events', ANY, ABSENT],
      [
        'provider: a profile without an id › returns from the provider › cookies › *.session-token',
        ANY,
        ABSENT,
      ],
      [
        'provider: a profile without an id › returns from the provider › log',
        ABSENT,
        'error OAuthProfileParseError',
      ],
      ['provider: a profile without an id › returns from the provider › redirect › target|query', ANY, ANY],
      ['provider: a profile without an id › reads the session › callbacks|events', ANY, ABSENT],
      ['provider: a profile without an id › reads the session › json', ANY, null],
    ],
  },
  {
    group: 'Sign-in',
    what: 'User id without a database',
    authJs: 'Random at each sign-in.',
    latchkey: 'A UUID that follows from the provider and the account.',
    reason: 'The same account has the same user id every time.',
    see: `${DECISION}#accounts`,
    fields: [['provider: the same user id at the next sign-in › same id › value', false, true]],
  },
  {
    group: 'Sign-in',
    what: '`allowDangerousEmailAccountLinking`',
    authJs: 'Links accounts with the same address.',
    latchkey:
      'Links if the provider and this application have verified the address, else `OAuthAccountNotLinked`.',
    reason: 'Another user may have registered with the address.',
    see: 'concepts/account-linking.md#verified-addresses',
    fields: [
      [`${LINKING} › returns from the provider › redirect › target`, ANY, 'https://app.test/auth/signin'],
      [
        `${LINKING} › returns from the provider › redirect › query`,
        ABSENT,
        { error: 'OAuthAccountNotLinked' },
      ],
      [`${LINKING} › returns from the provider › log`, ABSENT, 'error OAuthAccountNotLinked'],
      [`${LINKING} › returns from the provider › events`, ANY, ABSENT],
      [`${LINKING} › returns from the provider › callbacks › jwt`, ANY, ABSENT],
      [`${LINKING} › returns from the provider › callbacks › order`, 'signIn, jwt', 'signIn'],
      [`${LINKING} › returns from the provider › cookies › *authjs.session-token`, ANY, ABSENT],
      [`${LINKING} › returns from the provider › adapter › linkAccount|createSession`, ANY, ABSENT],
    ],
  },
  {
    group: 'Sign-in',
    what: 'A signed-in user signs in again, or links an account; database sessions',
    authJs: 'The session stays.',
    latchkey: 'A new session replaces it.',
    reason: 'The session cookie changes at every sign-in.',
    see: `${DECISION}#accounts`,
    fields: [
      [
        'database: a signed-in user *, sessions in the database › returns from * › adapter › createSession',
        ABSENT,
        ANY,
      ],
      [
        'database: a signed-in user *, sessions in the database › returns from * › adapter › deleteSession',
        ABSENT,
        ANY,
      ],
      [
        'e-mail: a user who is signed in|e-mail: the address of a user with an account › opens the ' +
          '* › adapter › deleteSession',
        ABSENT,
        ANY,
      ],
    ],
  },
  {
    group: 'Sign-in',
    what: 'An e-mail link that the requesting browser does not open, or that is opened again',
    authJs: 'Takes effect, or redirects to the error page.',
    latchkey: 'Shows a button first. The token is checked when the user presses it.',
    reason: 'Programs that check links in e-mails use up no link, and sign no user in.',
    see: 'project/decisions/0008-confirm-email-links-in-other-browsers.md',
    fields: [
      ['e-mail: * › opens the link again|opens a changed link › status', 302, 200],
      ['e-mail: * › opens the link again|opens a changed link › redirect', ANY, ABSENT],
      ['e-mail: * › opens the link again|opens a changed link › content-type|page', ABSENT, ANY],
      ['e-mail: * › opens the link again|opens a changed link › adapter', ANY, ABSENT],
      ['e-mail: * › opens the link again|opens a changed link › log', 'error Verification', ABSENT],
      ['e-mail: another browser opens the link › status › value', 302, 200],
      ['e-mail: another browser opens the link › status › callbacks|events|adapter', ANY, ABSENT],
    ],
  },
  {
    group: 'Sign-in',
    what: '`authorize` returns a user without `id`, but with an e-mail address',
    authJs: 'The user gets a random id at each sign-in.',
    latchkey: 'The id follows from the provider and the address, and the log has a warning.',
    reason: 'The same user has the same id every time.',
    see: `${DECISION}#credentials`,
    fields: [['authorize returns no id › * › log', ABSENT, 'warning authorize-without-id']],
  },
  {
    group: 'Sign-in',
    what: 'A provider without client id',
    authJs: 'Has a button, which leads to the provider.',
    latchkey: 'Has no button, and its endpoint shows an error. The log names the variables.',
    reason: 'The provider could only refuse. All other providers work.',
    see: 'reference/error-types.md',
    fields: [
      ['provider: no client id › lists the providers › json › idp', ANY, ABSENT],
      ['provider: no client id › * › log', ABSENT, 'error InvalidProvider'],
      ['provider: no client id › starts the sign-in › status', 302, 500],
      ['provider: no client id › starts the sign-in › redirect', ANY, ABSENT],
      ['provider: no client id › starts the sign-in › content-type|page', ABSENT, ANY],
    ],
  },
]
