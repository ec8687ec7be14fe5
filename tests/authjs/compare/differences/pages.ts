import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

export const PAGES: readonly ListedDifference[] = [
  {
    group: 'Pages',
    what: 'Titles of the built-in pages',
    authJs: '`Sign In`, `Sign Out`, `Verify Request`, and `Error` for every error.',
    latchkey: '`Sign in`, `Sign out`, `Check your e-mail`, and what happened for an error.',
    reason: 'The title is what a screen reader says first, and it can be translated.',
    see: 'sign-in/pages.md#translations',
    fields: [
      ['* › * › page › title', 'Sign In', 'Sign in'],
      ['* › * › page › title', 'Sign Out', 'Sign out'],
      ['* › * › page › title', 'Verify Request', 'Check your e-mail'],
      ['* › * › page › title', 'Error', 'Access denied'],
      ['* › * › page › title', 'Error', 'Something went wrong'],
      ['* › * › page › title', 'Error', 'This link is no longer valid'],
    ],
  },
  {
    group: 'Pages',
    what: '`Content-Type`',
    authJs: '`text/html`.',
    latchkey: '`text/html; charset=utf-8`.',
    reason: 'The encoding does not depend on the page.',
    see: 'operate/defaults.md#headers-of-responses',
    fields: [['* › * › content-type', 'text/html', 'text/html; charset=utf-8']],
  },
  {
    group: 'Pages',
    what: 'Fields of the forms',
    authJs: '`csrfToken`.',
    latchkey: '`csrfToken` and `callbackUrl`.',
    reason: 'Two tabs can have different targets.',
    see: 'sign-in/pages.md#sign-in-form',
    fields: [
      [
        'pages: * › sign in* › page › forms › * › fields',
        'csrfToken, email, password',
        'callbackUrl, csrfToken, email, password',
      ],
      ['pages: * › sign out › page › forms › * › fields', 'csrfToken', 'callbackUrl, csrfToken'],
    ],
  },
  {
    group: 'Pages',
    what: '`pages.error` without an error in the query of `/error`',
    authJs: 'The query has `error`.',
    latchkey: 'The query is empty.',
    reason: 'There is no error to show.',
    see: 'sign-in/pages.md',
    fields: [['pages: of the application › error › redirect › query', ANY, ABSENT]],
  },
  {
    group: 'Pages',
    what: 'A page of the application whose path has a query',
    authJs: 'The error follows the path.',
    latchkey: '`error` and `code` are parameters of their own.',
    reason: 'The page can read both queries.',
    see: 'sign-in/pages.md#your-own-sign-in-page',
    fields: [
      [
        'pages: of the application, with a query › a wrong password › redirect › query › from|error|code',
        ANY,
        ANY,
      ],
      [
        'pages: of the application, with a query › a wrong password, by a script › json › url › ' +
          'query › from|error|code',
        ANY,
        ANY,
      ],
    ],
  },
  {
    group: 'Pages',
    what: '`pages.verifyRequest`',
    authJs: '`/verify-request` redirects to it.',
    latchkey: 'The sign-in redirects to it.',
    reason: 'One redirect fewer.',
    see: 'sign-in/email.md#how-it-works',
    fields: [
      [
        'e-mail: pages.verifyRequest › requests a link › redirect › target',
        'https://app.test/auth/verify-request',
        'https://app.test/check-your-mail',
      ],
    ],
  },
]
