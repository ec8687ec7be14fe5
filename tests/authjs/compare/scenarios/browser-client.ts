import { Application, ORIGIN, PASS_THROUGH } from '../application.ts'
import { describeUrl } from '../describe-response.ts'
import { createIdp, oidc } from '../identity-provider.ts'
import type { Fields, Library } from '../libraries.ts'
import { onPage, type Page } from '../page-globals.ts'
import type { Scenario } from '../scenario.ts'
import { credentials } from './credentials.ts'

const ANN = { email: 'ann@example.com', password: 'right' }

type Client = Library['client']

/** A scenario on a page of an application with the functions of the browser client. */
function scenario(
  name: string,
  act: (client: Client, page: Page) => Promise<unknown>,
  isSignedIn = false,
): Scenario {
  return {
    name: `browser client: ${name}`,
    run: async (library) => {
      const { client } = library
      const app = new Application(library, { config: createConfig(library) })
      if (isSignedIn) await onPage(app, () => client.signIn('credentials', { ...ANN, redirect: false }))
      await onPage(app, async (page) => {
        app.observe('result', describeResult(await act(client, page)))
        app.observe('navigations', { ...page.navigations })
        app.observe('messages to other tabs', page.messages)
        app.observe('requests', page.requests)
        app.observe('session', await client.getSession())
      })
      return app.record
    },
  }
}

/** A scenario on a page of an application with the functions for SvelteKit. */
function svelteKitScenario(
  name: string,
  act: (client: Library['svelteKitClient']) => Promise<unknown>,
  isSignedIn = false,
): Scenario {
  return {
    name: `browser client of SvelteKit: ${name}`,
    run: async (library) => {
      const { svelteKitClient: client, skipCSRFCheck } = library
      // SvelteKit checks the origin of forms itself, so that its integrations skip the CSRF token.
      const app = new Application(library, {
        config: { ...createConfig(library), basePath: '/auth', skipCSRFCheck },
      })
      if (isSignedIn) await onPage(app, () => client.signIn('credentials', { ...ANN, redirect: false }))
      await onPage(app, async (page) => {
        app.observe('result', describeResult(await act(client)))
        app.observe('navigations', { ...page.navigations })
        app.observe('requests', page.requests)
      })
      return app.record
    },
  }
}

function createConfig(library: Library): Fields {
  const { CredentialsSignin } = library
  const authorize = ({ password, email }: Fields): unknown => {
    if (password === 'locked') throw Object.assign(new CredentialsSignin(), { code: 'locked' })
    if (password === 'fault') throw new Error('no database')
    return password === 'right' ? { id: 'ann', name: 'Ann', email } : null
  }
  return {
    basePath: '/api/auth',
    providers: [credentials(library, authorize), oidc(library, createIdp())],
    callbacks: PASS_THROUGH,
  }
}

/** Describes the URL of a result like those of redirects. */
function describeResult(result: unknown): unknown {
  const { url } = (result ?? {}) as Fields
  return typeof url === 'string'
    ? { ...(result as Fields), url: describeUrl(new URL(url, ORIGIN)) }
    : (result ?? 'nothing')
}

const SVELTEKIT: readonly Scenario[] = [
  svelteKitScenario('signIn with the right password', (client) =>
    client.signIn('credentials', { ...ANN, redirect: false, redirectTo: '/after' }),
  ),
  svelteKitScenario('signIn with a wrong password', (client) =>
    client.signIn('credentials', { ...ANN, password: 'wrong', redirect: false }),
  ),
  svelteKitScenario('signIn that navigates', (client) =>
    client.signIn('credentials', { ...ANN, callbackUrl: '/after' }),
  ),
  svelteKitScenario('signIn at a provider', (client) => client.signIn('idp', { redirectTo: '/after' })),
  svelteKitScenario('signIn at a provider, with parameters', (client) =>
    client.signIn('idp', {}, { prompt: 'login' }),
  ),
  svelteKitScenario('signOut', (client) => client.signOut({ redirect: false, redirectTo: '/bye' }), true),
  svelteKitScenario('signOut that navigates', (client) => client.signOut({ callbackUrl: '/bye' }), true),
]

export const BROWSER_CLIENT: readonly Scenario[] = [
  ...SVELTEKIT,
  scenario('getSession', (client) => client.getSession()),
  scenario('getSession of a signed-in user', (client) => client.getSession(), true),
  scenario('getCsrfToken', (client) => client.getCsrfToken()),
  scenario('getProviders', (client) => client.getProviders()),
  scenario('signIn with the right password', (client) =>
    client.signIn('credentials', { ...ANN, redirect: false }),
  ),
  scenario('signIn with the right password and a target', (client) =>
    client.signIn('credentials', { ...ANN, redirect: false, redirectTo: '/after' }),
  ),
  scenario('signIn with a wrong password', (client) =>
    client.signIn('credentials', { ...ANN, password: 'wrong', redirect: false }),
  ),
  scenario('signIn with a password that is locked', (client) =>
    client.signIn('credentials', { ...ANN, password: 'locked', redirect: false }),
  ),
  scenario('signIn while authorize throws', (client) =>
    client.signIn('credentials', { ...ANN, password: 'fault', redirect: false }),
  ),
  scenario('signIn that navigates', (client) =>
    client.signIn('credentials', { ...ANN, callbackUrl: '/after' }),
  ),
  scenario('signIn with a wrong password that navigates', (client) =>
    client.signIn('credentials', { ...ANN, password: 'wrong' }),
  ),
  scenario('signIn at a provider', (client) => client.signIn('idp', { redirectTo: '/after' })),
  scenario('signIn at a provider, with parameters', (client) =>
    client.signIn('idp', {}, { prompt: 'login' }),
  ),
  scenario('signIn at a provider, without navigation', (client) => client.signIn('idp', { redirect: false })),
  scenario('signIn at an unknown provider', (client) => client.signIn('other', { redirectTo: '/after' })),
  scenario('signIn without a provider', (client) => client.signIn()),
  scenario('signOut', (client) => client.signOut({ redirect: false }), true),
  scenario(
    'signOut with a target',
    (client) => client.signOut({ redirect: false, redirectTo: '/bye' }),
    true,
  ),
  scenario('signOut that navigates', (client) => client.signOut({ callbackUrl: '/bye' }), true),
]
