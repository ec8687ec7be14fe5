import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { messagesToOtherTabs, openPage, type Page } from '@latchkey/test-support/kit/page.ts'
import type { Client } from 'latchkey/client'
import {
  completeSignIn,
  confirmAddressChange,
  confirmSignUp,
  requestPasswordReset,
  resetPassword,
  signUp,
} from 'latchkey/client/forms'
import Email from 'latchkey/providers/email'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asUser, codeIn, createSite, enroll, linkIn, OLD, signedIn } from '../../passwords/account-site.ts'
import { ANN, addUser, createMailSite, type MailSite, OTHER, RIGHT } from '../../passwords/site.ts'

const BOB = 'bob@example.com'
const ACCEPTED = {
  ok: true,
  error: undefined,
  field: undefined,
  reason: undefined,
  limit: undefined,
  retryAfter: undefined,
  reference: undefined,
  requirement: undefined,
  status: 200,
}
const REFUSED = { ...ACCEPTED, ok: false, url: null }

function open(site: Pick<MailSite, 'app'> = createMailSite()): Page {
  return openPage(site.app)
}

/** Adds Ann, who has to change her password at the next sign-in. */
async function requireNewPassword(site: MailSite): Promise<void> {
  const userId = await addUser(site)
  const stored = await site.adapter.getPassword(userId)
  if (stored) await site.adapter.setPassword({ ...stored, userId, mustChange: true })
}

/** Returns the address and the token in a link. */
function readLink(link: URL | string): { email: string; token: string } {
  const { email = '', token = '' } = Object.fromEntries(new URL(link).searchParams)
  return { email, token }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a sign-up', () => {
  it('sends a code, then signs in, in all tabs', async () => {
    const site = createMailSite()
    const page = open(site)
    const messages = await messagesToOtherTabs(async () => {
      const form = { email: BOB, password: RIGHT, redirectTo: '/after' }
      expect(await signUp(page.client, form)).toEqual({ ...ACCEPTED, url: `${ORIGIN}/auth/signup?sent=1` })
      expect(await page.client.getSession({ broadcast: false })).toBeNull()
    })
    expect(messages).toEqual([])
    const later = await messagesToOtherTabs(async () => {
      const result = await confirmSignUp(page.client, { code: site.mail.code() })
      expect(result).toEqual({ ...ACCEPTED, url: `${ORIGIN}/after` })
    })
    expect(later).toEqual([{ event: 'session', data: { trigger: 'getSession' } }])
    expect(await page.client.getSession()).toMatchObject({ user: { email: BOB } })
    expect(page.navigations).toEqual([])
  })

  it('shows the session to the components of the page before it returns', async () => {
    const site = createMailSite()
    const { client } = open(site)
    client.session.subscribe(() => undefined)
    await signUp(client, { email: BOB, password: RIGHT })
    await confirmSignUp(client, { code: site.mail.code() })
    expect(client.session.get()).toMatchObject({ status: 'authenticated', data: { user: { email: BOB } } })
  })

  it('accepts the fields of a form, and the link in another browser', async () => {
    const fields = { name: { label: 'Name', required: true } }
    const site = createMailSite({ password: { signUp: { fields } } })
    const form = new FormData()
    form.set('email', BOB)
    form.set('password', RIGHT)
    form.set('name', 'Bob')
    expect(await signUp(open(site).client, form)).toMatchObject({ ok: true })
    const other = open(site)
    const result = await confirmSignUp(other.client, {
      ...readLink(site.mail.link()),
      password: OTHER,
      name: 'Robert',
    })
    expect(result).toEqual({ ...ACCEPTED, url: `${ORIGIN}/` })
    expect(await other.client.getSession()).toMatchObject({ user: { name: 'Robert' } })
  })

  it.each([
    {
      form: { email: BOB, password: 'short' },
      expected: { error: 'PasswordRejected', field: 'password', reason: 'short', limit: 15 },
    },
    {
      form: { email: BOB, password: `${BOB} ${BOB}` },
      expected: { error: 'PasswordRejected', field: 'password', reason: 'contextWord' },
    },
    { form: { email: 'bob', password: RIGHT }, expected: { error: 'EmailSignInError', field: 'email' } },
  ])('says which field is wrong: $expected.error $expected.reason', async ({ form, expected }) => {
    const reference = expect.any(String)
    expect(await signUp(open().client, form)).toEqual({ ...REFUSED, ...expected, status: 400, reference })
  })

  it('refuses a wrong code, and accepts the right one after it', async () => {
    const site = createMailSite()
    const { client } = open(site)
    await signUp(client, { email: BOB, password: RIGHT })
    const code = site.mail.code()
    const wrong = code.replace(/^./, (digit) => `${(Number(digit) + 1) % 10}`)
    const messages = await messagesToOtherTabs(async () => {
      expect(await confirmSignUp(client, { code: wrong })).toMatchObject({
        ok: false,
        error: 'Verification',
        field: 'code',
        status: 403,
        url: null,
      })
    })
    expect(messages).toEqual([])
    expect(await confirmSignUp(client, { code })).toMatchObject({ ok: true })
  })

  it('names the error of a link that was used', async () => {
    const site = createMailSite()
    const { client } = open(site)
    await signUp(client, { email: BOB, password: RIGHT })
    const link = readLink(site.mail.link())
    expect(await confirmSignUp(client, link)).toMatchObject({ ok: true })
    const again = await confirmSignUp(open(site).client, { ...link, password: OTHER })
    expect(again).toMatchObject({ error: 'Verification', field: undefined })
  })
})

