import type { RequestEvent } from '@sveltejs/kit'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import { type DefaultSession, Latchkey, type LatchkeyConfig } from 'latchkey/sveltekit'

export interface SiteSession extends DefaultSession {
  /** The path of the request that the configuration was made for. */
  madeFor: string
  /** Another one each time that a session is read. */
  reading: string
  /** How often the token was read, where it counts. */
  count?: unknown
}

const people = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ email, password }) =>
    password === 'right' ? { id: String(email), name: 'Ann', email: String(email) } : null,
})

/** Its issuer, client id and secret are in the environment. */
const idp = { id: 'my-idp', name: 'The provider' }

/** The tests choose by this header how the application is configured; a page chooses by a cookie. */
function variantOf({ request, cookies }: RequestEvent): string | undefined {
  return request.headers.get('x-variant') ?? cookies.get('variant')
}

export const { handle, signIn, signOut, auth, update, revokeSessions } = Latchkey(async (event) =>
  configure(event, variantOf(event)),
)

function configure(event: RequestEvent, variant: string | undefined): LatchkeyConfig<SiteSession> {
  const env = event.platform?.env
  const fromPlatform = variant === 'platform' && {
    secret: env?.SECRET,
    trustHost: true,
    baseUrl: env?.URL,
    providers: [OIDC({ ...idp, clientId: env?.CLIENT_ID, clientSecret: env?.CLIENT_SECRET })],
  }
  return {
    providers: variant === 'broken' ? [{} as never] : variant === 'staging' ? [people] : [people, OIDC(idp)],
    session: { updateAge: variant === 'renewing' || variant === 'counting' ? 0 : undefined },
    pages: variant === 'pages' ? { signIn: '/login' } : undefined,
    basePath: variant === 'doors' ? '/doors' : undefined,
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === 'update') return { ...token, name: session.user.name }
        return variant === 'counting' ? { ...token, count: Number(token.count ?? 0) + 1 } : token
      },
      async session({ session, token }) {
        // The page is rendered, and somebody else signs in, before the session is there.
        if (event.url.pathname.endsWith('/streamed') || event.url.searchParams.has('/race'))
          await new Promise((resolve) => setTimeout(resolve, 50))
        if (variant === 'down') throw new Error('The database is down.')
        return { ...session, madeFor: event.url.pathname, reading: crypto.randomUUID(), count: token.count }
      },
    },
    ...fromPlatform,
  }
}
