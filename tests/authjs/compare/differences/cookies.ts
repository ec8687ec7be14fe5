import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const DECISION = 'project/decisions/0012-differ-from-authjs-where-it-is-safer.md'

export const COOKIES: readonly ListedDifference[] = [
  {
    group: 'Cookies',
    what: '`callback-url`',
    authJs: 'Set when the callback URL changes, in plain text.',
    latchkey:
      'Set while the user is on the way to a sign-in, encrypted; cleared afterwards. Its name ' +
      'starts with `__Host-`.',
    reason: 'A response that sets no cookie can be cached.',
    see: `${DECISION}#session-renewal-and-cookies`,
    fields: [
      ['* › * › cookies › *authjs.callback-url', ANY, ABSENT],
      ['* › * › cookies › *authjs.callback-url', ABSENT, ANY],
    ],
  },
  {
    group: 'Cookies',
    what: '`csrf-token`',
    authJs: 'Set by the first response of any endpoint.',
    latchkey: 'Set by `GET /csrf`.',
    reason: 'Browsers are checked by their headers, and most forms need no token.',
    see: 'project/decisions/0003-check-fetch-metadata-before-csrf-tokens.md',
    fields: [['* › * › cookies › *authjs.csrf-token', ANY, ABSENT]],
  },
  {
    group: 'Cookies',
    what: '`state`, `nonce` and `pkce.code_verifier`',
    authJs: 'One cookie each.',
    latchkey: 'One encrypted cookie for each pending sign-in: `transaction`.',
    reason: 'Several sign-ins can be pending in one browser.',
    see: 'project/decisions/0005-keep-pending-sign-ins-in-sealed-cookies.md',
    fields: [
      ['* › * › cookies › *authjs.state|*authjs.nonce|*authjs.pkce.code_verifier', ANY, ABSENT],
      ['* › * › cookies › *authjs.transaction.<id>', ABSENT, ANY],
    ],
  },
]