describe('a reset', () => {
  it('sends a link, sets the password, and leads to the sign-in page', async () => {
    const site = createMailSite()
    await addUser(site)
    const { client } = open(site)
    const sent = await requestPasswordReset(client, { email: ANN })
    expect(sent).toEqual({ ...ACCEPTED, url: `${ORIGIN}/auth/reset?sent=1` })
    const result = await resetPassword(client, { ...readLink(site.mail.link()), password: OTHER })
    expect(result).toEqual({ ...ACCEPTED, url: `${ORIGIN}/auth/signin?passwordReset=1` })
    expect(await client.getSession()).toBeNull()
    const signedIn = await client.signIn('password', { email: ANN, password: OTHER, redirect: false })
    expect(signedIn).toMatchObject({ ok: true })
  })

  it('signs in with `reset.signIn`, and shows the session', async () => {
    const site = createMailSite({ password: { reset: { signIn: true } } })
    await addUser(site)
    const { client } = open(site)
    client.session.subscribe(() => undefined)
    await requestPasswordReset(client, { email: ANN })
    const fields = { ...readLink(site.mail.link()), password: OTHER, redirectTo: '/after' }
    expect(await resetPassword(client, fields)).toEqual({ ...ACCEPTED, url: `${ORIGIN}/after` })
    expect(client.session.get()).toMatchObject({ data: { user: { email: ANN } } })
  })

  it('shows that the session of the same browser has ended', async () => {
    const site = createMailSite()
    await addUser(site)
    const { client } = open(site)
    client.session.subscribe(() => undefined)
    await client.signIn('password', { email: ANN, password: RIGHT, redirect: false })
    expect(client.session.get().status).toBe('authenticated')
    await requestPasswordReset(client, { email: ANN })
    await resetPassword(client, { ...readLink(site.mail.link()), password: OTHER })
    expect(client.session.get().status).toBe('unauthenticated')
  })

  it('has the same result for an address without an account', async () => {
    const site = createMailSite()
    await addUser(site)
    const [known, unknown] = [ANN, 'nobody@example.com'].map((email) =>
      requestPasswordReset(open(site).client, { email }),
    )
    expect(await unknown).toEqual(await known)
  })

  it('keeps the link after a password that is refused', async () => {
    const site = createMailSite()
    await addUser(site)
    const { client } = open(site)
    await requestPasswordReset(client, { email: ANN })
    const link = readLink(site.mail.link())
    expect(await resetPassword(client, { ...link, password: 'short' })).toMatchObject({
      error: 'PasswordRejected',
      field: 'password',
      limit: 15,
    })
    expect(await resetPassword(client, { ...link, password: OTHER })).toMatchObject({ ok: true })
  })
})

