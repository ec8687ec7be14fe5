import { BASE, createApp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ANN,
  addUser,
  asUser,
  createSite,
  enroll,
  linkIn,
  NEW,
  OLD,
  RESET,
  requestLink,
  STRATEGIES,
  sendNewPassword,
  sessionOf,
  signedIn,
  signIn,
  VERIFY,
} from './account-site.ts'

const CHANGED = `${BASE}/signin?passwordReset=1`
const DONE = 'Your password has been changed. Sign in with it.'

afterEach(() => {
  vi.useRealTimers()
})

describe.each(STRATEGIES)('a reset of a password, with the strategy %s', (strategy) => {
  it('sets the new password, ends all sessions, and signs no one in', async () => {
    const site = await createSite({ strategy })
    const others = [await signedIn(site), await signedIn(site)]
    const browser = site.browser()
    const response = await sendNewPassword(browser, await requestLink(site))
    expect(response.headers.get('location')).toBe(CHANGED)
    expect(await Promise.all([browser, ...others].map(sessionOf))).toEqual([null, null, null])
    expect(await (await browser.get(CHANGED)).text()).toContain(`<p class="status" role="status">${DONE}</p>`)

    await signIn(browser, OLD)
    expect(await sessionOf(browser)).toBeNull()
    await signIn(browser, NEW)
    expect(await sessionOf(browser)).toMatchObject({ user: { email: ANN } })
    const types = site.events.map(({ type }) => type)
    expect(types.filter((type) => type === 'passwordReset' || type === 'sessionsRevoked')).toEqual([
      'sessionsRevoked',
      'passwordReset',
    ])
    // One notice for both, after the link.
    expect(site.mails.map(({ subject }) => subject).slice(1)).toEqual(['Your password was reset'])
  })

  it('asks for the second factor, also if it signs in', async () => {
    const site = await createSite({
      strategy,
      config: { secondFactor: {} },
      password: { reset: { signIn: true } },
    })
    const newCode = await enroll(site, await signedIn(site))
    const browser = site.browser()
    const response = await sendNewPassword(browser, await requestLink(site))
    expect(response.headers.get('location')).toBe(VERIFY)
    expect(await sessionOf(browser)).toBeNull()
    await browser.post(VERIFY, { code: await newCode() })
    expect(await sessionOf(browser)).toMatchObject({ user: { email: ANN } })
  })

  it('signs in if the option says so', async () => {
    const site = await createSite({ strategy, password: { reset: { signIn: true } } })
    const [browser, other] = [site.browser(), await signedIn(site)]
    const response = await sendNewPassword(browser, await requestLink(site))
    expect(response.headers.get('location')).toBe(ORIGIN)
    expect(await sessionOf(browser)).toMatchObject({ user: { email: ANN } })
    expect(await sessionOf(other)).toBeNull()
  })
})

describe('the link of a reset', () => {
  it('works once', async () => {
    const site = await createSite()
    const link = await requestLink(site)
    await sendNewPassword(site.browser(), link)
    const again = await sendNewPassword(site.browser(), link, 'a third password, of a thief')
    expect(again.headers.get('location')).toMatch(/\/reset\?(?:.*&)?error=Verification/)
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })

  it('works once if two processes receive it twenty times at the same time', async () => {
    const site = await createSite()
    const twin = createApp({ ...site.app.config })
    const link = await requestLink(site)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendNewPassword(new Browser(index % 2 ? twin : site.app), link, `a new password, number ${index}`),
      ),
    )
    const targets = responses.map((response) => response.headers.get('location'))
    expect(targets.filter((target) => target === CHANGED)).toHaveLength(1)
    expect(site.events.filter(({ type }) => type === 'passwordReset')).toHaveLength(1)
    const winner = targets.indexOf(CHANGED)
    expect(await sessionOf(await signedIn(site, `a new password, number ${winner}`))).not.toBeNull()
  })

  it('is not used up by software that opens it, nor by a password that is rejected', async () => {
    const site = await createSite()
    const link = await requestLink(site)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await site.browser().send(link.href, { method, headers: { accept: 'text/html' } })
      expect(response.status).toBe(200)
      expect(response.headers.get('referrer-policy')).toBe('strict-origin')
    }
    const browser = site.browser()
    const rejected = await sendNewPassword(browser, link, 'short')
    const back = new URL(rejected.headers.get('location') ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...Object.fromEntries(link.searchParams),
      error: 'PasswordRejected',
      code: 'short',
    })
    expect(await (await browser.get(back.href)).text()).toContain('too short')
    await sendNewPassword(browser, link)
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })

  it('is the newest one, for an hour', async () => {
    const site = await createSite()
    const [first, second] = [await requestLink(site), await requestLink(site)]
    await sendNewPassword(site.browser(), first)
    expect(site.app.errors).toEqual(['Verification'])
    vi.useFakeTimers({ now: Date.now() + 3600_000 + 1000, toFake: ['Date'] })
    await sendNewPassword(site.browser(), second)
    expect(site.app.errors).toEqual(['Verification', 'Verification'])
    vi.useRealTimers()
    expect(await sessionOf(await signedIn(site, OLD))).not.toBeNull()
  })

  it('belongs to its address', async () => {
    const site = await createSite()
    await addUser(site.adapter, 'bob', { password: 'the password of Bob' })
    const link = await requestLink(site, 'bob@example.com')
    link.searchParams.set('email', ANN)
    await sendNewPassword(site.browser(), link)
    expect(site.app.errors).toEqual(['Verification'])
  })

  it('is not readable in the database, the store or the log', async () => {
    const site = await createSite()
    const token = (await requestLink(site)).searchParams.get('token') ?? ''
    expect(token.length).toBeGreaterThanOrEqual(43)
    expect(JSON.stringify(site.app.log)).not.toContain(token)
    expect(JSON.stringify(site.events)).not.toContain(token)
  })
})

