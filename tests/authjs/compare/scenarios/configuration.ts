import { Application, PASS_THROUGH, SECRET } from '../application.ts'
import { database } from '../database.ts'
import { createIdp, oidc } from '../identity-provider.ts'
import { AUTH_JS, type Configuration, type Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'
import { authorizeAnn, credentials } from './credentials.ts'

const RIGHT = { email: 'ann@example.com', password: 'right' }

function open(library: Library, config: Configuration = {}, origin?: string): Application {
  const providers = [credentials(library, authorizeAnn)]
  return new Application(library, {
    ...(origin !== undefined && { origin }),
    config: { providers, callbacks: PASS_THROUGH, ...config },
  })
}

function scenario(
  name: string,
  config: (library: Library) => Configuration,
  act: (app: Application) => Promise<unknown>,
  origin?: string,
): Scenario {
  return {
    name: `configuration: ${name}`,
    run: async (library) => {
      const app = open(library, config(library), origin)
      await act(app)
      return app.record
    },
  }
}

/** Opens the endpoints of an application whose configuration is invalid. */
async function openBroken(app: Application): Promise<void> {
  await app.get('sign-in page', '/signin')
  await app.get('session', '/session')
  await app.get('providers', '/providers')
  await app.send('a form', '/signin/idp', {
    method: 'POST',
    body: new URLSearchParams({}),
    headers: { origin: app.origin, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
  })
}

async function signIn(app: Application): Promise<void> {
  await app.post('signs in', '/callback/credentials', { ...RIGHT, callbackUrl: '/after' })
  await app.get('reads the session', '/session')
}

export const CONFIGURATIONS: readonly Scenario[] = [
  scenario('no secret', () => ({ secret: undefined }), openBroken),
  scenario('a host that is not trusted', () => ({ trustHost: false }), openBroken),
  scenario(
    'no endpoints',
    (library) => ({ providers: [oidc(library, createIdp(), { issuer: undefined })] }),
    openBroken,
  ),
  scenario(
    'no authorize',
    ({ Credentials }) => ({ providers: [Credentials({ credentials: {}, authorize: undefined })] }),
    openBroken,
  ),
  scenario('database sessions without a database', () => ({ session: { strategy: 'database' } }), openBroken),
  scenario('pages.error, no secret', () => ({ secret: undefined, pages: { error: '/oops' } }), openBroken),
  scenario('another base path', () => ({ basePath: '/api/auth' }), signIn),
  scenario('HTTP', () => ({}), signIn, 'http://localhost:3000'),
  scenario('useSecureCookies: false', () => ({ useSecureCookies: false }), signIn),
  scenario('useSecureCookies over HTTP', () => ({ useSecureCookies: true }), signIn, 'http://localhost:3000'),
  scenario(
    'the name and the domain of the session cookie',
    () => ({
      cookies: { sessionToken: { name: 'sid', options: { domain: 'app.test', sameSite: 'strict' } } },
    }),
    signIn,
  ),
  scenario('a list of secrets', () => ({ secret: [`new ${SECRET}`, SECRET] }), signIn),
  scenario(
    'skipCSRFCheck',
    ({ skipCSRFCheck }) => ({ skipCSRFCheck }),
    async (app) => {
      await app.send('signs in', '/callback/credentials', {
        method: 'POST',
        body: new URLSearchParams(RIGHT),
        headers: { accept: 'text/html' },
      })
      await app.get('csrf', '/csrf')
    },
  ),
  scenario(
    'a database with the strategy jwt',
    () => ({ adapter: database(), session: { strategy: 'jwt' } }),
    signIn,
  ),
  {
    name: 'configuration: raw',
    run: async (library) => {
      const { raw } = library
      const app = open(library, { raw })
      const read = async (step: string, path: string): Promise<void> => {
        const result = (await app.fetch(new Request(`${app.base}${path}`))) as unknown as Record<
          string,
          unknown
        >
        const { body, redirect, status } = result
        app.observe(step, {
          fields: Object.keys(result)
            .filter((name) => result[name] !== undefined)
            .sort()
            .join(', '),
          redirect,
          status,
          body: typeof body === 'string' ? '<text>' : body,
        })
      }
      await read('session', '/session')
      await read('providers', '/providers')
      return app.record
    },
  },
  {
    name: 'configuration: environment variables',
    run: async (library) => {
      const environment = {
        AUTH_SECRET: 'from the environment',
        AUTH_URL: 'https://app.test/api/auth',
        AUTH_TRUST_HOST: 'true',
        AUTH_REDIRECT_PROXY_URL: 'https://proxy.test/api/auth',
        AUTH_GITHUB_ID: 'app',
        AUTH_GITHUB_SECRET: 'secret',
        AUTH_KEYCLOAK_ISSUER: 'https://id.test',
      }
      const config: Configuration = {
        providers: [library.GitHub, { id: 'keycloak', type: 'oidc', name: 'Keycloak' }],
      }
      library.setEnvDefaults(environment, config)
      const providers = (config.providers ?? []).map((provider) => {
        const { id, clientId, clientSecret, issuer, options } = provider as Record<string, unknown>
        return { id, clientId, clientSecret, issuer, options }
      })
      const app = new Application(library === AUTH_JS ? library : library, {})
      app.observe('completed configuration', { ...config, providers })
      return app.record
    },
  },
]