describe('a requirement of a sign-in', () => {
  const signInAnn = (client: Client, password: string = RIGHT) =>
    client.signIn('password', { email: ANN, password, redirectTo: '/after', redirect: false })

  it('is met by the code for an unverified address', async () => {
    const site = createMailSite()
    await addUser(site, { emailVerified: null })
    const { client } = open(site)
    expect(await signInAnn(client)).toMatchObject({ ok: false, requirement: 'verifyAddress' })
    expect(await completeSignIn(client, { code: '0000 0000' })).toMatchObject({
      error: 'Verification',
      field: 'code',
    })
    const result = await completeSignIn(client, { code: site.mail.code() })
    expect(result).toEqual({
      ...ACCEPTED,
      url: `${ORIGIN}/after`,
      recoveryCodes: undefined,
      recoveryCodesLeft: undefined,
    })
    expect(await client.getSession()).toMatchObject({ user: { email: ANN } })
  })

  it('is met by another password', async () => {
    const site = createMailSite()
    await requireNewPassword(site)
    const { client } = open(site)
    expect(await signInAnn(client)).toMatchObject({ requirement: 'changePassword' })
    const same = await completeSignIn(client, { password: RIGHT })
    expect(same).toMatchObject({ error: 'PasswordRejected', field: 'password', reason: 'same' })
    expect(await completeSignIn(client, { password: OTHER })).toMatchObject({ ok: true })
  })

  it('is met by a second factor', async () => {
    const site = await createSite({ config: { secondFactor: { totp: { issuer: 'App' } } } })
    const nextCode = await enroll(site, await signedIn(site))
    const { client } = open(site)
    expect(await signInAnn(client, OLD)).toMatchObject({ requirement: 'secondFactor' })
    expect(await completeSignIn(client, { code: '000000' })).toMatchObject({
      error: 'SecondFactorFailed',
      field: 'code',
    })
    expect(await completeSignIn(client, { code: await nextCode() })).toMatchObject({ ok: true })
  })

  it('has an error if no sign-in waits', async () => {
    const { client } = open()
    expect(await completeSignIn(client, { code: '1234 5678' })).toMatchObject({
      ok: false,
      error: 'SignInExpired',
      url: null,
    })
  })
})

describe('a change of the address', () => {
  it('is confirmed on both sides, with a code and a link', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    await asUser(site, browser, (user) => user.email.change(BOB))
    const { client } = openPage(site.app, { browser })
    client.session.subscribe(() => undefined)
    const [current, next] = [ANN, BOB].map((to) => site.mails.find((mail) => mail.to === to))
    expect(await confirmAddressChange(client, { code: codeIn(next) })).toEqual({
      ...ACCEPTED,
      url: `${ORIGIN}/`,
      isChanged: false,
      waitsFor: ['current'],
    })
    const confirmed = await confirmAddressChange(client, { ...readLink(linkIn(current)), side: 'current' })
    expect(confirmed).toMatchObject({ ok: true, isChanged: true, waitsFor: [] })
    expect(client.session.get()).toMatchObject({ data: { user: { email: BOB } } })
  })

  it('needs a session', async () => {
    const { client } = open(await createSite())
    expect(await confirmAddressChange(client, { code: '1234 5678' })).toMatchObject({
      ok: false,
      error: 'SessionRequired',
      isChanged: false,
      waitsFor: [],
    })
  })

  it('refuses a wrong code', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    await asUser(site, browser, (user) => user.email.change(BOB))
    const { client } = openPage(site.app, { browser })
    expect(await confirmAddressChange(client, { code: '0000 0000' })).toMatchObject({
      error: 'Verification',
      field: 'code',
      status: 403,
    })
  })
})

