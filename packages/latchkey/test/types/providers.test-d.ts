// Options of providers: options that the environment can supply are optional, and misspelt options
// do not compile.
import Credentials from 'latchkey/providers/credentials'
import Discord from 'latchkey/providers/discord'
import GitHub, { type GitHubProfile } from 'latchkey/providers/github'
import MicrosoftEntraID from 'latchkey/providers/microsoft-entra-id'
import Resend from 'latchkey/providers/resend'

export const configured = [
  GitHub,
  GitHub(),
  GitHub({ clientId: 'id' }),
  GitHub({
    clientId: process.env.ID,
    clientSecret: process.env.SECRET,
    enterprise: { baseUrl: 'https://git.example.com' },
  }),
  Discord({
    authorization: { params: { scope: 'identify' } },
    profile: ({ id, username }) => ({ id, name: username }),
  }),
  MicrosoftEntraID({ profilePhotoSize: 96 }),
  Resend({ from: 'Example <no-reply@example.com>' }),
  // `find` returns `undefined` if no user matches.
  Credentials({ authorize: ({ name }) => [{ id: '1', name: 'Ann' }].find((user) => user.name === name) }),
  Credentials({
    authorize: async ({ name }) => [{ id: '1', name: 'Ann' }].find((user) => user.name === name),
  }),
  Credentials({
    credentials: { member: {}, pin: {} },
    account: 'member',
    authorize: ({ member }) => (member === '1' ? { id: member } : null),
  }),
  Credentials({ account: 'member', authorize: () => null }),
  Credentials({ type: 'credentials', authorize: () => null }),
  GitHub({ authorization: new URL('https://git.test/a'), token: { url: new URL('https://git.test/t') } }),
  Discord({ profile: async ({ id }, _, context) => ({ id, name: String(await context?.fetch('/me')) }) }),
]

// Code of an application that calls `profile`, as with Auth.js.
export const user = GitHub().profile?.({} as GitHubProfile, { access_token: 'token' })

// @ts-expect-error: a user has an id, and `false` is no user
Credentials({ authorize: () => false })
// @ts-expect-error: `account` is one of the declared fields
Credentials({ credentials: { member: {} }, account: 'membr', authorize: () => null })
// @ts-expect-error: another type is another provider
Credentials({ type: 'email', authorize: () => null })
// @ts-expect-error: an endpoint is not a number
GitHub({ authorization: 5 })
// @ts-expect-error: the option is `clientId`
GitHub({ clientID: 'id' })
// @ts-expect-error: the option is `authorization.params.scope`
GitHub({ scope: 'repo' })
// @ts-expect-error: Microsoft Graph has no photo of this size
MicrosoftEntraID({ profilePhotoSize: 100 })
// @ts-expect-error: Discord calls it `global_name`
Discord({ profile: ({ id, globalName }) => ({ id, name: globalName }) })
// @ts-expect-error: a user has an id
Discord({ profile: ({ username }) => ({ ids: username }) })
// @ts-expect-error: only 'pkce' and 'nonce' can be omitted
Discord({ omits: ['state'] })
