import { type App, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import OIDC from 'latchkey/providers/oidc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const APP = 'http://app.localhost:5173'
const client = {
  clientId: 'latchkey-tests',
  clientSecret: 'the secret of the tests',
  redirectUris: [`${APP}/auth/callback/playground`],
}

let provider: Awaited<ReturnType<typeof startProvider>>
let app: App

beforeAll(async () => {
  provider = await startProvider({ clients: [client] })
  const { clientId, clientSecret } = client
  app = createApp(
    {
      providers: [
        OIDC({ id: 'playground', name: 'Playground', issuer: provider.issuer, clientId, clientSecret }),
      ],
    },
    APP,
  )
})
afterAll(() => provider.close())

describe('a sign-in at a real OpenID provider', () => {
  // proves GEN-3, P-OA-2, P-OA-8, §10.1, §10.2, §10.2 d
  it('signs the user in, and rejects the same callback the second time', async () => {
    const [user] = provider.users
    const browser = new Browser(app)
    const start = await browser.post(`${APP}/auth/signin/playground`, { callbackUrl: '/after' })
    const callback = await completeAtProvider(browser, APP, start, user?.name ?? '', 'Allow')
    expect(callback).toMatch(/\/auth\/callback\/playground\?code=[^&]+&state=[\w-]{43}&iss=/)
    const response = await browser.get(callback)
    expect(response.headers.get('location')).toBe(`${APP}/after`)
    const session = await (await browser.get(`${APP}/auth/session`)).json()
    expect(session).toMatchObject({ user: { name: user?.name, email: user?.email } })
    // The provider would reject the code the second time. Latchkey does not send it again.
    expect((await browser.get(callback)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
    expect(app.errors).toEqual(['InvalidCheck'])
  })

  // proves §10.2 c
  it('creates no session when the user cancels', async () => {
    const browser = new Browser(app)
    const start = await browser.post(`${APP}/auth/signin/playground`)
    const callback = await completeAtProvider(browser, APP, start, 'Cancel')
    expect(new URL(callback).searchParams.get('error')).toBe('access_denied')
    expect((await browser.get(callback)).headers.get('location')).toBe(
      `${APP}/auth/signin?error=OAuthCallbackError`,
    )
    expect(await (await browser.get(`${APP}/auth/session`)).json()).toBeNull()
  })
})
