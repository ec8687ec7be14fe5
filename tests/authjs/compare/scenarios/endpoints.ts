import { Application, PASS_THROUGH } from '../application.ts'
import { createIdp, oidc } from '../identity-provider.ts'
import type { Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'
import { authorizeAnn, credentials } from './credentials.ts'

const RIGHT = { email: 'ann@example.com', password: 'right' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const SAME_ORIGIN = { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }
const CROSS_SITE = { origin: 'https://other.test', 'sec-fetch-site': 'cross-site' }

function open(library: Library): Application {
  const providers = [credentials(library, authorizeAnn), oidc(library, createIdp())]
  return new Application(library, { config: { providers, callbacks: PASS_THROUGH } })
}

function scenario(name: string, act: (app: Application) => Promise<unknown>): Scenario {
  return {
    name: `endpoints: ${name}`,
    run: async (library) => {
      const app = open(library)
      await act(app)
      return app.record
    },
  }
}

/** Signs in without a record of it. */
async function signIn(app: Application): Promise<void> {
  const csrfToken = await app.csrfToken()
  await app.browser.post(`${app.base}/callback/credentials`, { ...RIGHT, csrfToken })
  app.recorder.take()
}

const body = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

export const ENDPOINTS: readonly Scenario[] = [
  scenario('data', async (app) => {
    await app.get('providers', '/providers')
    await app.get('csrf', '/csrf')
    await app.get('csrf again', '/csrf')
    await app.get('session', '/session')
  }),
  scenario('headers', async (app) => {
    const { headers } = await app.browser.get(`${app.base}/session`)
    app.observe(
      'session without a cookie',
      Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie')),
    )
    await signIn(app)
    const signedIn = await app.browser.get(`${app.base}/session`)
    app.observe(
      'session',
      Object.fromEntries([...signedIn.headers].filter(([name]) => name !== 'set-cookie')),
    )
    const page = await app.browser.get(`${app.base}/signin`)
    app.observe(
      'names on a page',
      [...new Set(page.headers.keys())].filter((name) => name !== 'set-cookie').sort(),
    )
  }),
  scenario('paths', async (app) => {
    await app.csrfToken()
    await app.get('an unknown action', '/other')
    await app.get('the base path', '')
    await app.get('too many segments', '/signin/idp/other')
    await app.get('a slash at the end', '/session/')
    await app.get('a provider on an endpoint without one', '/session/idp')
  }),
  scenario('methods', async (app) => {
    await app.csrfToken()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
      await app.send(`${method} session`, '/session', { method })
    await app.get('GET signin/idp', '/signin/idp')
    await app.get('GET callback/credentials', '/callback/credentials')
    await app.post('POST providers', '/providers')
    await app.post('POST csrf', '/csrf')
    await app.post('POST error', '/error')
  }),
  scenario('sign out', async (app) => {
    await app.post('without a session', '/signout', { callbackUrl: '/bye' })
    await signIn(app)
    await app.post('with a session', '/signout', { callbackUrl: '/bye' })
    await app.get('reads the session', '/session')
    await signIn(app)
    await app.postByScript('by a script', '/signout', { callbackUrl: '/bye' })
    await app.postByScript('by a script, without a session', '/signout', { callbackUrl: '/bye' })
  }),
  scenario('a form of the same origin without a CSRF token', async (app) => {
    await app.csrfToken()
    const init = { method: 'POST', headers: { ...FORM, ...SAME_ORIGIN } }
    await app.send('signs in', '/callback/credentials', { ...init, body: body(RIGHT) })
    await app.send('starts a sign-in', '/signin/idp', { ...init, body: body({}) })
    await app.send('signs out', '/signout', { ...init, body: body({}) })
    await app.send('updates', '/session', { ...init, body: '{}', headers: { ...JSON_TYPE, ...SAME_ORIGIN } })
  }),
  scenario('a form of another site without a CSRF token', async (app) => {
    await app.csrfToken()
    const init = { method: 'POST', headers: { ...FORM, ...CROSS_SITE } }
    await app.send('signs in', '/callback/credentials', { ...init, body: body(RIGHT) })
    await app.send('starts a sign-in', '/signin/idp', { ...init, body: body({}) })
    await app.send('signs out', '/signout', { ...init, body: body({}) })
    await app.send('updates', '/session', { ...init, body: '{}', headers: { ...JSON_TYPE, ...CROSS_SITE } })
  }),
  scenario('a client that names no origin', async (app) => {
    const csrfToken = await app.csrfToken()
    const init = { method: 'POST', headers: { ...FORM, accept: 'text/html' } }
    await app.send('with a wrong token', '/callback/credentials', {
      ...init,
      body: body({ ...RIGHT, csrfToken: 'x' }),
    })
    await app.send('with the token', '/callback/credentials', {
      ...init,
      body: body({ ...RIGHT, csrfToken }),
    })
    await app.send('signs out without the token', '/signout', { ...init, body: body({}) })
    await app.send('updates without the token', '/session', { ...init, body: '{}', headers: JSON_TYPE })
  }),
  scenario('bodies', async (app) => {
    const csrfToken = await app.csrfToken()
    const init = { method: 'POST', headers: { ...JSON_TYPE, ...SAME_ORIGIN, accept: 'text/html' } }
    await app.send('signs in with JSON', '/callback/credentials', {
      ...init,
      body: JSON.stringify({ ...RIGHT, csrfToken }),
    })
    await app.send('invalid JSON', '/session', { ...init, body: '{' })
    await app.send('plain text', '/session', {
      ...init,
      body: 'x',
      headers: { ...SAME_ORIGIN, 'content-type': 'text/plain' },
    })
  }),
]
