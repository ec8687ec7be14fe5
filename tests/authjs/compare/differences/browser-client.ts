import { ABSENT } from '../diff.ts'
import { ANY, type ListedDifference } from '../listed-difference.ts'

const GET_SESSION = [{ event: 'session', data: { trigger: 'getSession' } }]

export const BROWSER_CLIENT: readonly ListedDifference[] = [
  {
    group: 'Browser client',
    what: '`status` and `ok` of `signIn` after a failure',
    authJs: '200 and `true`.',
    latchkey: 'The status of the error, and `false`.',
    reason: 'The server responds with the status of the error.',
    see: 'frameworks/client.md#sign-in-without-a-page-load',
    fields: [
      ['browser client*: signIn with a * › result › value › status', 200, 401],
      ['browser client*: signIn while authorize throws › result › value › status', 200, 500],
      ['browser client*: signIn * › result › value › ok', true, false],
    ],
  },
  {
    group: 'Browser client',
    what: 'The result of `signIn` and `signOut` that navigate',
    authJs: '`undefined`.',
    latchkey: 'The same result as with `redirect: false`.',
    reason: 'Code that runs until the next page is loaded can show an error.',
    see: 'frameworks/client.md#options-of-signin',
    fields: [
      ['browser client*: signIn * › result › value', 'nothing', ANY],
      ['browser client*: signOut that navigates › result › value', 'nothing', ANY],
    ],
  },
  {
    group: 'Browser client',
    what: 'Requests',
    authJs: 'The providers and a CSRF token are requested first.',
    latchkey: 'Only if the server requires a token, or the type of the provider is not known.',
    reason: 'A sign-in takes one request. The `signIn` callback gets no `csrfToken` in `credentials` then.',
    see: 'project/decisions/0013-request-csrf-tokens-only-when-the-server-requires-one.md',
    fields: [
      ['browser client*: sign* › requests › value', ANY, ANY],
      ['browser client*: * › result › callbacks › signIn › credentials › csrfToken', '<token>', ABSENT],
    ],
  },
  {
    group: 'Browser client',
    what: 'Messages to other tabs after `signIn` without navigation',
    authJs: 'None.',
    latchkey: 'One, which makes them read the session.',
    reason: 'Other tabs show that the user is signed in.',
    see: 'frameworks/client.md#tab-synchronization-and-errors',
    fields: [['browser client*: signIn * › messages to other tabs › value', [], GET_SESSION]],
  },
  {
    group: 'Browser client',
    what: 'Messages to other tabs',
    authJs: 'Contain the event and its trigger.',
    latchkey: 'Also contain a digest of the session.',
    reason: 'A tab that has the same session already sends no request.',
    see: 'frameworks/client.md#tab-synchronization-and-errors',
    fields: [['browser client*: * › messages to other tabs › value', GET_SESSION, ANY]],
  },
]
