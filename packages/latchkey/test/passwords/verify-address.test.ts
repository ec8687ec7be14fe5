import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'
import {
  ANN,
  addUser,
  createMailSite,
  type MailSite,
  RIGHT,
  STRATEGIES,
  sendForm,
  signedInAs,
  signIn,
  targetOf,
} from './site.ts'

const VERIFY = `${BASE}/verify`
const JSON_HEADERS = { accept: 'application/json', 'x-auth-return-redirect': '1' }

/** Returns a browser whose sign-in waits until the address is verified. */
async function startSignIn(site: MailSite): Promise<Browser> {
  await addUser(site, { emailVerified: null })
  const browser = site.browser()
  expect(targetOf(await signIn(browser))).toBe('/auth/verify')
  expect(await signedInAs(browser)).toBeUndefined()
  return browser
}

describe.each(STRATEGIES)('an address that is not verified, with the strategy %s', (strategy) => {
  it('is verified by a code, and the session starts', async () => {
    const site = createMailSite({ strategy })
    const browser = await startSignIn(site)
    expect(site.mail.last().to).toBe(ANN)
    expect(targetOf(await sendForm(browser, VERIFY, { code: '00000000' }))).toBe(
      '/auth/verify?error=Verification',
    )
    expect(targetOf(await sendForm(browser, VERIFY, { code: site.mail.code() }))).toBe('/after')
    expect(await signedInAs(browser)).toBe(ANN)
    expect((await site.adapter.getUser('ann'))?.emailVerified).toBeInstanceOf(Date)
    expect(site.events.map(({ type }) => type)).toContain('addressVerified')
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
    expect(site.mail.sent).toHaveLength(1)
  })

  it('is verified by the link, with a click', async () => {
    const site = createMailSite({ strategy })
    const browser = await startSignIn(site)
    await browser.get(site.mail.link())
    expect(await signedInAs(browser)).toBeUndefined()
    expect(targetOf(await sendForm(browser, site.mail.link()))).toBe('/after')
    expect(await signedInAs(browser)).toBe(ANN)
  })

  it('is not verified by a link in another browser, which may belong to someone else', async () => {
    const site = createMailSite({ strategy })
    const attacker = await startSignIn(site)
    const victim = site.browser()
    expect(targetOf(await victim.get(site.mail.link()))).toContain('/auth/signin?')
    const token = new URL(site.mail.link()).searchParams.get('token') ?? ''
    await victim.post(VERIFY, { token, email: ANN })
    expect((await site.adapter.getUser('ann'))?.emailVerified).toBeNull()
    expect(await signedInAs(attacker)).toBeUndefined()
  })

  it('is not verified by what was sent to another browser that signs in', async () => {
    const site = createMailSite({ strategy })
    const first = await startSignIn(site)
    const code = site.mail.code()
    const second = site.browser()
    await signIn(second)
    expect(targetOf(await second.post(VERIFY, { code }))).toBe('/auth/verify?error=Verification')
    expect(targetOf(await first.post(VERIFY, { code }))).toBe('/after')
  })

  it('ends the access that was added before, except the password', async () => {
    const site = createMailSite({ strategy })
    const browser = await startSignIn(site)
    await site.adapter.linkAccount({
      userId: 'ann',
      type: 'oidc',
      provider: 'idp',
      providerAccountId: 'attacker',
    })
    await browser.post(VERIFY, { code: site.mail.code() })
    expect(await site.adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'attacker' })).toBeNull()
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
  })
})

describe('the requirement to verify an address', () => {
  it('says what is needed', async () => {
    const site = createMailSite()
    const browser = await startSignIn(site)
    const response = await browser.get(VERIFY, JSON_HEADERS)
    expect(await response.json()).toEqual({ purpose: 'verifyAddress', email: ANN })
  })

  it('leads to the page of the application', async () => {
    const site = createMailSite({ config: { pages: { verify: '/check' } } })
    await addUser(site, { emailVerified: null })
    const browser = site.browser()
    await signIn(browser)
    expect(targetOf(await browser.get(VERIFY))).toBe('/check?purpose=verifyAddress')
    expect(targetOf(await browser.get(site.mail.link()))).toContain('/check?purpose=verifyAddress&token=')
  })

  it('is not there with `verifyAddress: false`', async () => {
    const site = createMailSite({ password: { verifyAddress: false } })
    await addUser(site, { emailVerified: null })
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
    expect(site.mail.sent).toEqual([])
  })

  it('sends no e-mail for a wrong password', async () => {
    const site = createMailSite()
    await addUser(site, { emailVerified: null })
    await signIn(site.browser(), `${RIGHT}!`)
    expect(site.mail.sent).toEqual([])
  })

  it('sends nothing beyond the limit of an address', async () => {
    const site = createMailSite({ config: { limits: { email: { attempts: 1, seconds: 900 } } } })
    const browser = await startSignIn(site)
    const code = site.mail.code()
    expect(targetOf(await signIn(browser))).toBe('/auth/verify')
    expect(site.mail.sent).toHaveLength(1)
    expect(targetOf(await browser.post(VERIFY, { code }))).toBe('/after')
  })

  it('does not accept what was sent to the address of another user', async () => {
    const site = createMailSite({ config: { limits: { email: { attempts: 1, seconds: 900 } } } })
    await startSignIn(site)
    const attacker = site.browser()
    const email = 'bob@example.com'
    await addUser(site, { id: 'bob', email, emailVerified: null })
    await signIn(attacker, RIGHT, { email })
    expect(site.mail.last().to).toBe(email)
    // Beyond the limit, nothing replaces what was sent to Bob.
    expect(targetOf(await signIn(attacker))).toBe('/auth/verify')
    const response = await attacker.post(VERIFY, { code: site.mail.code() })
    expect(targetOf(response)).toBe('/auth/verify?error=Verification')
    expect(await signedInAs(attacker)).toBeUndefined()
  })

  it('starts no session if the password was changed in the meantime', async () => {
    const site = createMailSite()
    const browser = await startSignIn(site)
    const stored = await site.adapter.getPassword('ann')
    if (stored === null) throw new Error('There is no password.')
    await site.adapter.setPassword({ ...stored, changedAt: new Date(stored.changedAt.getTime() + 1000) })
    const response = await browser.post(VERIFY, { code: site.mail.code() })
    expect(targetOf(response)).toBe('/auth/signin?error=SignInExpired')
    expect(await signedInAs(browser)).toBeUndefined()
    expect(response.headers.get('location')).toContain(ORIGIN)
  })
})
