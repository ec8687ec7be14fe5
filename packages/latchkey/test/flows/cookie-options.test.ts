import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { isolateEnvironment } from '../kit/environment.ts'

isolateEnvironment()

describe('cookies as configured', () => {
  // proves CFG-9, CFG-10, CFG-11, AUTHN-3, §4.1 a
  it('keep the defaults that are not given', async () => {
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
  it('take another prefix, so that existing sessions go on', async () => {
    const browser = new Browser(createApp({ cookiePrefix: 'authjs' }))
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(['__Secure-authjs.session-token'])
  })

  // proves P-CK-1, §4.1, §4.1 csrfToken, §4.1 callbackUrl
  it('carry the prefixes that keep neighbouring hosts from setting them', async () => {
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

  it('that other tools have, and ours has not, may be what they like', async () => {
    const cookies: object = { pkceCodeVerifier: { options: { maxAge: 0.5 } } }
    expect((await new Browser(createApp({ cookies })).get(`${BASE}/session`)).status).toBe(200)
  })

  it('take the attributes as other tools do, in any case', async () => {
    const options = { sameSite: 'Strict' as 'strict', priority: 'HIGH' as 'high' }
    const browser = new Browser(createApp({ cookies: { sessionToken: { options } } }))
    await browser.post(`${BASE}/callback/credentials`, { email: 'a@example.com', password: 'right' })
    expect(browser.cookies(ORIGIN)[0]?.header).toMatch(/; Priority=High; SameSite=Strict$/)
  })

  // proves P-CK-1
  it('do without `__Host-` where a domain is configured: browsers would not take them', async () => {
    const browser = new Browser(createApp({ cookies: { csrfToken: { options: { domain: 'app.test' } } } }))
    await browser.get(`${BASE}/csrf`)
    expect(browser.cookies(ORIGIN)[0]?.name).toBe('__Secure-latchkey.csrf-token')
  })
})
