import { inspect } from 'node:util'
import { BASE, ORIGIN, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { findForms } from '@latchkey/test-support/kit/browser.ts'
import { createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Code, { type CodeMessage } from 'latchkey/providers/code'
import { describe, expect, it } from 'vitest'
import { targetOf } from '../passwords/site.ts'
import {
  askByPhone,
  createPhoneSite,
  enterByPhone,
  PHONE,
  PHONE_PAGE,
  PHONE_SIGN_IN,
  userIn,
  userWith,
} from './phone-site.ts'
import { wrongFor } from './site.ts'

const ASKED = '/auth/verify-request?provider=code&type=email'
const FAILED = `${ASKED}&error=Verification`
const REJECTED = '/auth/signin?error=PhoneSignInError'
const OTHER_PHONE = '+4915123456780'

describe('a code in a text message', () => {
  it('signs a new user in, and then the same one', async () => {
    const site = createPhoneSite()
    const first = site.browser()
    expect(targetOf(await askByPhone(first, '0049 (151) 2345-6789'))).toBe(ASKED)
    expect(site.sent).toMatchObject([
      { phone: PHONE, code: expect.stringMatching(/^\d{8}$/), expires: expect.any(Date), url: PHONE_PAGE },
    ])
    expect(targetOf(await enterByPhone(first, site.code()))).toBe('/after')
    const userId = await userIn(first)
    expect(userId).toBe(await userWith(site))
    expect(await site.adapter.getUser(String(userId))).toMatchObject({ email: null })
    const second = site.browser()
    await askByPhone(second)
    await enterByPhone(second, site.code())
    expect(await userIn(second)).toBe(userId)
  })

  it('is entered on the built-in page, which keeps the number', async () => {
    const site = createPhoneSite()
    const browser = site.browser()
    const signInPage = await (await browser.get(`${BASE}/signin`)).text()
    expect(signInPage).toMatch(/<input[^>]*name="phone"[^>]*type="tel"[^>]*autocomplete="tel"/)
    await askByPhone(browser)
    const page = await browser.get(PHONE_PAGE)
    const html = await page.clone().text()
    expect(html).toContain('Check your phone')
    expect(html).toMatch(/<input[^>]*autocomplete="one-time-code"/)
    const [code, again] = await findForms(page, ORIGIN)
    await browser.post(again?.action ?? '', again?.fields)
    expect(site.sent).toHaveLength(2)
    await browser.post(code?.action ?? '', { ...code?.fields, code: site.code() })
    expect(await userIn(browser)).toBe(await userWith(site))
  })

  it('is refused in another browser, for another number, and on the sixth try', async () => {
    const site = createPhoneSite()
    const [browser, other] = [site.browser(), site.browser()]
    await askByPhone(other)
    await askByPhone(browser)
    const code = site.code()
    for (const response of [
      await enterByPhone(site.browser(), code),
      await enterByPhone(other, code),
      await enterByPhone(browser, code, { phone: OTHER_PHONE }),
    ])
      expect(targetOf(response)).toBe(FAILED)
    for (let count = 0; count < 5; count++) await enterByPhone(browser, wrongFor(code))
    expect(targetOf(await enterByPhone(browser, code))).toBe(FAILED)
    expect(await userWith(site)).toBeUndefined()
  })

  it.each(['0151 23456789', '+49 151', 'ann@example.com', ''])(
    'is not sent to %j: the form says that the country code is missing',
    async (typed) => {
      const site = createPhoneSite()
      const browser = site.browser()
      const response = await askByPhone(browser, typed)
      expect(targetOf(response)).toBe(REJECTED)
      expect(site.sent).toHaveLength(0)
      const html = await (await browser.get(response.headers.get('location') ?? '')).text()
      expect(html).toContain('Enter the number with its country code')
      if (typed !== '') expect(html).toContain(`value="${typed}"`)
    },
  )

  it('goes to a number that `normalize` completes, unless it throws', async () => {
    const site = createPhoneSite({
      normalize(number) {
        if (number.startsWith('+1')) throw new Error('not in this country')
        return number.replace(/^0(?=[1-9])/, '+49')
      },
    })
    await askByPhone(site.browser(), '0151 23456789')
    expect(site.sent.map(({ phone }) => phone)).toEqual([PHONE])
    expect(targetOf(await askByPhone(site.browser(), '+12025550123'))).toBe(REJECTED)
    expect(site.sent).toHaveLength(1)
  })

  it('is not needed for a link of another provider: links verify no number', async () => {
    const links: URL[] = []
    const site = createPhoneSite(
      {},
      {
        providers: [
          {
            id: 'email',
            name: 'e-mail',
            type: 'email',
            sendVerificationRequest: ({ url }) => void links.push(new URL(url)),
          },
        ],
      },
    )
    const browser = site.browser()
    await browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' })
    const link = Object.fromEntries(links[0]?.searchParams ?? [])
    await browser.post(`${BASE}/callback/code`, link)
    expect(await userIn(browser)).toBeUndefined()
    expect(await userWith(site, 'ann@example.com')).toBeUndefined()
  })
})

describe('a user who is signed in', () => {
  it('links the number, and then signs in with it', async () => {
    const adapter = memory()
    await adapter.createUser({ id: 'ann', email: 'ann@example.com', emailVerified: new Date() })
    const site = createPhoneSite({}, { adapter, registration: () => false, providers: [passwordProvider] })
    const browser = site.browser()
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    await askByPhone(browser)
    expect(targetOf(await enterByPhone(browser, site.code()))).toBe('/after')
    expect(await userWith(site)).toBe('ann')
    const other = site.browser()
    await askByPhone(other)
    await enterByPhone(other, site.code())
    expect(await userIn(other)).toBe('ann')
  })

  it('does not take over the number of another user', async () => {
    const adapter = memory()
    for (const id of ['ann', 'bob'])
      await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: new Date() })
    await adapter.linkAccount({ provider: 'code', providerAccountId: PHONE, userId: 'bob', type: 'email' })
    const site = createPhoneSite({}, { adapter, providers: [passwordProvider] })
    const browser = site.browser()
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    await askByPhone(browser)
    expect(targetOf(await enterByPhone(browser, site.code()))).toBe(
      '/auth/signin?error=OAuthAccountNotLinked',
    )
    expect(await userWith(site)).toBe('bob')
    expect(await userIn(browser)).toBe('ann')
  })

  it('links nothing after signing out', async () => {
    const adapter = memory()
    await adapter.createUser({ id: 'ann', email: 'ann@example.com', emailVerified: new Date() })
    const site = createPhoneSite({}, { adapter, providers: [passwordProvider] })
    const browser = site.browser()
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    await askByPhone(browser)
    await browser.post(`${BASE}/signout`)
    await enterByPhone(browser, site.code())
    expect(await userWith(site)).toBeUndefined()
    expect(await userIn(browser)).toBeUndefined()
  })

  it('cannot remove the number if it is the last way to sign in', async () => {
    const site = createPhoneSite()
    const browser = site.browser()
    await askByPhone(browser)
    await enterByPhone(browser, site.code())
    const caller = new Request(ORIGIN, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
    const user = await createAuth(site.app.config).currentUser(caller, () => {})
    await expect(user?.accounts.unlink('code', PHONE)).rejects.toMatchObject({ type: 'LastSignInMethod' })
    const id = String(await userWith(site))
    const key = { provider: 'other', providerAccountId: '1', userId: id, type: 'oidc' } as const
    await site.adapter.linkAccount(key)
    await expect(user?.accounts.unlink('other', '1')).resolves.toBe(true)
  })
})

describe('`registration`', () => {
  it('decides who may sign up with a number: the response is the same', async () => {
    const asked: unknown[] = []
    const site = createPhoneSite(
      {},
      {
        registration(candidate) {
          asked.push({ ...candidate, headers: undefined })
          return false
        },
      },
    )
    await site.adapter.createUser({ id: 'bob', email: 'bob@example.com', emailVerified: null })
    await site.adapter.linkAccount({
      provider: 'code',
      providerAccountId: OTHER_PHONE,
      userId: 'bob',
      type: 'email',
    })
    expect(targetOf(await askByPhone(site.browser()))).toBe(ASKED)
    expect(asked).toMatchObject([
      { provider: 'code', email: null, emailVerified: false, account: { providerAccountId: PHONE } },
    ])
    expect(targetOf(await askByPhone(site.browser(), OTHER_PHONE))).toBe(ASKED)
    expect(site.sent.map(({ phone }) => phone)).toEqual([OTHER_PHONE])
  })
})

describe('the limit of messages', () => {
  it('counts for a number, and the page says that no other code comes', async () => {
    const site = createPhoneSite()
    const browser = site.browser()
    for (let count = 0; count < 5; count++) expect(targetOf(await askByPhone(browser))).toBe(ASKED)
    const limited = await askByPhone(browser, '+49 151 2345 6789')
    expect(targetOf(limited)).toBe(`${ASKED}&error=TooManyRequests`)
    expect(site.sent).toHaveLength(5)
    const html = await (await browser.get(limited.headers.get('location') ?? '')).text()
    expect(html).toContain('Too many attempts')
    expect(html).not.toContain('on its way')
    await askByPhone(browser, OTHER_PHONE)
    expect(site.sent).toHaveLength(6)
  })

  it('counts for a country, over all numbers', async () => {
    const site = createPhoneSite({}, { limits: { phoneCountry: { attempts: 3, seconds: 3600 } } })
    const numbers = Array.from({ length: 5 }, (_, index) => `+49151234567${10 + index}`)
    await Promise.all(numbers.map((number) => askByPhone(site.browser(), number)))
    expect(site.sent).toHaveLength(3)
    await askByPhone(site.browser(), '+4366412345678')
    expect(site.sent).toHaveLength(4)
  })

  it.each([{ limits: { phone: false, phoneCountry: false } } as const, { limits: false } as const])(
    'can be turned off: %j',
    async (config) => {
      const site = createPhoneSite({}, config)
      for (let count = 0; count < 120; count++) await askByPhone(site.browser())
      expect(site.sent).toHaveLength(120)
    },
  )

  it('counts for a client', async () => {
    const site = createPhoneSite(
      {},
      {
        limits: {
          client: { attempts: 2, seconds: 900 },
          clientAddress: (headers) => headers.get('x-forwarded-for'),
        },
      },
    )
    const ask = (index: number, client: string) =>
      site
        .browser()
        .post(PHONE_SIGN_IN, { phone: `+4915123456${700 + index}` }, { 'x-forwarded-for': client })
    for (let index = 0; index < 4; index++) await ask(index, '192.0.2.1')
    expect(site.sent).toHaveLength(2)
    await ask(9, '192.0.2.2')
    expect(site.sent).toHaveLength(3)
  })
})

describe('a number', () => {
  it('is in no log entry and no security event, also if the service quotes it', async () => {
    const adapter = memory()
    let fails = false
    let isDown = false
    const site = createPhoneSite(
      {
        send(message) {
          if (!fails) return void site.sent.push(message)
          throw new Error(`Cannot send ${message.code} to ${message.phone.slice(1)} (${message.phone}).`)
        },
      },
      {
        adapter: {
          ...adapter,
          async getUserByAccount(key) {
            if (isDown) throw new Error(`No row (${key.provider}, ${key.providerAccountId}) was found.`)
            return adapter.getUserByAccount(key)
          },
        },
      },
    )
    const browser = site.browser()
    await askByPhone(browser)
    await enterByPhone(browser, wrongFor(site.code()))
    await enterByPhone(browser, site.code())
    expect(await userIn(browser)).toBe(await userWith(site))
    for (let count = 0; count < 6; count++) await askByPhone(site.browser())
    fails = true
    const failed = await askByPhone(site.browser(), OTHER_PHONE)
    expect(targetOf(failed)).toBe(REJECTED)
    isDown = true
    await askByPhone(site.browser())
    expect(site.app.errors.slice(-2)).toEqual(['PhoneSignInError', 'AdapterError'])
    // Debug messages contain personal data, as the warning `debug-enabled` says.
    const log = site.app.log.filter(({ level }) => level !== 'debug')
    const written = inspect([log, site.events], { depth: 9 })
    expect(written).toContain("phone: '+49…89'")
    expect(written).toContain('(code, [redacted])')
    for (const number of [PHONE, OTHER_PHONE])
      for (const secret of [number, number.slice(1), number.slice(3)]) expect(written).not.toContain(secret)
    expect(written).not.toContain(site.code())
  })
})

it.each<[string, (message: CodeMessage) => object]>([
  ['cause', ({ phone }) => ({ cause: new Error('x', { cause: new Error(`${phone.slice(1)} is invalid`) }) })],
  ['field', ({ phone, code }) => ({ request: { body: { to: phone.slice(1), text: `Enter ${code}` } } })],
])('is in no log entry if a %s of an error quotes the number', async (_, quote) => {
  const site = createPhoneSite({
    send(message) {
      site.sent.push(message)
      throw Object.assign(new Error('The service rejected the message.'), quote(message))
    },
  })
  await askByPhone(site.browser())
  const log = inspect(
    site.app.log.filter(({ level }) => level !== 'debug'),
    { depth: 9 },
  )
  expect(log).toContain('The service rejected the message')
  for (const secret of [PHONE.slice(1), site.code()]) expect(log).not.toContain(secret)
})

it('says what is missing if `Code` has no `send`', async () => {
  const adapter = memory()
  const site = createPhoneSite({ send: undefined as never }, { adapter, mail: { name: 'x', send() {} } })
  await askByPhone(site.browser())
  expect(inspect(site.app.log, { depth: 9 })).toContain('Pass it to `Code`')
})

it('says how often a code is wrong that server code sends, on the page that asks for it', async () => {
  const site = createPhoneSite()
  const browser = site.browser()
  await askByPhone(browser)
  const caller = new Request(ORIGIN, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
  const { url } = await createAuth(site.app.config).signIn(caller, {
    providerId: 'code',
    fields: { code: wrongFor(site.code()) },
  })
  expect(url.replace(ORIGIN, '')).toBe(FAILED)
})

it('has the id of the application', async () => {
  const site = createPhoneSite({ id: 'whatsapp', name: 'WhatsApp' })
  const browser = site.browser()
  await browser.post(`${BASE}/signin/whatsapp`, { phone: PHONE })
  await browser.post(`${BASE}/signin/whatsapp`, { code: site.code() })
  const key = { provider: 'whatsapp', providerAccountId: PHONE }
  expect((await site.adapter.getUserByAccount(key))?.id).toBe(await userIn(browser))
  expect(Code({ send() {} })).toMatchObject({ id: 'code', name: 'Phone', type: 'email' })
})
