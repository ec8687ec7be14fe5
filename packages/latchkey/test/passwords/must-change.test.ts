import { catchError } from '@latchkey/test-support/kit/user-tokens.ts'
import { describe, expect, it } from 'vitest'
import {
  ANN,
  asUser,
  createSite,
  enroll,
  NEW,
  OLD,
  requestLink,
  STRATEGIES,
  sendNewPassword,
  sessionOf,
  signedIn,
  signIn,
  VERIFY,
} from './account-site.ts'

const JSON_HEADERS = { accept: 'application/json', 'x-auth-return-redirect': '1' }

describe.each(STRATEGIES)('a password that must be changed, with the strategy %s', (strategy) => {
  it('ends the sessions, and lets no session start before there is another one', async () => {
    const site = await createSite({ strategy })
    const earlier = await signedIn(site)
    expect(await site.auth.users.requirePasswordChange('ann')).toBe(true)
    expect(await sessionOf(earlier)).toBeNull()

    const browser = site.browser()
    expect((await signIn(browser, OLD)).headers.get('location')).toBe(VERIFY)
    expect(await sessionOf(browser)).toBeNull()
    const page = await (await browser.get(VERIFY)).text()
    expect(page).toContain('autocomplete="new-password"')
    const rejected = await browser.post(VERIFY, { password: OLD })
    expect(rejected.headers.get('location')).toBe(`${VERIFY}?error=PasswordRejected&code=same`)
    expect(await sessionOf(browser)).toBeNull()

    const response = await browser.post(VERIFY, { password: NEW })
    expect(response.headers.get('location')).toBe(`${site.app.origin}/after`)
    expect(await sessionOf(browser)).toMatchObject({ user: { email: ANN } })
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
    expect(site.events.filter(({ type }) => type === 'passwordChanged')).toMatchObject([{ by: 'policy' }])
  })
})

describe('a password that must be changed', () => {
  it('is asked for after the second factor', async () => {
    const site = await createSite({ config: { secondFactor: {} } })
    const newCode = await enroll(site, await signedIn(site))
    await site.auth.users.requirePasswordChange('ann')
    const browser = site.browser()
    await signIn(browser, OLD)
    await browser.post(VERIFY, { password: NEW })
    expect((await site.adapter.getPassword('ann'))?.mustChange).toBe(true)
    const second = await browser.post(VERIFY, { code: await newCode() })
    expect(second.headers.get('location')).toBe(VERIFY)
    await browser.post(VERIFY, { password: NEW })
    expect(await sessionOf(browser)).not.toBeNull()
    // The second factor counts in this session.
    await asUser(site, browser, ({ secondFactor }) => secondFactor.forgetDevices())
  })

  it('is also asked for after other sign-ins', async () => {
    const site = await createSite()
    await site.auth.users.requirePasswordChange('ann')
    const outcome = await site.auth.users.startSession(new Request(site.app.origin), 'ann')
    expect(outcome).toMatchObject({ url: VERIFY, requirement: 'changePassword' })
  })

  it('keeps the time of the last change, and the requirement when the password is hashed again', async () => {
    const site = await createSite()
    const before = await site.adapter.getPassword('ann')
    await site.auth.users.requirePasswordChange('ann')
    expect(await site.adapter.getPassword('ann')).toEqual({ ...before, mustChange: true })
  })

  it('cannot be replaced by a sign-in that began before the user replaced it', async () => {
    const site = await createSite()
    await site.auth.users.requirePasswordChange('ann')
    const thief = site.browser()
    await signIn(thief, OLD)
    await sendNewPassword(site.browser(), await requestLink(site))
    await thief.post(VERIFY, { password: 'the password of a thief' })
    expect(await sessionOf(thief)).toBeNull()
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })

  it('is replaced once by several requests at the same time', async () => {
    const site = await createSite()
    await site.auth.users.requirePasswordChange('ann')
    const browser = site.browser()
    await signIn(browser, OLD)
    await Promise.all([1, 2, 3].map((number) => browser.post(VERIFY, { password: `${NEW} ${number}` })))
    expect(site.events.filter(({ type }) => type === 'passwordChanged')).toHaveLength(1)
  })

  it('is asked for and sent as JSON', async () => {
    const site = await createSite()
    await site.auth.users.requirePasswordChange('ann')
    const browser = site.browser()
    expect(await (await signIn(browser, OLD)).headers.get('location')).toBe(VERIFY)
    const asked = await browser.get(VERIFY, { accept: 'application/json' })
    expect(await asked.json()).toMatchObject({ purpose: 'changePassword', minLength: 15, maxLength: 1024 })
    const response = await browser.post(VERIFY, { password: NEW }, JSON_HEADERS)
    expect(await response.json()).toMatchObject({ url: `${site.app.origin}/after` })
    expect(await sessionOf(browser)).not.toBeNull()
  })

  it('is not required of a user without a password, nor without the provider', async () => {
    const site = await createSite()
    await site.adapter.deletePassword('ann')
    expect(await site.auth.users.requirePasswordChange('ann')).toBe(false)
    const storage = { read: () => null, write: () => {} }
    const other = await createSite({ password: { storage } })
    expect(await catchError(other.auth.users.requirePasswordChange('ann'))).toMatchObject({
      type: 'InvalidOption',
    })
  })
})
