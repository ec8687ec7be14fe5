import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { describe, expect, it } from 'vitest'

isolateEnvironment()

describe('the cookies option', () => {
  // proves CFG-9, CFG-10, CFG-11, AUTHN-3, §4.1 a
  it('keeps the defaults that are not set', async () => {
    const app = createApp({
      cookies: { sessionToken: { name: 'sid', options: { domain: 'app.test', path: undefined } } },
    })
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN)[0]?.header).toMatch(
      /^sid=.*; Domain=app\.test; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  // proves §4.1 c
  it('accepts the cookie prefix of another library, so that its sessions continue', async () => {
    const browser = new Browser(createApp({ cookiePrefix: 'authjs' }))
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(['__Secure-authjs.session-token'])
  })

  // proves P-CK-1, §4.1, §4.1 csrfToken, §4.1 callbackUrl
  it('defaults to names with prefixes that keep sibling hosts from setting the cookies', async () => {
    const browser = new Browser(createApp({ providers: [oidcFor(createIdp())] }))
    await browser.get(`${BASE}/signin?callbackUrl=/x`)
    await browser.post(`${BASE}/signin/idp`)
    const names = browser.cookies(ORIGIN).map(({ name }) => name.replace(/\.[\w-]{16}$/, ''))
    expect(names.sort()).toEqual([
      '__Host-latchkey.callback-url',
      '__Host-latchkey.csrf-token',
      '__Host-latchkey.transaction',
    ])
    for (const { header } of browser.cookies(ORIGIN))
      expect(header).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })

  it('ignores cookies of other libraries, with any attributes', async () => {
    const cookies: object = { pkceCodeVerifier: { options: { maxAge: 0.5 } } }
    expect((await new Browser(createApp({ cookies })).get(`${BASE}/session`)).status).toBe(200)
  })

  it('accepts attribute values in any letter case', async () => {
    const options = { sameSite: 'Strict' as 'strict', priority: 'HIGH' as 'high' }
    const browser = new Browser(createApp({ cookies: { sessionToken: { options } } }))
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN)[0]?.header).toMatch(/; Priority=High; SameSite=Strict$/)
  })

  // proves P-CK-1
  it('uses no `__Host-` prefix with a domain, because browsers would reject the cookie', async () => {
    const browser = new Browser(createApp({ cookies: { csrfToken: { options: { domain: 'app.test' } } } }))
    await browser.get(`${BASE}/csrf`)
    expect(browser.cookies(ORIGIN)[0]?.name).toBe('__Secure-latchkey.csrf-token')
  })
})
