import { createApp, createIdp, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import { describe, expect, it } from 'vitest'

isolateEnvironment()

const PREVIEW = 'https://preview.test'
const PROXY_URL = 'https://proxy.test/auth'

// Each mistake occurs once in this file, because it is logged once for each process.
describe('an invalid redirect proxy', () => {
  it.each<[string, Partial<AuthConfig>]>([
    ['text that is no URL', { redirectProxyUrl: 'https://undefined:no/auth' }],
    ['a URL without TLS', { redirectProxyUrl: new URL('http://proxy.test/auth') as unknown as string }],
    ['invalid targets', { redirectProxyUrl: PROXY_URL, redirectProxyTargets: ['*.org'] }],
  ])('is reported once, and only sign-ins with a provider fail: %s', async (_, config) => {
    const providers = [oidcFor(createIdp()), oidcFor(createIdp(), { id: 'two' }), passwordProvider]
    const app = createApp({ providers, ...config }, PREVIEW)
    const browser = new Browser(app)
    for (const path of ['session', 'csrf', 'signin'])
      expect({ path, status: (await browser.get(`${PREVIEW}/auth/${path}`)).status }).toEqual({
        path,
        status: 200,
      })
    const request = new Request(PREVIEW)
    expect((await createAuth(app.config).session(request)).session).toBeNull()
    expect(app.errors).toEqual(['InvalidOption'])
    await browser.post(`${PREVIEW}/auth/callback/credentials`, {
      email: 'ann@example.com',
      password: 'right',
    })
    expect(await (await browser.get(`${PREVIEW}/auth/session`)).json()).toMatchObject({
      user: { name: 'Ann' },
    })
    const failed = await browser.post(`${PREVIEW}/auth/signin/idp`)
    expect(failed.headers.get('location')).toContain('/auth/error?error=Configuration')
    expect(app.errors).toEqual(['InvalidOption', 'InvalidOption'])
  })

  it('is reported even if no provider uses it', async () => {
    const app = createApp({ redirectProxyUrl: 'https://unused.test/auth?x' }, PREVIEW)
    expect((await new Browser(app).get(`${PREVIEW}/auth/signin`)).status).toBe(200)
    expect(app.errors).toEqual(['InvalidOption'])
  })
})
