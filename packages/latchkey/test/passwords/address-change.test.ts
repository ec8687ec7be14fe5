import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { catchError } from '@latchkey/test-support/kit/user-tokens.ts'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { StepUpRequired, TooManyRequests, Verification } from 'latchkey/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type AccountSite,
  ANN,
  addUser,
  asUser,
  CHANGE_EMAIL,
  codeIn,
  createSite,
  enroll,
  linkIn,
  OLD,
  requestLink,
  STRATEGIES,
  sendNewPassword,
  sessionOf,
  signedIn,
} from './account-site.ts'

afterEach(() => {
  vi.useRealTimers()
})

const NEXT = 'ann@new.example'

/** Starts a change. Returns what was sent to the two addresses. */
async function startChange(site: AccountSite, browser: Browser, address: string = NEXT) {
  const count = site.mails.length
  const pending = await asUser(site, browser, ({ email }) => email.change(address))
  const sent = site.mails.slice(count)
  return {
    pending,
    toNew: sent.find(({ to }) => to === address),
    toCurrent: sent.find(({ to }) => to !== address),
  }
}

function confirm(site: AccountSite, browser: Browser, code: string) {
  return asUser(site, browser, ({ email }) => email.confirm(code))
}

describe.each(STRATEGIES)('a change of the address, with the strategy %s', (strategy) => {
  it.each([
    ['new', 'current'],
    ['current', 'new'],
  ] as const)('takes place when the %s and then the %s one has confirmed it', async (first, second) => {
    const site = await createSite({ strategy })
    const [browser, other] = [await signedIn(site), await signedIn(site)]
    const { pending, toNew, toCurrent } = await startChange(site, browser)
    expect(pending).toEqual({ address: NEXT, expires: expect.any(Date), waitsFor: ['current', 'new'] })
    const codes = { new: codeIn(toNew), current: codeIn(toCurrent) }
    expect(await confirm(site, browser, codes[first])).toEqual({ isChanged: false, waitsFor: [second] })
    expect(await site.adapter.getUser('ann')).toMatchObject({ email: ANN })
    expect(await sessionOf(other)).not.toBeNull()

    expect(await confirm(site, browser, codes[second])).toEqual({ isChanged: true, waitsFor: [] })
    expect(await site.adapter.getUser('ann')).toMatchObject({ email: NEXT, emailVerified: expect.any(Date) })
    expect(await sessionOf(browser)).toMatchObject({ user: { email: NEXT } })
    expect(await sessionOf(other)).toBeNull()
    expect(await asUser(site, browser, ({ email }) => email.pending())).toBeNull()
    expect(site.events.filter(({ type }) => type.startsWith('address'))).toMatchObject([
      { type: 'addressChangeRequested', userId: 'ann' },
      { type: 'addressChanged', userId: 'ann', from: ANN, to: NEXT },
    ])
    expect(await sessionOf(await signedIn(site, OLD, NEXT))).not.toBeNull()
  })
})

