import { Application, ORIGIN } from '../application.ts'
import type { Configuration, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'
import { authorizeAnn, credentials } from './credentials.ts'

const RIGHT = { email: 'ann@example.com', password: 'right' }

function open(library: Library, config: Configuration = {}): Application {
  return new Application(library, { config: { providers: [credentials(library, authorizeAnn)], ...config } })
}

/** Signs in and out with a callback URL. */
function withCallbackUrl(
  name: string,
  callbackUrl: string | undefined,
  config: Configuration = {},
): Scenario {
  const fields: Record<string, string> = callbackUrl === undefined ? {} : { callbackUrl }
  return {
    name: `callback URL: ${name}`,
    run: async (library) => {
      const app = open(library, config)
      await app.post('a browser signs in', '/callback/credentials', { ...RIGHT, ...fields })
      await app.post('a browser signs out', '/signout', fields)
      await app.postByScript('a script signs in', '/callback/credentials', { ...RIGHT, ...fields })
      await app.postByScript('a script signs out', '/signout', fields)
      return app.record
    },
  }
}

function redirectCallback(
  name: string,
  redirect: (params: { url: string; baseUrl: string }) => string,
): Scenario {
  return {
    name: `redirect callback: ${name}`,
    run: async (library) => {
      const app = open(library, { callbacks: { redirect } })
      await app.post('signs in', '/callback/credentials', { ...RIGHT, callbackUrl: '/after?tab=1' })
      await app.post('signs out', '/signout', { callbackUrl: 'https://other.test/bye' })
      return app.record
    },
  }
}

export const REDIRECTS: readonly Scenario[] = [
  withCallbackUrl('none', undefined),
  withCallbackUrl('a path', '/after'),
  withCallbackUrl('a path with query and fragment', '/after?tab=1&x=%2F#part'),
  withCallbackUrl('a URL of the application', `${ORIGIN}/after`),
  withCallbackUrl('a URL of another origin', 'https://other.test/after'),
  withCallbackUrl('a subdomain', 'https://sub.app.test/after'),
  withCallbackUrl('the other scheme', 'http://app.test/after'),
  {
    name: 'callback URL: from the sign-in page',
    run: async (library) => {
      const app = open(library)
      await app.browser.get(`${app.base}/signin?callbackUrl=%2Fafter`)
      await app.post('signs in', '/callback/credentials', RIGHT)
      return app.record
    },
  },
  {
    name: 'callback URL: in the query of the form',
    run: async (library) => {
      const app = open(library)
      await app.post('signs in', '/callback/credentials?callbackUrl=%2Fafter', RIGHT)
      return app.record
    },
  },
  redirectCallback('returns the URL', ({ url }) => url),
  redirectCallback('returns a path', () => '/elsewhere'),
  redirectCallback('returns a URL of the application', ({ baseUrl }) => `${baseUrl}/elsewhere`),
  redirectCallback('returns a URL of another origin', () => 'https://other.test/elsewhere'),
  redirectCallback('throws', () => {
    throw new Error('no target')
  }),
]
