// Options of providers: what the environment may supply can be left out, and what is misspelt does not compile.
import Discord from 'latchkey/providers/discord'
import GitHub from 'latchkey/providers/github'
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
]

// @ts-expect-error: it is `clientId`
GitHub({ clientID: 'id' })
// @ts-expect-error: it is `scope` inside of `authorization.params`
GitHub({ scope: 'repo' })
// @ts-expect-error: Graph has no picture of this size
MicrosoftEntraID({ profilePhotoSize: 100 })
// @ts-expect-error: Discord calls it `global_name`
Discord({ profile: ({ id, globalName }) => ({ id, name: globalName }) })
// @ts-expect-error: a user has an id
Discord({ profile: ({ username }) => ({ ids: username }) })
// @ts-expect-error: what it cannot do is 'pkce' or 'nonce'
Discord({ omits: ['state'] })
