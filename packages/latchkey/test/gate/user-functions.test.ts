import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { catchError } from '@latchkey/test-support/kit/user-tokens.ts'
import { type CurrentUser, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { InvalidOption, SecondFactorFailed, StepUpRequired } from 'latchkey/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resetSecondFactor } from '../../src/second-factor/remove.ts'
import {
  addPasskey,
  createSite,
  currentCode,
  currentUser,
  enroll,
  type Site,
  type SiteOptions,
  STRATEGIES,
  sendCode,
  signedInUser,
  USER,
  VERIFY,
} from './site.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Returns a user who has just signed in. */
async function signedIn(options?: SiteOptions): Promise<{
  site: Site
  browser: Browser
  secondFactor: CurrentUser['secondFactor']
}> {
  const site = await createSite(options)
  const browser = site.browser()
  await site.signIn('credentials', browser)
  return { site, browser, secondFactor: (await signedInUser(site, browser)).secondFactor }
}

/** Returns the user's functions as of now: the cookie has changed. */
async function functionsOf(site: Site, browser: Browser): Promise<CurrentUser['secondFactor']> {
  return (await signedInUser(site, browser)).secondFactor
}

function passTime(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

describe.each(STRATEGIES)('an authenticator app, with the strategy %s', (strategy) => {
  it('is added when its first code is right, once, with recovery codes', async () => {
    const { site, browser, secondFactor } = await signedIn({ strategy })
    const begun = await secondFactor.beginTotp({ name: 'Phone' })
    expect(begun.uri).toBe(`otpauth://totp/app.test:ann%40example.com?secret=${begun.secret}&issuer=app.test`)
    expect(begun.qr).toMatch(/^<svg /)
    expect(begun.id).not.toContain(begun.secret)
    expect((await secondFactor.list()).factors).toEqual([])

    expect(await catchError(secondFactor.confirm(begun.id, '000000'))).toBeInstanceOf(SecondFactorFailed)
    const code = await currentCode(begun.secret)
    const results = await Promise.allSettled([1, 2, 3].map(() => secondFactor.confirm(begun.id, code)))
    const added = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(added).toHaveLength(1)
    expect(new Set(added[0]?.recoveryCodes).size).toBe(10)

    const { factors, recoveryCodesLeft } = await (await functionsOf(site, browser)).list()
    expect(recoveryCodesLeft).toBe(10)
    expect(factors).toEqual([
      {
        id: added[0]?.id,
        type: 'totp',
        name: 'Phone',
        createdAt: expect.any(Date),
        lastUsedAt: expect.any(Date),
      },
    ])
    const [stored] = await site.adapter.listSecondFactors(USER.id)
    expect(stored?.secret).not.toContain(begun.secret)
  })

  it('counts as used in this session, and ends the others', async () => {
    const { site, browser, secondFactor } = await signedIn({ strategy })
    const other = site.browser()
    await site.signIn('OIDC', other)
    const { id, secret } = await secondFactor.beginTotp()
    await secondFactor.confirm(id, await currentCode(secret))
    expect(await readSession(other)).toBeNull()
    expect(await readSession(browser)).not.toBeNull()
    // Needs the second factor in this session.
    await (await functionsOf(site, browser)).forgetDevices()
  })

  it('is removed with the recovery codes, and ends the other sessions', async () => {
    const { site, browser, secondFactor } = await signedIn({ strategy })
    const { id, secret } = await secondFactor.beginTotp()
    const added = await secondFactor.confirm(id, await currentCode(secret))
    expect(await (await functionsOf(site, browser)).rename(added.id, 'Old phone')).toBe(true)
    expect(await (await functionsOf(site, browser)).remove('unknown')).toBe(false)
    expect(await (await functionsOf(site, browser)).remove(added.id)).toBe(true)
    expect(await (await functionsOf(site, browser)).list()).toEqual({ factors: [], recoveryCodesLeft: 0 })
    const other = site.browser()
    expect((await site.signIn('OIDC', other)).url).toBe(`${ORIGIN}/after`)
  })
})

describe('an enrolment', () => {
  it('expires after 10 minutes', async () => {
    const { secondFactor } = await signedIn()
    const { id, secret } = await secondFactor.beginTotp()
    passTime(10 * 60 + 16)
    const error = await catchError(secondFactor.confirm(id, await currentCode(secret)))
    expect(error).toBeInstanceOf(SecondFactorFailed)
  })

  it('is useless for another user', async () => {
    const { site, secondFactor } = await signedIn()
    const { id, secret } = await secondFactor.beginTotp()
    const { createUser, linkAccount } = site.adapter
    await createUser({ id: 'bob', email: 'bob@example.com', emailVerified: new Date() })
    await linkAccount({ provider: 'oauth', providerAccountId: 'bob', userId: 'bob', type: 'oauth' })
    const { confirmEnrolment } = await import('../../src/second-factor/enrolment.ts')
    const { resolveConfig } = await import('../../src/config/resolve.ts')
    const auth = resolveConfig(site.app.config, { basePath: '/auth' })
    const call = confirmEnrolment({ auth } as never, 'bob', { id, code: await currentCode(secret) })
    expect(await catchError(call)).toBeInstanceOf(SecondFactorFailed)
  })
})

describe('a change of the second factors', () => {
  const CHANGES: Readonly<Record<string, (own: CurrentUser['secondFactor']) => Promise<unknown>>> = {
    beginTotp: (own) => own.beginTotp(),
    confirm: (own) => own.confirm('id', '000000'),
    rename: (own) => own.rename('id', 'name'),
    remove: (own) => own.remove('id'),
    newRecoveryCodes: (own) => own.newRecoveryCodes(),
    forgetDevices: (own) => own.forgetDevices(),
    addPasskeys: (own) => own.addPasskeys(),
  }

  it.each(Object.entries(CHANGES))('with `%s` needs a sign-in in the last 15 minutes', async (_, change) => {
    const { secondFactor } = await signedIn()
    passTime(15 * 60 + 2)
    const error = await catchError(change(secondFactor))
    expect(error).toBeInstanceOf(StepUpRequired)
    const url = new URL((error as StepUpRequired).url)
    expect(url.origin + url.pathname).toBe(VERIFY)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      for: 'session',
      within: '900',
      callbackUrl: `${ORIGIN}/account`,
    })
  })

  it.each(Object.entries(CHANGES))('with `%s` needs the second factor if there is one', async (_, change) => {
    const site = await createSite()
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, await currentCode(secret, 1), { trustDevice: 'yes' })
    // On the trusted device, the next sign-in is one without the second factor.
    await site.signIn('OIDC', browser)
    const { secondFactor } = await signedInUser(site, browser)
    expect(await catchError(change(secondFactor))).toBeInstanceOf(StepUpRequired)
    await browser.post(`${VERIFY}?for=session`, { code: await currentCode(secret, 0) })
  })

  it.each(Object.entries(CHANGES))('with `%s` is refused for a page of another site', async (_, change) => {
    const { site, browser } = await signedIn()
    const user = await currentUser(site, browser, { origin: 'https://evil.test' })
    const error = user && (await catchError(change(user.secondFactor)))
    expect(error).toMatchObject({ type: 'MissingCSRF' })
  })

  const { beginTotp: _, ...writing } = CHANGES
  it.each(Object.entries(writing))('with `%s` is refused where no cookie can be set', async (_, change) => {
    const { site, browser } = await signedIn()
    const headers = { cookie: browser.cookiesFor(ORIGIN) }
    const user = await site.auth.currentUser(new Request(`${ORIGIN}/page`, { headers }))
    const error = user && (await catchError(change(user.secondFactor)))
    expect((error as Error).message).toContain('where cookies cannot be set')
  })

  it('is possible again after a step-up', async () => {
    const site = await createSite()
    const { recoveryCodes } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, recoveryCodes[0] ?? '')
    passTime(15 * 60 + 2)
    const error = await catchError((await functionsOf(site, browser)).newRecoveryCodes())
    const { url } = error as StepUpRequired
    expect(url).toContain('secondFactor=1')
    const response = await browser.post(url, { code: recoveryCodes[1] ?? '' })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/account`)
    const codes = await (await functionsOf(site, browser)).newRecoveryCodes()
    expect(new Set([...codes, ...recoveryCodes]).size).toBe(20)
    expect((await (await functionsOf(site, browser)).list()).recoveryCodesLeft).toBe(10)
  })

  it('leaves one list of recovery codes after several calls at the same time', async () => {
    const adapter = memory()
    const { replaceRecoveryCodes } = adapter
    // In PostgreSQL, two calls at the same time do not see what the other one inserts.
    let [running, most] = [0, 0]
    adapter.replaceRecoveryCodes = async (...call) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      await replaceRecoveryCodes(...call)
      running -= 1
    }
    const site = await createSite({ adapter })
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, await currentCode(secret, 1))
    const own = await functionsOf(site, browser)
    const lists = await Promise.allSettled([own.newRecoveryCodes(), own.newRecoveryCodes()])
    expect(lists.map(({ status }) => status)).toContain('fulfilled')
    expect(most).toBe(1)
  })

  it('is removed when an e-mail link takes over an address that was never verified', async () => {
    const adapter = memory()
    await adapter.createUser({ ...USER, emailVerified: null })
    const site = await createSite({ adapter })
    await enroll(site)
    const owner = site.browser()
    await site.signIn('e-mail link', owner)
    expect(await readSession(owner)).toMatchObject({ user: { email: USER.email } })
    expect(await (await functionsOf(site, owner)).list()).toEqual({ factors: [], recoveryCodesLeft: 0 })
  })

  it('needs the option `secondFactor`', async () => {
    const { secondFactor } = await signedIn({
      config: { secondFactor: undefined, account: { security: true } },
    })
    expect(await catchError(secondFactor.list())).toBeInstanceOf(InvalidOption)
    expect(await catchError(secondFactor.beginTotp())).toBeInstanceOf(InvalidOption)
  })

  it('rejects a name that is empty or too long', async () => {
    const { secondFactor } = await signedIn()
    for (const name of [' ', 'x'.repeat(101), 7 as never])
      expect(await catchError(secondFactor.beginTotp({ name }))).toBeInstanceOf(TypeError)
  })
})

describe('a trusted device', () => {
  it('is asked again after `forgetDevices`', async () => {
    const site = await createSite()
    const { secret, recoveryCodes } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, await currentCode(secret, 1), { trustDevice: 'yes' })
    const other = site.browser()
    await site.signIn('credentials', other)
    await sendCode(other, recoveryCodes[0] ?? '')
    await (await functionsOf(site, other)).forgetDevices()
    expect((await site.signIn('OIDC', browser)).url).toBe(VERIFY)
  })
})

describe('passkeys', () => {
  it('become a second factor only if the user has one', async () => {
    const { site, browser, secondFactor } = await signedIn()
    expect(await catchError(secondFactor.addPasskeys())).toBeInstanceOf(SecondFactorFailed)
    await addPasskey(site.app, site.adapter)
    const added = await secondFactor.addPasskeys()
    expect(added.recoveryCodes).toHaveLength(10)
    expect(await readSession(browser)).not.toBeNull()
    expect(await site.adapter.listSecondFactors(USER.id)).toMatchObject([{ type: 'passkey', secret: '' }])
  })
})

describe('`resetSecondFactor`', () => {
  it('removes the factors and codes, and ends the sessions and the trust in devices', async () => {
    const site = await createSite()
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, await currentCode(secret, 1), { trustDevice: 'yes' })
    await resetSecondFactor(createAuth(site.app.config).config, USER.id)
    expect(await readSession(browser)).toBeNull()
    expect(await site.adapter.listSecondFactors(USER.id)).toEqual([])
    expect(await site.adapter.countRecoveryCodes(USER.id)).toBe(0)
    expect((await site.signIn('OIDC', browser)).url).toBe(`${ORIGIN}/after`)
  })
})

it('adds no factor of a session that has none once the user has set one up elsewhere', async () => {
  const adapter = memory()
  let isArmed = false
  const site = await createSite({
    adapter: {
      ...adapter,
      async listSecondFactors(userId) {
        const factors = await adapter.listSecondFactors(userId)
        if (isArmed) {
          isArmed = false
          // After the check, and before the change.
          const id = 'of the owner'
          const dates = { createdAt: new Date(), lastUsedAt: null }
          await adapter.createSecondFactor({ id, userId, type: 'totp', secret: '', name: 'Phone', ...dates })
        }
        return factors
      },
    },
  })
  const thief = site.browser()
  await site.signIn('credentials', thief)
  const { secondFactor } = await signedInUser(site, thief)
  const { id, secret } = await secondFactor.beginTotp()
  isArmed = true
  expect(await catchError(secondFactor.confirm(id, await currentCode(secret)))).toBeInstanceOf(
    SecondFactorFailed,
  )
  expect(await adapter.listSecondFactors(USER.id)).toMatchObject([{ id: 'of the owner' }])
})
