import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { type Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { describe, expect, it } from 'vitest'
import {
  ANN,
  addUser,
  createMailSite,
  OTHER,
  type PasswordSite,
  RIGHT,
  type SiteOptions,
  STRATEGIES,
  sendForm,
  signedInAs,
  signIn,
  targetOf,
} from './site.ts'

const SIGN_UP = `${BASE}/signup`
const JSON_HEADERS = { accept: 'application/json', 'x-auth-return-redirect': '1' }

function signUp(browser: Browser, fields: Record<string, string> = {}): Promise<Response> {
  return browser.post(SIGN_UP, { email: ANN, password: RIGHT, callbackUrl: '/after', ...fields })
}

async function findAnn({ adapter }: Pick<PasswordSite, 'adapter'>) {
  const user = await adapter.getUserByEmail(ANN)
  return { user, password: user && (await adapter.getPassword(user.id)) }
}

const ADAPTERS: Record<string, () => CompleteAdapter> = {
  memory,
  SQLite: () => sqlite(':memory:') as CompleteAdapter,
}

describe.each(
  STRATEGIES.flatMap((strategy) => Object.keys(ADAPTERS).map((database) => ({ strategy, database }))),
)('a sign-up with the strategy $strategy and $database', ({ strategy, database }) => {
  const create = (options: SiteOptions = {}) =>
    createMailSite({ strategy, adapter: ADAPTERS[database]?.(), ...options })

  it('is completed by the code, in the browser that began it', async () => {
    const site = create()
    const browser = site.browser()
    expect(targetOf(await signUp(browser))).toBe('/auth/signup?sent=1')
    expect(await findAnn(site)).toEqual({ user: null, password: null })
    const response = await sendForm(browser, `${SIGN_UP}?sent=1`, { code: site.mail.code() })
    expect(targetOf(response)).toBe('/after')
    expect(await signedInAs(browser)).toBe(ANN)
    const { user } = await findAnn(site)
    expect(user?.emailVerified).toBeInstanceOf(Date)
    expect(site.events.map(({ type }) => type)).toEqual(['signedUp', 'sessionStarted', 'signedIn'])
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
  })

  it('is completed by the link, with a click in the same browser', async () => {
    const site = create()
    const browser = site.browser()
    await signUp(browser)
    await browser.get(site.mail.link())
    expect((await findAnn(site)).user).toBeNull()
    expect(targetOf(await sendForm(browser, site.mail.link()))).toBe('/after')
    expect(await signedInAs(browser)).toBe(ANN)
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
  })

  it('asks for a new password where the link is opened in another browser', async () => {
    const site = create()
    await signUp(site.browser())
    const owner = site.browser()
    const [form] = await findForms(await owner.get(site.mail.link()), ORIGIN)
    expect(form?.fields).toMatchObject({ email: ANN, password: '' })
    expect(targetOf(await sendForm(owner, site.mail.link(), { password: 'short' }))).toContain(
      'error=PasswordRejected&code=short',
    )
    expect(targetOf(await sendForm(owner, site.mail.link(), { password: OTHER }))).toBe('/')
    expect(await signedInAs(owner)).toBe(ANN)
    expect(targetOf(await signIn(site.browser()))).toContain('CredentialsSignin')
    expect(targetOf(await signIn(site.browser(), OTHER))).toBe('/after')
  })

  it('cannot be completed twice', async () => {
    const site = create()
    const browser = site.browser()
    await signUp(browser)
    const code = site.mail.code()
    await browser.post(SIGN_UP, { code })
    expect(targetOf(await browser.post(SIGN_UP, { code }))).toBe('/auth/signup?error=Verification')
    const link = new URL(site.mail.link()).searchParams
    const fields = { email: ANN, token: link.get('token') ?? '', password: OTHER }
    expect(targetOf(await site.browser().post(SIGN_UP, fields))).toBe('/auth/signup?error=Verification')
    expect(targetOf(await signIn(site.browser(), OTHER))).toContain('CredentialsSignin')
  })

  it('sends the owner of an account an e-mail, with the same response', async () => {
    const site = create()
    await addUser(site)
    const browser = site.browser()
    expect(targetOf(await signUp(browser, { password: OTHER }))).toBe('/auth/signup?sent=1')
    expect(site.mail.last()).toMatchObject({ to: ANN, subject: expect.stringContaining('already') })
    expect(site.mail.last().text).not.toMatch(/\d{4} ?\d{4}/)
    expect(await (await browser.get(SIGN_UP)).text()).toContain('autocomplete="one-time-code"')
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
  })

  it('stores one user and one password for twenty completions at the same time', async () => {
    const site = create()
    const browser = site.browser()
    await signUp(browser)
    const code = site.mail.code()
    const link = new URL(site.mail.link()).searchParams
    const token = link.get('token') ?? ''
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? browser.post(SIGN_UP, { code })
          : site.browser().post(SIGN_UP, { email: ANN, token, password: OTHER }),
      ),
    )
    const successes = responses.map(targetOf).filter((target) => !target.includes('error='))
    expect(successes).toHaveLength(1)
    const isByCode = successes[0] === '/after'
    expect(targetOf(await signIn(site.browser(), isByCode ? RIGHT : OTHER))).toBe('/after')
    expect(targetOf(await signIn(site.browser(), isByCode ? OTHER : RIGHT))).toContain('CredentialsSignin')
    expect(site.events.filter(({ type }) => type === 'signedUp')).toHaveLength(1)
  })
})