describe('a request for a reset', () => {
  it('shows the same page for an address without a user, which receives another e-mail', async () => {
    const site = await createSite()
    const known = await site.browser().post(RESET, { email: ANN })
    const unknown = await site.browser().post(RESET, { email: 'bob@example.com' })
    expect(known.headers.get('location')).toBe(`${RESET}?sent=1`)
    expect(unknown.headers.get('location')).toBe(`${RESET}?sent=1`)
    const [first, second] = site.mails
    expect([first?.to, second?.to]).toEqual([ANN, 'bob@example.com'])
    expect(linkIn(first).searchParams.has('token')).toBe(true)
    expect(second?.text).not.toContain('token=')
  })

  it('is limited for each address, known or not', async () => {
    const site = await createSite()
    for (const email of [ANN, 'bob@example.com'])
      for (let count = 0; count < 7; count++) {
        const response = await site.browser().post(RESET, { email })
        expect(response.headers.get('location')).toBe(`${RESET}?sent=1`)
      }
    expect(site.mails.map(({ to }) => to)).toEqual([
      ...Array(5).fill(ANN),
      ...Array(5).fill('bob@example.com'),
    ])
  })

  it('rejects an address that is not valid', async () => {
    const site = await createSite()
    const browser = site.browser()
    const response = await browser.post(RESET, { email: 'no address' })
    expect(response.headers.get('location')).toMatch(/\/reset\?error=EmailSignInError/)
    expect((await browser.get(response.headers.get('location') ?? '')).status).toBe(200)
  })

  it('is refused from another site', async () => {
    const site = await createSite()
    await site
      .browser()
      .post(RESET, { email: ANN }, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    expect(site.mails).toEqual([])
  })
})

describe('after a reset', () => {
  it('nothing is left that began with the previous password', async () => {
    const links: URL[] = []
    const email = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: ({ url }: { url: string }) => void links.push(new URL(url)),
    } as const
    const site = await createSite({ config: { secondFactor: {}, providers: [email] } })
    const thief = await signedIn(site)
    const newCode = await enroll(site, thief)
    await asUser(site, thief, (user) => user.email.change('thief@example.com'))
    const waiting = site.browser()
    await signIn(waiting, OLD)
    await waiting.post(`${BASE}/signin/email`, { email: ANN })

    await sendNewPassword(site.browser(), await requestLink(site))
    await waiting.post(VERIFY, { code: await newCode() })
    expect(await sessionOf(waiting)).toBeNull()
    await waiting.get(links[0]?.href ?? '')
    expect(await sessionOf(waiting)).toBeNull()
    vi.useFakeTimers({ now: Date.now() + 30_000, toFake: ['Date'] })
    const owner = site.browser()
    await signIn(owner, NEW)
    await owner.post(VERIFY, { code: await newCode() })
    expect(await asUser(site, owner, (user) => user.email.pending())).toBeNull()
    expect(await sessionOf(thief)).toBeNull()
  })

  it('whoever registered the address unverified has nothing left', async () => {
    const idp = createIdp()
    const adapter = memory()
    await addUser(adapter, 'ann', { password: OLD, emailVerified: null })
    await adapter.linkAccount({ provider: 'idp', providerAccountId: 'thief', userId: 'ann', type: 'oidc' })
    const site = await createSite({ adapter, config: { providers: [oidcFor(idp)] } })
    const claims = { sub: 'thief', email: 'thief@example.com' }
    const thief = site.browser()
    await signInAt(idp, thief, { claims })
    await sendNewPassword(site.browser(), await requestLink(site))
    expect(await adapter.listAccounts('ann')).toEqual([])
    expect(await adapter.getUser('ann')).toMatchObject({ emailVerified: expect.any(Date) })
    expect(await sessionOf(thief)).toBeNull()
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })

  it('a user who had no password has one', async () => {
    const site = await createSite()
    await addUser(site.adapter, 'bob')
    await sendNewPassword(site.browser(), await requestLink(site, 'bob@example.com'))
    expect(await sessionOf(await signedIn(site, NEW, 'bob@example.com'))).not.toBeNull()
  })

  it('a disabled user cannot sign in', async () => {
    const site = await createSite({ password: { reset: { signIn: true } } })
    await site.auth.users.disable('ann')
    const browser = site.browser()
    await sendNewPassword(browser, await requestLink(site))
    expect(await sessionOf(browser)).toBeNull()
  })
})

it('resets by JSON', async () => {
  const site = await createSite()
  const browser = site.browser()
  const json = { accept: 'application/json', 'x-auth-return-redirect': '1' }
  expect(await (await browser.post(RESET, { email: ANN }, json)).json()).toEqual({ url: `${RESET}?sent=1` })
  const fields = Object.fromEntries(linkIn(site.mails[0]).searchParams)
  const rejected = await browser.post(RESET, { ...fields, password: 'short' }, json)
  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({ error: 'PasswordRejected', code: 'short' })
  const response = await browser.post(RESET, { ...fields, password: NEW }, json)
  expect(await response.json()).toEqual({ url: CHANGED })
})

it("leads to the application's own page with what it needs", async () => {
  const site = await createSite({ config: { pages: { reset: '/forgot' } } })
  const link = await requestLink(site)
  const shown = await site.browser().get(link.href)
  expect(shown.headers.get('location')).toBe(`${ORIGIN}/forgot${link.search}`)
})

it('is not there if the option switches it off', async () => {
  const site = await createSite({ password: { reset: false } })
  expect((await site.browser().get(RESET)).status).toBe(404)
  expect((await site.browser().post(RESET, { email: ANN })).status).toBe(404)
})
