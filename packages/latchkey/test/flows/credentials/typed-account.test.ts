import { type App, BASE, createApp, ORIGIN, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const ADDRESS = 'ann+"<&@example.com'
const ESCAPED = 'ann+&quot;&lt;&amp;@example.com'
const ENDPOINT = `${BASE}/callback/credentials`
const wrong = { email: ADDRESS, password: 'the wrong password' }

const mail: EmailConfig = {
  id: 'mail',
  name: 'e-mail',
  type: 'email',
  sendVerificationRequest: () => Promise.reject(new Error('The mail server is down.')),
}

/** Returns the `value` attributes of the visible fields on the sign-in page, by form and name. */
async function valuesOn(page: Response): Promise<string[]> {
  const html = await page.text()
  return [...html.matchAll(/<input(?![^>]*type="hidden")[^>]*>/g)].map(([input]) => {
    const [, name] = /name="([^"]*)"/.exec(input) ?? []
    const [, value] = /value="([^"]*)"/.exec(input) ?? []
    return `${name}=${value ?? ''}`
  })
}

async function fail(app: App, fields: Record<string, string> = wrong, endpoint = ENDPOINT): Promise<Browser> {
  const browser = new Browser(app)
  await browser.post(endpoint, fields)
  return browser
}

const signInPage = (browser: Browser): Promise<Response> =>
  browser.get(`${BASE}/signin?error=CredentialsSignin`)

describe('after a wrong password, the sign-in page', () => {
  it('shows the address that the user typed, escaped, and no password', async () => {
    const browser = await fail(createApp())
    expect(await valuesOn(await signInPage(browser))).toEqual([`email=${ESCAPED}`, 'password='])
  })

  it('shows it once, and only in the form where it was typed', async () => {
    const other = Credentials({
      id: 'other',
      credentials: { email: { type: 'email' } },
      authorize: () => null,
    })
    const browser = await fail(createApp({ providers: [passwordProvider, other] }))
    expect(await valuesOn(await signInPage(browser))).toEqual([`email=${ESCAPED}`, 'password=', 'email='])
    expect(await valuesOn(await signInPage(browser))).toEqual(['email=', 'password=', 'email='])
  })

  it('forgets it after five minutes', async () => {
    const browser = await fail(createApp())
    vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] })
    expect(await valuesOn(await signInPage(browser))).toEqual(['email=', 'password='])
  })

  it('still works for a user name that has another field name', async () => {
    const provider = Credentials({
      credentials: { 'user-name': {}, password: {} },
      authorize: () => null,
    })
    const browser = await fail(createApp({ providers: [provider] }), { 'user-name': 'ann', password: 'x' })
    expect(await valuesOn(await signInPage(browser))).toEqual(['user-name=ann', 'password='])
  })
})

describe('a field that `account` names', () => {
  it('is shown again, regardless of its name', async () => {
    const provider = Credentials({
      credentials: { place: {}, member: {}, password: {} },
      account: 'member',
      authorize: () => null,
    })
    const fields = { place: 'here', member: 'ann', password: 'x' }
    const browser = await fail(createApp({ providers: [provider] }), fields)
    expect(await valuesOn(await signInPage(browser))).toEqual(['place=', 'member=ann', 'password='])
  })
})

describe('what the user typed before a failed sign-in', () => {
  it('appears in no URL or log entry, and cannot be read in the cookie', async () => {
    const app = createApp({ debug: true })
    const browser = new Browser(app)
    const response = await browser.post(ENDPOINT, wrong)
    const headers = [...response.headers].join('\n')
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=CredentialsSignin&code=credentials`)
    expect(headers).not.toMatch(/example\.com|ann|wrong password/)
    expect(JSON.stringify(app.log)).not.toMatch(/example\.com|wrong password/)
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    expect(cookie).toMatch(/^__Host-latchkey\.transaction\.[\w-]+=[\w.-]+; /)
    for (const attribute of ['Max-Age=300', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie.split('; ')).toContain(attribute)
  })

  it.each<{ name: string; fields?: Record<string, string>; config?: Partial<AuthConfig>; headers?: object }>([
    { name: 'a password', fields: { password: 'wrong' } },
    { name: 'an empty address', fields: { email: '', password: 'wrong' } },
    { name: 'a very long address', fields: { email: 'a'.repeat(321), password: 'wrong' } },
    { name: 'a request of a script', headers: { accept: 'application/json' } },
    {
      name: 'a field whose meaning is unknown',
      fields: { pin: '1234' },
      config: { providers: [Credentials({ credentials: { pin: {} }, authorize: () => null })] },
    },
    {
      name: 'a code that is the account',
      fields: { accessCode: '1234' },
      config: {
        providers: [
          Credentials({ credentials: { accessCode: {} }, account: 'accessCode', authorize: () => null }),
        ],
      },
    },
    { name: 'an address for a page of the application', config: { pages: { signIn: '/login' } } },
  ])('is not remembered for $name', async ({ fields = wrong, config, headers = {} }) => {
    const response = await new Browser(createApp(config)).post(ENDPOINT, fields, { ...headers })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('is not remembered if the sign-in fails for another reason', async () => {
    const provider = {
      ...passwordProvider,
      authorize: () => Promise.reject(new Error('The database is down.')),
    }
    const response = await new Browser(createApp({ providers: [provider] })).post(ENDPOINT, wrong)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('cannot be planted: a cookie that was not sealed here is ignored', async () => {
    const [victim, attacker] = [await fail(createApp()), await fail(createApp({ secret: 'x'.repeat(32) }))]
    const [cookie] = victim.cookies(ORIGIN)
    const [planted] = attacker.cookies(ORIGIN)
    victim.plant(ORIGIN, cookie?.name ?? '', planted?.value ?? '')
    expect(await valuesOn(await signInPage(victim))).toEqual(['email=', 'password='])
  })
})

describe('after a wrong password, the callback URL', () => {
  const right = { email: 'ann@example.com', password: 'right' }
  const signIn = (browser: Browser, fields: object): Promise<Response> =>
    browser.post(ENDPOINT, { ...wrong, ...fields })

  it('is remembered for a sign-in page of the application', async () => {
    const browser = new Browser(createApp({ pages: { signIn: '/login' } }))
    await signIn(browser, { callbackUrl: '/account?tab=1' })
    const response = await signIn(browser, right)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/account?tab=1`)
  })

  it('is still checked: another host is replaced by the home page', async () => {
    const browser = new Browser(createApp({ pages: { signIn: '/login' } }))
    await signIn(browser, { callbackUrl: 'https://evil.test/account' })
    const response = await signIn(browser, right)
    expect(response.headers.get('location')).toBe(ORIGIN)
  })

  it('is not remembered if it is too long for a cookie', async () => {
    const browser = new Browser(createApp({ pages: { signIn: '/login' } }))
    const response = await signIn(browser, { callbackUrl: `/${'a'.repeat(4000)}` })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('after an e-mail that could not be sent, the sign-in page', () => {
  it.each(['not an address', ADDRESS, 'ann@example.com'])('shows what the user typed: %s', async (email) => {
    const app = createApp({ providers: [passwordProvider, mail], adapter: memory() })
    const browser = await fail(app, { email }, `${BASE}/signin/mail`)
    const { response } = await browser.follow(await browser.post(`${BASE}/signin/mail`, { email }))
    expect(response.status).toBe(200)
    const escaped = email === ADDRESS ? ESCAPED : email
    expect(await valuesOn(response)).toEqual([`email=${escaped}`, 'password='])
  })
})
