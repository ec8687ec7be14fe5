import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

const right = { email: 'ann@example.com', password: 'right' }

function fail(): never {
  throw new Error('connection refused for hunter2')
}

/** An application, and a browser in which Ann has signed in. */
async function signedInAt(config: Partial<AuthConfig>): Promise<{ app: App; browser: Browser }> {
  const app = createApp(config)
  const browser = new Browser(app)
  await browser.post(`${BASE}/callback/credentials`, right)
  return { app, browser }
}

describe('an error that is only logged', () => {
  // proves §14 JWTSessionError
  it('JWTSessionError: returns null for a session that cannot be read', async () => {
    const app = createApp()
    const browser = new Browser(app)
    browser.plant(ORIGIN, '__Secure-latchkey.session-token', 'forged')
    const response = await browser.get(`${BASE}/session`)
    expect({ status: response.status, body: await response.json(), errors: app.errors }).toEqual({
      status: 200,
      body: null,
      errors: ['JWTSessionError'],
    })
  })

  // proves §14 SignOutError
  it('SignOutError: signs in when the previous session cannot be deleted', async () => {
    const adapter = memory()
    await adapter.createUser?.({ id: 'ann', email: right.email, emailVerified: null })
    const { app, browser } = await signedInAt({ adapter: { ...adapter, deleteSession: fail } })
    await browser.post(`${BASE}/callback/credentials`, right)
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({
      user: { email: right.email },
    })
    expect(app.errors).toEqual(['SignOutError'])
  })

  // proves §14 EventError
  it('EventError: signs in when an event listener throws', async () => {
    const { app, browser } = await signedInAt({ events: { signIn: fail } })
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    expect(app.errors).toEqual(['EventError'])
  })
})

// proves §14 InvalidCallbackUrl
it.each(['javascript:alert(1)', 'https://evil.test', '//evil.test'])(
  'the callback URL %s is replaced by the home page, without an error',
  async (callbackUrl) => {
    const app = createApp()
    const response = await new Browser(app).post(`${BASE}/callback/credentials`, { ...right, callbackUrl })
    expect({ location: response.headers.get('location'), errors: app.errors }).toEqual({
      location: ORIGIN,
      errors: [],
    })
  },
)

// proves §2.5, §3 POST /session
it('a rejected session update returns null instead of an error object', async () => {
  const app = createApp()
  const response = await new Browser(app).post(
    `${BASE}/session`,
    {},
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  )
  // A client would store an object as its session.
  expect({ status: response.status, body: await response.json(), errors: app.errors }).toEqual({
    status: 400,
    body: null,
    errors: ['MissingCSRF'],
  })
})