describe('a change of the address', () => {
  it('is confirmed by links, which use nothing up before the button is pressed', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    const { toNew, toCurrent } = await startChange(site, browser)
    for (const mail of [toNew, toCurrent]) {
      const link = linkIn(mail)
      // A scanner, and the user in another browser.
      const elsewhere = await site.browser().get(link.href)
      expect(elsewhere.headers.get('location')).toBe(
        `${BASE}/signin?${new URLSearchParams({ callbackUrl: link.href })}`,
      )
      for (const method of ['HEAD', 'GET'])
        expect((await browser.send(link.href, { method, headers: { accept: 'text/html' } })).status).toBe(200)
      expect((await browser.get(link.href)).headers.get('referrer-policy')).toBe('strict-origin')
    }
    for (const mail of [toNew, toCurrent])
      await browser.post(CHANGE_EMAIL, Object.fromEntries(linkIn(mail).searchParams))
    expect(await site.adapter.getUser('ann')).toMatchObject({ email: NEXT })
    await browser.post(CHANGE_EMAIL, Object.fromEntries(linkIn(toNew).searchParams))
    expect(site.app.errors).toEqual(['Verification'])
  })

  it('is not confirmed by the session of another user', async () => {
    const site = await createSite()
    await addUser(site.adapter, 'bob', { password: 'the password of Bob' })
    const { toNew } = await startChange(site, await signedIn(site))
    const bob = await signedIn(site, 'the password of Bob', 'bob@example.com')
    await bob.post(CHANGE_EMAIL, Object.fromEntries(linkIn(toNew).searchParams))
    expect(site.app.errors).toEqual(['Verification'])
    const pending = await asUser(site, await signedIn(site), ({ email }) => email.pending())
    expect(pending?.waitsFor).toEqual(['current', 'new'])
  })

  it('is not confirmed by its codes in another browser', async () => {
    const site = await createSite()
    const { toNew } = await startChange(site, await signedIn(site))
    const other = await signedIn(site)
    expect(await catchError(confirm(site, other, codeIn(toNew)))).toBeInstanceOf(Verification)
  })

  it('needs only the new address if the present one is not verified', async () => {
    const site = await createSite({ password: { verifyAddress: false } })
    await addUser(site.adapter, 'bob', { password: 'the password of Bob', emailVerified: null })
    const browser = await signedIn(site, 'the password of Bob', 'bob@example.com')
    const { pending, toNew, toCurrent } = await startChange(site, browser, 'bob@new.example')
    expect([pending.waitsFor, toCurrent]).toEqual([['new'], undefined])
    expect(await confirm(site, browser, codeIn(toNew))).toEqual({ isChanged: true, waitsFor: [] })
    expect(await site.adapter.getUser('bob')).toMatchObject({ email: 'bob@new.example' })
  })

  it('needs a recent sign-in, with the second factor', async () => {
    const site = await createSite({ config: { secondFactor: {} } })
    const browser = await signedIn(site)
    const second = await signedIn(site)
    await enroll(site, browser)
    expect(await sessionOf(second)).toBeNull()
    await startChange(site, browser)
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
    expect(await catchError(startChange(site, browser))).toBeInstanceOf(StepUpRequired)
  })

  it('to an address of another user looks the same, and only tells that user', async () => {
    const site = await createSite()
    await addUser(site.adapter, 'bob')
    const browser = await signedIn(site)
    const { pending, toNew, toCurrent } = await startChange(site, browser, 'bob@example.com')
    expect(pending.waitsFor).toEqual(['current', 'new'])
    expect(codeIn(toCurrent)).not.toBe('')
    expect([codeIn(toNew), toNew?.text.includes('token=')]).toEqual(['', false])
    expect(await confirm(site, browser, codeIn(toCurrent))).toEqual({ isChanged: false, waitsFor: ['new'] })
  })

  it('is replaced by a later one, and can be cancelled', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    const first = await startChange(site, browser, 'first@new.example')
    const second = await startChange(site, browser, 'second@new.example')
    expect(await catchError(confirm(site, browser, codeIn(first.toNew)))).toBeInstanceOf(Verification)
    expect(await asUser(site, browser, ({ email }) => email.pending())).toMatchObject({
      address: 'second@new.example',
    })
    expect(await asUser(site, browser, ({ email }) => email.cancel())).toBe(true)
    expect(await asUser(site, browser, ({ email }) => email.cancel())).toBe(false)
    for (const mail of [second.toNew, second.toCurrent])
      expect(await catchError(confirm(site, browser, codeIn(mail)))).toBeInstanceOf(Verification)
    expect(await site.adapter.getUser('ann')).toMatchObject({ email: ANN })
  })

  it('ends after an hour, and with the sessions of the user', async () => {
    const site = await createSite({ config: { baseUrl: BASE } })
    const browser = await signedIn(site)
    await startChange(site, browser)
    await site.auth.users.signOut('ann')
    const again = await signedIn(site)
    expect(await asUser(site, again, ({ email }) => email.pending())).toBeNull()
    const { toNew } = await startChange(site, again)
    vi.useFakeTimers({ now: Date.now() + 3601_000, toFake: ['Date'] })
    expect(await asUser(site, again, ({ email }) => email.pending())).toBeNull()
    await again.post(CHANGE_EMAIL, Object.fromEntries(linkIn(toNew).searchParams))
    expect(site.app.errors).toEqual(['Verification'])
  })

  it('ends what was sent to the old address', async () => {
    const links: URL[] = []
    const email = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: ({ url }: { url: string }) => void links.push(new URL(url)),
    } as const
    const site = await createSite({ config: { providers: [email] } })
    const [browser, thief] = [await signedIn(site), site.browser()]
    const reset = await requestLink(site)
    await thief.post(`${BASE}/signin/email`, { email: ANN })
    const { toNew, toCurrent } = await startChange(site, browser)
    for (const mail of [toNew, toCurrent]) await confirm(site, browser, codeIn(mail))
    await thief.get(links[0]?.href ?? '')
    expect(await sessionOf(thief)).toBeNull()
    await sendNewPassword(thief, reset)
    expect(site.app.errors).toEqual(['Verification', 'Verification'])
    expect(await sessionOf(await signedIn(site, OLD, NEXT))).not.toBeNull()
  })

  it('is limited', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    for (let count = 0; count < 5; count++) await startChange(site, browser, `ann${count}@new.example`)
    expect(await catchError(startChange(site, browser))).toBeInstanceOf(TooManyRequests)
  })

  it('is refused for an address that is not valid, and for the present one', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    for (const address of ['no address', 'ANN@example.com'])
      expect(await catchError(startChange(site, browser, address))).toMatchObject({
        type: 'EmailSignInError',
      })
    expect(site.mails).toEqual([])
  })
})

