import OIDC from 'latchkey/providers/oidc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProvider } from '../../../../playground/provider.ts'
import { type App, createApp } from '../kit/app.ts'
import { Browser, type Form, formsOf } from '../kit/browser.ts'

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

/**
 * Goes through the provider's own pages and presses one of the buttons on each, until the provider
 * redirects to the application. @returns that URL
 */
async function completeAtProvider(browser: Browser, start: Response, ...buttons: string[]): Promise<string> {
  let url = start.headers.get('location') ?? ''
  const presses = [...buttons]
  for (let steps = 0; steps < 20 && !url.startsWith(APP); steps++) {
    let response = await browser.get(url)
    if (response.status === 200) {
      response = await press(browser, await formsOf(response, url), presses.shift() ?? '')
    }
    url = new URL(response.headers.get('location') ?? '', url).href
  }
  return url
}

async function press(browser: Browser, forms: Form[], text: string): Promise<Response> {
  for (const { action, fields, buttons } of forms) {
    const button = buttons.find((candidate) => candidate.text.includes(text))
    if (button) return browser.post(action, { ...fields, ...button.fields })
  }
  throw new Error(`No button says "${text}"`)
}

describe('a sign-in at a real OpenID provider', () => {
  // proves GEN-3, P-OA-2, P-OA-8, §10.1, §10.2, §10.2 d
  it('signs the user in, and rejects the same callback the second time', async () => {
    const [user] = provider.users
    const browser = new Browser(app)
    const start = await browser.post(`${APP}/auth/signin/playground`, { callbackUrl: '/after' })
    const callback = await completeAtProvider(browser, start, user?.name ?? '', 'Allow')
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
    const callback = await completeAtProvider(browser, start, 'Cancel')
    expect(new URL(callback).searchParams.get('error')).toBe('access_denied')
    expect((await browser.get(callback)).headers.get('location')).toBe(
      `${APP}/auth/signin?error=OAuthCallbackError`,
    )
    expect(await (await browser.get(`${APP}/auth/session`)).json()).toBeNull()
  })
})