describe('the sign-up', () => {
  it('stores the fields of the application, and no others', async () => {
    const site = createMailSite({ password: { signUp: { fields: { name: { required: true } } } } })
    const browser = site.browser()
    expect(targetOf(await signUp(browser))).toContain('/auth/signup?error=BadRequest')
    await signUp(browser, { name: ' Ann ', image: '/x.png', emailVerified: '2020-01-01', id: 'root' })
    await browser.post(SIGN_UP, { code: site.mail.code() })
    const { user } = await findAnn(site)
    expect(user).toMatchObject({ name: 'Ann', email: ANN })
    expect(user?.id).not.toBe('root')
    expect(user?.image ?? null).toBeNull()
  })

  it('works for scripts', async () => {
    const site = createMailSite()
    const browser = site.browser()
    const rejected = await browser.post(SIGN_UP, { email: ANN, password: 'short' }, JSON_HEADERS)
    expect([rejected.status, await rejected.json()]).toMatchObject([
      400,
      { error: 'PasswordRejected', code: 'short', limit: 15 },
    ])
    const sent = await browser.post(SIGN_UP, { email: ANN, password: RIGHT }, JSON_HEADERS)
    expect(await sent.json()).toMatchObject({ url: `${BASE}/signup?sent=1` })
    const waiting = await browser.get(SIGN_UP, JSON_HEADERS)
    expect(await waiting.json()).toEqual({ minLength: 15, maxLength: 1024, fields: {}, waitsFor: ANN })
    const done = await browser.post(SIGN_UP, { code: site.mail.code() }, JSON_HEADERS)
    expect([done.status, await signedInAs(browser)]).toEqual([200, ANN])
  })

  it('is not there with `signUp: false`', async () => {
    const site = createMailSite({ password: { signUp: false } })
    expect((await site.browser().get(SIGN_UP)).status).toBe(404)
    expect((await signUp(site.browser())).status).toBe(404)
    expect(site.mail.sent).toEqual([])
  })

  it('is refused from another origin', async () => {
    const site = createMailSite()
    await site.browser().post(SIGN_UP, { email: ANN, password: RIGHT }, { 'sec-fetch-site': 'cross-site' })
    expect(site.mail.sent).toEqual([])
  })

  it.each([{ email: 'ann' }, { email: '' }, { email: 'ann@example.com, bob@example.com' }])(
    'refuses the address $email',
    async ({ email }) => {
      const site = createMailSite()
      expect(targetOf(await signUp(site.browser(), { email }))).toBe('/auth/signup?error=EmailSignInError')
    },
  )

  it('sends nothing beyond the limit of an address, with the same response', async () => {
    const site = createMailSite({ config: { limits: { email: { attempts: 1, seconds: 900 } } } })
    await signUp(site.browser())
    expect(targetOf(await signUp(site.browser()))).toBe('/auth/signup?sent=1')
    expect(site.mail.sent).toHaveLength(1)
  })

  it('sends nothing if `registration` denies it, with the same response', async () => {
    const site = createMailSite({ config: { registration: () => false } })
    expect(targetOf(await signUp(site.browser()))).toBe('/auth/signup?sent=1')
    expect(site.mail.sent).toEqual([])
  })

  it('leads to the page of the application', async () => {
    const site = createMailSite({ config: { pages: { signUp: '/join' } } })
    const browser = site.browser()
    expect(targetOf(await signUp(browser))).toBe('/join?sent=1')
    expect(targetOf(await signUp(browser, { password: 'short' }))).toBe(
      '/join?error=PasswordRejected&code=short',
    )
    const token = new URL(site.mail.link()).searchParams.get('token')
    expect(targetOf(await browser.get(site.mail.link()))).toBe(`/join?email=ann%40example.com&token=${token}`)
  })

  it('says that the address got an account in the meantime', async () => {
    const site = createMailSite()
    const browser = site.browser()
    await signUp(browser)
    await addUser(site, { password: OTHER })
    const response = await browser.post(SIGN_UP, { code: site.mail.code() })
    expect(targetOf(response)).toBe('/auth/signin?error=AccountExists')
    expect(targetOf(await signIn(site.browser()))).toContain('CredentialsSignin')
  })
})
