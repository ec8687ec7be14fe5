import { type App, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { testProviderSignOut } from '@latchkey/test-support/kit/provider-sign-out.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import OIDC from 'latchkey/providers/oidc'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ORIGIN = 'http://app.localhost:5173'
const BASE = `${ORIGIN}/auth`
const client = {
  clientId: 'latchkey-tests',
  clientSecret: 'the secret of the tests',
  redirectUris: [`${BASE}/callback/playground`],
  postLogoutRedirectUris: [`${BASE}/signout/playground`],
}

let provider: Awaited<ReturnType<typeof startProvider>>
let app: App
/** The requests to the provider, such as `POST /token/revocation`. */
let requests: string[] = []

beforeAll(async () => {
  provider = await startProvider({
    clients: [client],
    onRequest: ({ method, path }) => requests.push(`${method} ${path}`),
  })
  const { issuer } = provider
  const { clientId, clientSecret } = client
  const options = { id: 'playground', name: 'Playground', issuer, clientId, clientSecret, logout: true }
  app = createApp({ adapter: memory(), session: { strategy: 'jwt' }, providers: [OIDC(options)] }, ORIGIN)
})
afterAll(() => provider.close())

async function ada(): Promise<Browser> {
  const browser = new Browser(app)
  const start = await browser.post(`${BASE}/signin/playground`)
  await browser.get(await completeAtProvider(browser, ORIGIN, start, 'Ada Lovelace', 'Allow'))
  return browser
}

// proves OUT-1, OUT-2, OUT-3
it('after a sign-out, a real provider asks again who the user is', async () => {
  await testProviderSignOut({
    origin: ORIGIN,
    base: BASE,
    provider: 'playground',
    headers: {},
    ada,
    async signOut(browser, { provider: choice }) {
      const fields = { callbackUrl: '/bye', ...(choice !== undefined && { provider: String(choice) }) }
      return (await browser.post(`${BASE}/signout`, fields)).headers.get('location') ?? ''
    },
  })
  expect(app.errors).toEqual([])
})

// proves OUT-5
it('revokes the access token at a real provider', async () => {
  const browser = await ada()
  const request = new Request(`${ORIGIN}/page`, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
  const tokens = await (await createAuth(app.config).currentUser(request))?.tokens('playground')
  const userinfo = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${tokens?.accessToken}` }
    return (await fetch(`${provider.issuer}/me`, { headers })).status
  }
  expect(await userinfo()).toBe(200)
  requests = []
  await browser.post(`${BASE}/signout`)
  expect(requests).toContain('POST /token/revocation')
  expect(await userinfo()).toBe(401)
  expect(app.errors).toEqual([])
})