describe('a code from an e-mail', () => {
  it('signs in with `signIn`', async () => {
    const site = createMailSite({ config: { providers: [Email({ code: true })] } })
    const { client } = open(site)
    client.session.subscribe(() => undefined)
    const sent = await client.signIn('email', { email: BOB, redirect: false })
    expect(sent).toMatchObject({ ok: true })
    const code = site.mail.code()
    const wrong = code.replace(/^./, (digit) => `${(Number(digit) + 1) % 10}`)
    const refused = await client.signIn('email', { email: BOB, code: wrong, redirect: false })
    expect(refused).toMatchObject({ ok: false, error: 'Verification', url: null })
    expect(await client.signIn('email', { email: BOB, code, redirect: false })).toMatchObject({ ok: true })
    expect(client.session.get()).toMatchObject({ data: { user: { email: BOB } } })
  })
})

describe('a form that fails', () => {
  const form = { email: BOB, password: RIGHT }

  it('returns `NetworkError` if the server cannot be reached, and reports why', async () => {
    const page = open()
    page.respond = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await signUp(page.client, form)).toEqual({ ...REFUSED, error: 'NetworkError', status: 0 })
    expect(page.errors.map(String)).toEqual(['TypeError: Failed to fetch'])
  })

  it('returns the seconds until the limit ends', async () => {
    const site = createMailSite({ config: { limits: { credentials: { attempts: 1, seconds: 60 } } } })
    await requireNewPassword(site)
    const { client } = open(site)
    await client.signIn('password', { email: ANN, password: RIGHT, redirect: false })
    expect(await completeSignIn(client, { password: RIGHT })).toMatchObject({ reason: 'same' })
    const { retryAfter, ...limited } = await completeSignIn(client, { password: RIGHT })
    expect(limited).toMatchObject({ ok: false, error: 'TooManyRequests', status: 429, field: undefined })
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  })

  it('distinguishes a server that is busy', async () => {
    const page = open()
    page.respond = () =>
      Response.json({ error: 'ServiceUnavailable', reference: 'r1', retryAfter: 2 }, { status: 503 })
    expect(await signUp(page.client, form)).toEqual({
      ...REFUSED,
      error: 'ServiceUnavailable',
      status: 503,
      retryAfter: 2,
      reference: 'r1',
    })
  })

  it.each([
    ['a page of a proxy', () => new Response('<title>Bad gateway</title>', { status: 502 })],
    ['`null`', () => Response.json(null, { status: 502 })],
  ])('has no details of %s', async (_, respond) => {
    const page = open()
    page.respond = respond
    expect(await signUp(page.client, form)).toEqual({ ...REFUSED, error: 'Configuration', status: 502 })
  })

  it('never leads to a URL that runs a script', async () => {
    const page = open()
    page.respond = () => Response.json({ url: 'javascript:alert(1)' })
    expect(await confirmSignUp(page.client, { code: '1' })).toMatchObject({ ok: false, url: null })
  })

  it('sends nothing in a browser that blocks cookies', async () => {
    const page = open()
    vi.stubGlobal('navigator', { cookieEnabled: false })
    expect(await signUp(page.client, form)).toEqual({ ...REFUSED, error: 'MissingCookie', status: 0 })
    expect(page.requests).toEqual([])
  })

  it('requests a CSRF token if the server needs one', async () => {
    const site = createMailSite()
    const page = openPage(site.app, { originHeaders: {} })
    expect(await signUp(page.client, form)).toMatchObject({ ok: true })
    expect(page.requests).toEqual(['POST /auth/signup', 'GET /auth/csrf', 'POST /auth/signup'])
  })

  it.each([undefined, {}])('says what to pass instead of %j', async (client) => {
    await expect(signUp(client as never, form)).rejects.toThrow(
      'Pass `client` from "latchkey/react", "latchkey/solid-start/client" or "latchkey/sveltekit/client"',
    )
  })
})
