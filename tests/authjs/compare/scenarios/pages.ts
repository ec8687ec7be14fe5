import { Application } from '../application.ts'
import { createIdp, oidc } from '../identity-provider.ts'
import type { Configuration, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'
import { authorizeAnn, credentials } from './credentials.ts'

const ERRORS = ['AccessDenied', 'Configuration', 'Verification', 'Unknown']
const SIGN_IN_ERRORS = ['CredentialsSignin', 'OAuthAccountNotLinked', 'EmailSignInError', 'Unknown']
const OWN = { signIn: '/login', signOut: '/logout', error: '/oops', verifyRequest: '/mail', newUser: '/new' }

function open(library: Library, config: Configuration = {}): Application {
  const providers = [credentials(library, authorizeAnn), oidc(library, createIdp())]
  return new Application(library, { config: { providers, ...config } })
}

function scenario(
  name: string,
  act: (app: Application) => Promise<unknown>,
  config: Configuration = {},
): Scenario {
  return {
    name: `pages: ${name}`,
    run: async (library) => {
      const app = open(library, config)
      await app.csrfToken()
      await act(app)
      return app.record
    },
  }
}

async function openAll(app: Application): Promise<void> {
  await app.get('sign in', '/signin')
  await app.get('sign in, with a callback URL', '/signin?callbackUrl=%2Fafter')
  for (const error of SIGN_IN_ERRORS) await app.get(`sign in, ${error}`, `/signin?error=${error}`)
  await app.get('sign out', '/signout')
  for (const error of ERRORS) await app.get(`error, ${error}`, `/error?error=${error}`)
  await app.get('error', '/error')
  await app.get('verify request', '/verify-request?provider=email&type=email')
}

async function fail(app: Application): Promise<void> {
  await app.post('a wrong password', '/callback/credentials', { email: 'ann@example.com', password: 'wrong' })
  await app.postByScript('a wrong password, by a script', '/callback/credentials', { password: 'wrong' })
  await app.post('no provider', '/signin')
  await app.post('a credentials provider', '/signin/credentials')
}

const refuse = (): boolean => false

export const PAGES: readonly Scenario[] = [
  scenario('built in', openAll),
  scenario('of the application', openAll, { pages: OWN }),
  scenario('built in, failed sign-ins', fail),
  scenario('of the application, failed sign-ins', fail, { pages: OWN }),
  scenario('of the application, with a query', fail, { pages: { signIn: '/login?from=auth' } }),
  scenario(
    'of the application, a denied sign-in',
    async (app) => {
      await app.post('signs in', '/callback/credentials', { email: 'ann@example.com', password: 'right' })
    },
    { pages: OWN, callbacks: { signIn: refuse } },
  ),
  scenario(
    'of the application, the user cancels at the provider',
    async (app) => {
      const started = await app.post('starts the sign-in', '/signin/idp')
      const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? ''
      await app.get('returns from the provider', `/callback/idp?error=access_denied&state=${state}`)
    },
    { pages: OWN },
  ),
  scenario(
    'theme',
    async (app) => {
      await app.get('sign in', '/signin')
    },
    { theme: { colorScheme: 'dark', brandColor: '#123456', logo: '/logo.svg', buttonText: '#ffffff' } },
  ),
]
