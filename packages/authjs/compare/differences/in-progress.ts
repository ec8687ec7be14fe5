import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

/**
 * Differences that are being removed. Each entry fails once its fix is there: delete it then, and
 * at last this file.
 */
export const IN_PROGRESS: readonly ListedDifference[] = [
  {
    group: 'Callbacks',
    what: 'The `session` callback with database sessions',
    authJs: 'Gets the stored session and the whole user.',
    latchkey: 'Gets `name`, `email` and `image`, and `expires` as text.',
    reason: 'Changes with the next release.',
    fields: [
      ['* › * › callbacks|events › session › session › expires', ANY, ANY],
      ['* › * › callbacks|events › session › session › userId', ANY, ABSENT],
      ['* › * › callbacks|events › session › session › user › id|emailVerified|role', ANY, ABSENT],
      ['* › * › json › userId', ANY, ABSENT],
      ['* › * › json › user › id|emailVerified|role', ANY, ABSENT],
    ],
  },
  {
    group: 'Sessions',
    what: '`getToken` without the name of the cookie',
    authJs: 'Reads `authjs.session-token`.',
    latchkey: 'Reads `latchkey.session-token`.',
    reason: 'Changes with the next release.',
    fields: [['session in a cookie: getToken without the name of the cookie › token › value', ANY, null]],
  },
  {
    group: 'Sign-in',
    what: 'A provider without client id',
    authJs: 'Fails at that provider.',
    latchkey: 'Every endpoint fails.',
    reason: 'Changes with the next release.',
    fields: [
      ['provider: no client id › * › status', ANY, ANY],
      ['provider: no client id › * › json › *', ANY, ANY],
      ['provider: no client id › * › log', ABSENT, 'error InvalidProvider'],
      ['provider: no client id › starts the sign-in › redirect', ANY, ABSENT],
      ['provider: no client id › starts the sign-in › content-type|page', ABSENT, ANY],
    ],
  },
  {
    group: 'Sign-in',
    what: '`authorize` returns a user without `id`',
    authJs: 'Signs in.',
    latchkey: 'Refuses.',
    reason: 'Changes with the next release.',
    fields: [
      ['authorize returns no id › a * › callbacks|events', ANY, ABSENT],
      ['authorize returns no id › a * › cookies › *authjs.session-token', ANY, ABSENT],
      ['authorize returns no id › a * › log', ABSENT, 'error CallbackRouteError'],
      ['authorize returns no id › a browser signs in › redirect › target|query', ANY, ANY],
      ['authorize returns no id › a script signs in › redirect', ANY, ABSENT],
      ['authorize returns no id › a script signs in › json', ABSENT, ANY],
      ['authorize returns no id › reads the session › callbacks|events', ANY, ABSENT],
      ['authorize returns no id › reads the session › json', ANY, null],
    ],
  },
  {
    group: 'Pages',
    what: 'Titles of the built-in pages',
    authJs: 'Those of Auth.js.',
    latchkey: 'Those of Latchkey.',
    reason: 'May change with the next release.',
    fields: [['* › * › page › title', ANY, ANY]],
  },
  {
    group: 'Errors',
    what: 'JSON of an invalid configuration',
    authJs: '`message`.',
    latchkey: '`message`, `error` and `reference`.',
    reason: 'May change with the next release.',
    fields: [['configuration: * › session|providers › json › message|error|reference', ANY, ANY]],
  },
]
