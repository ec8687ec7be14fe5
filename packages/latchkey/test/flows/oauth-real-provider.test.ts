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

/** Walks through the provider's own pages, pressing the button that is named on each, until it sends back to the application. */
async function walk(browser: Browser, start: Response, ...buttons: string[]): Promise<string> {
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

describe('walk 2 with a real OpenID provider', () => {
  // proves GEN-3, P-OA-2, P-OA-8, §10.1, §10.2, §10.2 d
  it('signs in one of its people', async () => {
    const [person] = provider.people
    const browser = new Browser(app)
    const start = await browser.post(`${APP}/auth/signin/playground`, { callbackUrl: '/after' })
    const answer = await walk(browser, start, person?.name ?? '', 'Allow')
    expect(answer).toMatch(/\/auth\/callback\/playground\?code=[^&]+&state=[\w-]{43}&iss=/)
    const response = await browser.get(answer)
    expect(response.headers.get('location')).toBe(`${APP}/after`)
    const session = await (await browser.get(`${APP}/auth/session`)).json()
    expect(session).toMatchObject({ user: { name: person?.name, email: person?.email } })
    // The provider itself refuses the code a second time; we do not even ask it.
    expect((await browser.get(answer)).headers.get('location')).toMatch(/\/auth\/error\?error=Configuration/)
    expect(app.errors).toEqual(['InvalidCheck'])
  })

  // proves §10.2 c
  it('comes back without a session when the person cancels', async () => {
    const browser = new Browser(app)
    const answer = await walk(browser, await browser.post(`${APP}/auth/signin/playground`), 'Cancel')
    expect(new URL(answer).searchParams.get('error')).toBe('access_denied')
    expect((await browser.get(answer)).headers.get('location')).toBe(
      `${APP}/auth/signin?error=OAuthCallbackError`,
    )
    expect(await (await browser.get(`${APP}/auth/session`)).json()).toBeNull()
  })
})
