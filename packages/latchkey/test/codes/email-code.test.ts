import { inspect } from 'node:util'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { findForms } from '@latchkey/test-support/kit/browser.ts'
import { memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Email from 'latchkey/providers/email'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signedInAs, targetOf } from '../passwords/site.ts'
import { ANN, ask, createSite, enter, PAGE, SIGN_IN, wrongFor } from './site.ts'

const FAILED = '/auth/verify-request?provider=email&type=email&error=Verification'

afterEach(() => {
  vi.useRealTimers()
})

describe('a code in an e-mail', () => {
  it('signs in where it was asked for, and leads to the page that was asked for', async () => {
    const site = createSite()
    const browser = site.browser()
    expect(targetOf(await ask(browser))).toBe('/auth/verify-request?provider=email&type=email')
    expect(site.mail.sent).toHaveLength(1)
    expect(targetOf(await enter(browser, site.mail.code()))).toBe('/after')
    expect(await signedInAs(browser)).toBe(ANN)
    expect(await site.adapter.getUserByEmail(ANN)).toMatchObject({
      emailVerified: expect.any(Date),
    })
  })

  it('is entered on the built-in page, which keeps the address', async () => {
    const site = createSite()
    const browser = site.browser()
    await ask(browser)
    const page = await browser.get(PAGE)
    const html = await page.clone().text()
    expect(html).toContain(ANN)
    expect(html).toMatch(/<input[^>]*autocomplete="one-time-code"/)
    expect(html).toMatch(/<input[^>]*inputmode="numeric"/)
    const [code, again] = await findForms(page, ORIGIN)
    await browser.post(again?.action ?? '', again?.fields)
    expect(site.mail.sent).toHaveLength(2)
    const copied = site.mail.code().replace(/^\d{4}/, '$& - ')
    await browser.post(code?.action ?? '', { ...code?.fields, code: copied })
    expect(await signedInAs(browser)).toBe(ANN)
  })

  it('is entered with JSON', async () => {
    const site = createSite()
    const browser = site.browser()
    const json = { accept: 'application/json', 'x-auth-return-redirect': '1' }
    await browser.post(SIGN_IN, { email: ANN, callbackUrl: '/after' }, json)
    expect(await (await browser.get(PAGE, json)).json()).toEqual({
      waitsFor: ANN,
      digits: 8,
    })
    const code = site.mail.code()
    const wrong = await browser.post(SIGN_IN, { email: ANN, code: wrongFor(code) }, json)
    expect({ status: wrong.status, ...(await wrong.json()) }).toMatchObject({
      status: 403,
      error: 'Verification',
    })
    const right = await browser.post(SIGN_IN, { email: ANN, code }, json)
    expect(await right.json()).toEqual({ url: `${ORIGIN}/after` })
    expect(await signedInAs(browser)).toBe(ANN)
  })

  it('is refused in another browser, for another address, and after it was used', async () => {
    const site = createSite()
    const [ann, other] = [site.browser(), site.browser()]
    await ask(other)
    await ask(ann)
    const code = site.mail.code()
    for (const response of [
      await enter(site.browser(), code),
      await enter(other, code),
      await enter(ann, code, { email: 'bob@example.com' }),
    ])
      expect(targetOf(response)).toBe(FAILED)
    expect(await signedInAs(other)).toBeUndefined()
    await enter(ann, code)
    expect(await signedInAs(ann)).toBe(ANN)
    expect(targetOf(await enter(ann, code))).toBe(FAILED)
  })

  it('is refused on the sixth try, although it is right', async () => {
    const site = createSite()
    const browser = site.browser()
    await ask(browser)
    const code = site.mail.code()
    for (let count = 0; count < 5; count++) await enter(browser, wrongFor(code))
    expect(targetOf(await enter(browser, code))).toBe(FAILED)
    expect(await signedInAs(browser)).toBeUndefined()
    expect(site.app.log.map(({ entry }) => entry)).toContain('too-many-codes')
  })

  it('works for 10 minutes, and the link for a day', async () => {
    const site = createSite()
    const browser = site.browser()
    const start = Date.now()
    await ask(browser)
    vi.useFakeTimers({ now: start + 11 * 60_000, toFake: ['Date'] })
    expect(targetOf(await enter(browser, site.mail.code()))).toBe(FAILED)
    await browser.get(site.mail.link(), {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    })
    expect(await signedInAs(browser)).toBe(ANN)
  })

  it('uses up the link, and the link uses up the code', async () => {
    const site = createSite()
    const [first, second] = [site.browser(), site.browser()]
    await ask(first)
    const link = Object.fromEntries(new URL(site.mail.link()).searchParams)
    await enter(first, site.mail.code())
    await second.post(`${BASE}/callback/email`, link)
    expect(await signedInAs(second)).toBeUndefined()
    await ask(second)
    await site
      .browser()
      .post(`${BASE}/callback/email`, Object.fromEntries(new URL(site.mail.link()).searchParams))
    expect(targetOf(await enter(second, site.mail.code()))).toBe(FAILED)
  })

  it('stays usable after programs have opened its link and its page', async () => {
    const site = createSite()
    const [ann, scanner] = [site.browser(), site.browser()]
    await ask(ann)
    for (const url of [site.mail.link(), PAGE, `${PAGE}&code=${site.mail.code()}`])
      for (const browser of [scanner, ann])
        for (const method of ['HEAD', 'GET']) await browser.send(url, { method })
    await enter(ann, site.mail.code())
    expect(await signedInAs(ann)).toBe(ANN)
  })

  it("works after the configuration's secret was replaced", async () => {
    const [adapter, store] = [memory(), memoryStore()]
    const old = 'the old secret of this application'
    const before = createSite({}, { adapter, store, secret: old })
    const browser = before.browser()
    await ask(browser)
    const secret = ['the new secret of this application', old]
    const after = createSite({}, { adapter, store, secret })
    const moved = after.browser()
    const cookie = browser.cookiesFor(ORIGIN)
    const response = await moved.post(SIGN_IN, { code: before.mail.code() }, { cookie })
    expect(targetOf(response)).toBe('/after')
  })

  it('is in no log entry and in no row', async () => {
    const adapter = memory()
    const rows: unknown[] = []
    const site = createSite(
      {},
      {
        adapter: {
          ...adapter,
          createVerificationToken(row) {
            rows.push(row)
            return adapter.createVerificationToken(row)
          },
        },
      },
    )
    const browser = site.browser()
    await ask(browser)
    const code = site.mail.code()
    const wrong = wrongFor(code)
    await enter(browser, wrong)
    await enter(browser, code)
    expect(rows).toHaveLength(2)
    expect(site.app.log.length).toBeGreaterThan(0)
    for (const secret of [code, wrong])
      expect(inspect([site.app.log, rows], { depth: 9 })).not.toContain(secret)
  })
})

