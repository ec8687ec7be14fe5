import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { type App, BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

const right = { email: 'ann@example.com', password: 'right' }

function fail(): never {
  throw new Error('connection refused for hunter2')
}

/** An application whose session or listeners fail, with Ann signed in. */
async function signedInAt(config: Partial<AuthConfig>): Promise<{ app: App; browser: Browser }> {
  const app = createApp(config)
  const browser = new Browser(app)
  await browser.post(`${BASE}/callback/credentials`, right)
  return { app, browser }
}

describe('what is logged only', () => {
  // proves §14 JWTSessionError
  it('JWTSessionError: a session that cannot be read is none', async () => {
    const app = createApp()
    const browser = new Browser(app)
    browser.plant(ORIGIN, '__Secure-latchkey.session-token', 'forged')
    const response = await browser.get(`${BASE}/session`)
    expect([response.status, await response.json(), app.errors]).toEqual([200, null, ['JWTSessionError']])
  })

  // proves §14 SignOutError
  it('SignOutError: who signs out is signed out', async () => {
    const adapter = memory()
    await adapter.createUser?.({ id: 'ann', email: right.email, emailVerified: null })
    const { app, browser } = await signedInAt({ adapter: { ...adapter, deleteSession: fail } })
    const response = await browser.post(`${BASE}/signout`)
    expect([response.headers.get('location'), browser.cookies(ORIGIN), app.errors]).toEqual([
      ORIGIN,
      [],
      ['SignOutError'],
    ])
  })

  // proves §14 EventError
  it('EventError: a listener that throws changes nothing', async () => {
    const { app, browser } = await signedInAt({ events: { signIn: fail } })
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    expect(app.errors).toEqual(['EventError'])
  })
})

// proves §14 InvalidCallbackUrl
it.each(['javascript:alert(1)', 'https://evil.test', '//evil.test'])(
  'a target such as %s fails nothing: it leads to the start page',
  async (callbackUrl) => {
    const app = createApp()
    const response = await new Browser(app).post(`${BASE}/callback/credentials`, { ...right, callbackUrl })
    expect([response.headers.get('location'), app.errors]).toEqual([ORIGIN, []])
  },
)

// proves §2.5, §3 POST /session
it('an update that is refused is null, not an object that a client would take for a session', async () => {
  const app = createApp()
  const response = await new Browser(app).post(
    `${BASE}/session`,
    {},
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  )
  expect([response.status, await response.json(), app.errors]).toEqual([400, null, ['MissingCSRF']])
})
