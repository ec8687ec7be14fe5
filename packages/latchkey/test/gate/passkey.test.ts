import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import {
  type Changes,
  createPasskey,
  type Passkey,
  unrelatedKey,
} from '@latchkey/test-support/kit/authenticator.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { authenticate, optionsFor, register } from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { describe, expect, it, vi } from 'vitest'
import { addPasskey, createSite, type Site, type SiteOptions, signedInUser, USER, VERIFY } from './site.ts'

const FAILED = `${VERIFY}?error=SecondFactorFailed`

/** Returns an application whose user has a passkey as the second factor. */
async function siteWithPasskey(options?: SiteOptions): Promise<{ site: Site; passkey: Passkey }> {
  const site = await createSite(options)
  const passkey = await addPasskey(site.app, site.adapter)
  const browser = site.browser()
  await site.signIn('credentials', browser)
  await (await signedInUser(site, browser)).secondFactor.addPasskeys()
  return { site, passkey }
}

/** Uses a passkey as the second factor. */
async function usePasskey(browser: Browser, passkey: Passkey, changes?: Changes): Promise<Response> {
  const { options } = await optionsFor(browser, { action: 'verify' })
  const data = JSON.stringify(await passkey.get(options, changes))
  return browser.post(VERIFY, { action: 'authenticate', data })
}

describe('a passkey as the second factor', () => {
  it('completes a sign-in with another method', async () => {
    const { site, passkey } = await siteWithPasskey()
    const browser = site.browser()
    expect((await site.signIn('OIDC', browser)).url).toBe(VERIFY)
    const { options } = await optionsFor(browser, { action: 'verify' })
    expect(options.allowCredentials).toHaveLength(1)
    const response = await usePasskey(browser, passkey)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).toMatchObject({ user: { email: USER.email } })
    // It counts as a second factor.
    await (await signedInUser(site, browser)).secondFactor.forgetDevices()
  })

  it.each<[string, Changes | 'unrelated key']>([
    ['is for another challenge', { challenge: 'AAAA' }],
    ['is from another origin', { origin: 'https://evil.test' }],
    ['is signed with another key', 'unrelated key'],
    ['says that no one was there', { isPresent: false }],
  ])('is refused if its response %s', async (_, change) => {
    const { site, passkey } = await siteWithPasskey()
    const browser = site.browser()
    await site.signIn('OIDC', browser)
    const changes = change === 'unrelated key' ? { key: await unrelatedKey() } : change
    expect((await usePasskey(browser, passkey, changes)).headers.get('location')).toBe(FAILED)
    expect(await readSession(browser)).toBeNull()
  })

  it('is refused if its counter did not grow, because it may be a copy', async () => {
    const { site, passkey } = await siteWithPasskey()
    for (const [counter, location] of [
      [5, `${ORIGIN}/after`],
      [5, FAILED],
    ] as const) {
      const browser = site.browser()
      await site.signIn('OIDC', browser)
      expect((await usePasskey(browser, passkey, { counter })).headers.get('location')).toBe(location)
    }
  })

  it("is refused if it is another user's", async () => {
    const { site } = await siteWithPasskey()
    const open = await createSite({ adapter: site.adapter })
    const bob = await createPasskey(ORIGIN)
    await site.adapter.createUser({ id: 'bob', email: 'bob@example.com', emailVerified: null })
    await site.adapter.linkAccount({
      provider: 'webauthn',
      providerAccountId: bob.id,
      userId: 'bob',
      type: 'webauthn',
    })
    const browser = open.browser()
    await open.signIn('OIDC', browser)
    expect((await usePasskey(browser, bob)).headers.get('location')).toBe(FAILED)
    expect(await readSession(browser)).toBeNull()
  })

  it('accepts no response that was meant to sign in, and the other way round', async () => {
    const { site, passkey } = await siteWithPasskey()
    const browser = site.browser()
    await site.signIn('OIDC', browser)
    const forSignIn = await optionsFor(browser, { action: 'authenticate' })
    const data = JSON.stringify(await passkey.get(forSignIn.options))
    const response = await browser.post(VERIFY, { action: 'authenticate', data })
    expect(response.headers.get('location')).toBe(FAILED)

    const forVerification = await optionsFor(browser, { action: 'verify' })
    const other = JSON.stringify(await passkey.get(forVerification.options))
    await browser.post(`${BASE}/callback/webauthn`, { action: 'authenticate', data: other })
    expect(await readSession(browser)).toBeNull()
    expect(site.app.errors).toEqual(['SecondFactorFailed', 'InvalidCheck'])
  })

  it('has no challenge for a browser whose sign-in does not wait', async () => {
    const { site } = await siteWithPasskey()
    const response = await site.browser().get(`${BASE}/webauthn-options/webauthn?action=verify`)
    expect(response.status).toBe(400)
  })

  it('does not count if passkeys are no second factor', async () => {
    const { site, passkey } = await siteWithPasskey()
    const without = await createSite({ adapter: site.adapter, config: { secondFactor: { passkey: false } } })
    const browser = without.browser()
    expect((await without.signIn('OIDC', browser)).url).toBe(VERIFY)
    expect((await browser.get(`${BASE}/webauthn-options/webauthn?action=verify`)).status).toBe(400)
    expect((await authenticate(browser, passkey)).headers.get('location')).toBe(VERIFY)
    expect(await readSession(browser)).toBeNull()
  })
})

it('a second factor that is no longer accepted refuses the sign-in', async () => {
  const { site } = await siteWithPasskey()
  await site.adapter.replaceRecoveryCodes(USER.id, [])
  const without = await createSite({ adapter: site.adapter, config: { secondFactor: { passkey: false } } })
  const browser = without.browser()
  await without.signIn('OIDC', browser)
  expect((await browser.get(VERIFY)).headers.get('location')).toBe(`${BASE}/error?error=AccessDenied`)
  expect(await readSession(browser)).toBeNull()
})

describe('a sign-in with a passkey', () => {
  it('counts as both factors if the authenticator verified the user', async () => {
    const { site, passkey } = await siteWithPasskey()
    const browser = site.browser()
    const response = await authenticate(browser, passkey)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    await (await signedInUser(site, browser)).secondFactor.forgetDevices()
  })

  it('needs the same passkey to verify its user if it is also the second factor', async () => {
    const { site, passkey } = await siteWithPasskey()
    const browser = site.browser()
    expect((await authenticate(browser, passkey, { isVerified: false })).headers.get('location')).toBe(VERIFY)
    const { options } = await optionsFor(browser, { action: 'verify' })
    expect(options.userVerification).toBe('required')
    expect((await usePasskey(browser, passkey, { isVerified: false })).headers.get('location')).toBe(FAILED)
    expect(await readSession(browser)).toBeNull()
    expect((await usePasskey(browser, passkey)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })
})

describe('a new passkey', () => {
  it('needs a recent sign-in with the second factor, so that a stolen session gains nothing', async () => {
    const { site, passkey } = await siteWithPasskey()
    const browser = site.browser()
    await site.signIn('OIDC', browser)
    await usePasskey(browser, passkey)
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
    const { response } = await register(browser, undefined)
    vi.useRealTimers()
    expect(response.headers.get('location')).toContain(`${VERIFY}?for=session`)
    expect(await site.adapter.listAuthenticatorsByUserId(USER.id)).toHaveLength(1)
  })
})
