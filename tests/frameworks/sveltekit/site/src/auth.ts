import type { RequestEvent } from '@sveltejs/kit'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import { type DefaultSession, Latchkey, type LatchkeyConfig } from 'latchkey/sveltekit'

export interface SiteSession extends DefaultSession {
  /** The path of the request that the configuration function received. */
  madeFor: string
  /** A new value each time the session is read. */
  reading: string
  /** How often the token was read, in the variant `counting`. */
  count?: unknown
}

const passwordForm: Parameters<typeof Credentials>[0] = {
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize(fields) {
    const { email = '', password, remember, otp } = fields as Record<string, string | undefined>
    // The session shows what else arrived.
    const image = remember && JSON.stringify({ remember, otp })
    return password === 'right' ? { id: email, name: 'Ann', email, image } : null
  },
}

const passwordProvider = Credentials(passwordForm)
/** A provider with the name of an action in its id. */
const signInForm = Credentials({ ...passwordForm, id: 'signin-form' })

/** A provider that no request reaches. */
const unreachable = OIDC({
  id: 'unreachable',
  name: 'A provider that is down',
  issuer: 'https://unreachable.test',
  clientId: 'the-application',
  clientSecret: 'a shared secret',
})

/** An OpenID Connect provider. Its issuer, client id and secret are in the environment. */
const idp = { id: 'my-idp', name: 'The provider' }
const refreshable = {
  logout: true,
  authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
}

/** Returns the variant of the configuration that a test selects with a header or a cookie. */
function variantOf({ request, cookies }: RequestEvent): string | undefined {
  return request.headers.get('x-variant') ?? cookies.get('variant')
}

export const { handle, protect, signIn, signOut, auth, currentUser, update, revokeSessions, removeAccess } =
  Latchkey(async (event) => configure(event, variantOf(event)))

function pagesFor(variant: string | undefined): LatchkeyConfig['pages'] {
  if (variant === 'pages') return { signIn: '/login' }
  return variant === 'hidden-sign-in' ? { signIn: '/hidden/sign-in' } : undefined
}

function providersFor(variant: string | undefined): LatchkeyConfig['providers'] {
  switch (variant) {
    case 'broken':
      return [{} as never]
    case 'staging':
      return [passwordProvider]
    case 'signin-form':
      return [signInForm]
    case 'tokens':
      return [OIDC({ ...idp, ...refreshable })]
    case 'unreachable':
      return [passwordProvider, OIDC(idp), unreachable]
    default:
      return [passwordProvider, OIDC(idp)]
  }
}

function configure(event: RequestEvent, variant: string | undefined): LatchkeyConfig<SiteSession> {
  const env = event.platform?.env
  const fromPlatform = variant === 'platform' && {
    secret: env?.SECRET,
    trustHost: true,
    baseUrl: env?.URL,
    providers: [OIDC({ ...idp, clientId: env?.CLIENT_ID, clientSecret: env?.CLIENT_SECRET })],
  }
  return {
    providers: providersFor(variant),
    providerTokens: variant === 'tokens',
    account: { security: variant === 'security' },
    session: { updateAge: variant === 'renewing' || variant === 'counting' ? 0 : undefined },
    pages: pagesFor(variant),
    basePath: variant === 'base-path' ? '/account' : undefined,
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === 'update') return { ...token, name: session.user.name }
        return variant === 'counting' ? { ...token, count: Number(token.count ?? 0) + 1 } : token
      },
      async session({ session, token }) {
        // Delays the session, so that the page is rendered or another user signs in before it is
        // available.
        if (event.url.pathname.endsWith('/streamed') || event.url.searchParams.has('/race'))
          await new Promise((resolve) => setTimeout(resolve, 50))
        if (variant === 'down') throw new Error('The database is down.')
        return { ...session, madeFor: event.url.pathname, reading: crypto.randomUUID(), count: token.count }
      },
    },
    ...fromPlatform,
  }
}