describe.each([
  ['memory', memory],
  ['SQLite', () => sqlite(':memory:')],
])('changes of addresses at the same time, with %s', (_, createAdapter) => {
  it('give an address to one of two users', async () => {
    const site = await createSite({ adapter: createAdapter() })
    await addUser(site.adapter, 'bob', { password: 'the password of Bob' })
    const browsers = [await signedIn(site), await signedIn(site, 'the password of Bob', 'bob@example.com')]
    const codes: string[] = []
    for (const browser of browsers) {
      const { toNew, toCurrent } = await startChange(site, browser, 'both@new.example')
      await confirm(site, browser, codeIn(toCurrent))
      codes.push(codeIn(toNew))
    }
    const results = await Promise.allSettled(
      browsers.map((browser, index) => confirm(site, browser, codes[index] ?? '')),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const stored = [await site.adapter.getUser('ann'), await site.adapter.getUser('bob')]
    expect(stored.filter((user) => user?.email === 'both@new.example')).toHaveLength(1)
  })

  it('change it once if both sides confirm it at the same time', async () => {
    const site = await createSite({ adapter: createAdapter() })
    const browser = await signedIn(site)
    const { toNew, toCurrent } = await startChange(site, browser)
    await Promise.all([toNew, toCurrent].map((mail) => confirm(site, browser, codeIn(mail))))
    expect(await site.adapter.getUser('ann')).toMatchObject({ email: NEXT })
    expect(site.events.filter(({ type }) => type === 'addressChanged')).toHaveLength(1)
  })

  it('keep the later of two changes of one user', async () => {
    const site = await createSite({ adapter: createAdapter() })
    const browser = await signedIn(site)
    const first = await startChange(site, browser, 'first@new.example')
    await confirm(site, browser, codeIn(first.toCurrent))
    const second = await startChange(site, browser, 'second@new.example')
    await Promise.allSettled(
      [first.toNew, second.toNew, second.toCurrent].map((mail) => confirm(site, browser, codeIn(mail))),
    )
    expect(await site.adapter.getUser('ann')).toMatchObject({ email: 'second@new.example' })
  })
})

it('shows where the change has to be confirmed as well', async () => {
  const site = await createSite()
  const browser = await signedIn(site)
  const { toNew } = await startChange(site, browser)
  const response = await browser.post(CHANGE_EMAIL, Object.fromEntries(linkIn(toNew).searchParams))
  expect(await response.text()).toContain('your current address')
  expect(response.url).not.toContain(ORIGIN.replace('https', 'http:'))
})