describe('an e-mail with a code and no link', () => {
  it('signs in', async () => {
    const site = createSite({ code: 'only', digits: 6 })
    const browser = site.browser()
    await ask(browser)
    expect(site.mail.last().text).not.toContain('token=')
    const [code = ''] = site.mail.last().text.match(/^\d{6}$/m) ?? []
    await enter(browser, code)
    expect(await signedInAs(browser)).toBe(ANN)
  })

  it('is sent by the provider, with the page that asks for the code', async () => {
    const requests: { code?: string; url: string; token: string }[] = []
    const site = createSite({
      code: 'only',
      sendVerificationRequest: (request) => void requests.push(request),
    })
    const browser = site.browser()
    await ask(browser)
    expect(requests).toMatchObject([{ code: expect.stringMatching(/^\d{8}$/), url: PAGE, token: '' }])
    await enter(browser, requests[0]?.code ?? '')
    expect(await signedInAs(browser)).toBe(ANN)
  })
})

describe('beyond the limit of e-mails', () => {
  it('keeps the code that was sent, and says that no other one comes', async () => {
    const site = createSite()
    const browser = site.browser()
    for (let count = 0; count < 5; count++) await ask(browser)
    const last = await ask(browser)
    expect(targetOf(last)).toBe('/auth/verify-request?provider=email&type=email&error=TooManyRequests')
    expect(site.mail.sent).toHaveLength(5)
    const html = await (await browser.get(last.headers.get('location') ?? '')).text()
    expect(html).toContain('Too many attempts')
    expect(html).not.toContain('on its way')
    await enter(browser, site.mail.code())
    expect(await signedInAs(browser)).toBe(ANN)
  })
})

describe('guesses in one browser', () => {
  it('leave little in the store', async () => {
    const inner = memoryStore()
    const keys = new Set<string>()
    const store: Store = {
      ...inner,
      add(key, ...rest) {
        keys.add(key)
        return inner.add(key, ...rest)
      },
    }
    const site = createSite({}, { store, limits: { email: false } })
    const browser = site.browser()
    await ask(browser)
    await enter(browser, '10000000')
    const before = keys.size
    for (let guess = 0; guess < 200; guess++) await enter(browser, String(20_000_000 + guess))
    expect(keys.size).toBe(before)
  })
})

it('says what is wrong with `code` and tokens of the application', async () => {
  const site = createSite(
    {},
    {
      providers: [Email({ code: true, generateVerificationToken: () => 'x' })],
    },
  )
  await ask(site.browser())
  expect(inspect(site.app.log, { depth: 9 })).toContain('Remove `generateVerificationToken`')
})
