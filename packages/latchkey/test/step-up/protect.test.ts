import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createAuth, type JWT } from 'latchkey'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSite, FORM, offered, signIn, submit } from './site.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function later(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE)
}

/** Returns a browser whose sign-in is too old, and whose form was interrupted. */
async function interrupted(fields: Record<string, string> = { amount: '5' }) {
  const site = createSite()
  const browser = new Browser(site)
  await signIn(browser)
  later(11)
  const { url } = await submit(browser, fields)
  return { site, browser, callbackUrl: new URL(url).searchParams.get('callbackUrl') ?? '' }
}

/** Returns the same, after the user has signed in again. */
async function confirmed(fields?: Record<string, string>) {
  const { site, browser, callbackUrl } = await interrupted(fields)
  const { url, response } = await signIn(browser, callbackUrl)
  return { site, browser, url, response }
}

describe('protect({ within })', () => {
  it('lets a page with a recent sign-in through', async () => {
    const browser = new Browser(createSite())
    await signIn(browser)
    later(9)
    expect(await (await browser.get(`${ORIGIN}/account`)).text()).toBe('page')
  })

  it('leads to the sign-in page after an older one, and back to the page', async () => {
    const browser = new Browser(createSite())
    await signIn(browser)
    later(11)
    const { url } = await browser.follow(await browser.get(`${ORIGIN}/account?tab=1`))
    expect(url).toBe(`${BASE}/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/account?tab=1`)}`)
    const back = await signIn(browser, `${ORIGIN}/account?tab=1`)
    expect(await back.response.text()).toBe('page')
  })

  it('leads a signed-out user to the sign-in page', async () => {
    const response = await new Browser(createSite()).get(`${ORIGIN}/account`)
    expect(response.headers.get('location')).toBe(`${BASE}/signin`)
  })

  it('logs no error when a user has to confirm', async () => {
    const { site } = await interrupted()
    expect(site.logged).toEqual([])
  })

  it.each([
    ['without `account.security`', {}, { within: 600 }, /account: \{ security: true \}/],
    ['with a misspelt option', { account: { security: true } }, { whitin: 600 }, /`whitin` is not an option/],
    ['with no time', { account: { security: true } }, { within: 0 }, /`within`/],
    ['with text', { account: { security: true } }, { within: '600' }, /`within`/],
    [
      'with a second factor that no one can have',
      { account: { security: true } },
      { secondFactor: true },
      /secondFactor: \{\}/,
    ],
  ])('throws %s', async (_, config, options, message) => {
    const auth = createAuth({
      secret: 'x'.repeat(40),
      trustHost: true,
      providers: [],
      logger: silent,
      ...config,
    })
    const request = new Request(`${ORIGIN}/account`)
    await expect(auth.protect(request, options as object)).rejects.toThrow(message)
  })
})

it.each([
  { does: 'does not write', encode: true, decode: false },
  { does: 'does not read', encode: false, decode: true },
])('says at the sign-in that the application $does what it needs', async ({ encode, decode }) => {
  const withoutFacts = ({ auth_time: _, amr: __, ...claims }: JWT): JWT => claims
  const app = createApp({
    account: { security: true },
    jwt: {
      encode: async ({ token }) => JSON.stringify(encode ? withoutFacts(token ?? {}) : token),
      decode: async ({ token }) => (decode ? withoutFacts(JSON.parse(token ?? '')) : JSON.parse(token ?? '')),
    },
  })
  const browser = new Browser(app)
  const response = await browser.post(`${BASE}/callback/credentials`, {
    email: 'a@b.example',
    password: 'right',
  })
  expect(response.headers.get('location')).toContain('error=Configuration')
  expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
    type: 'InvalidOption',
    message: expect.stringContaining('Encode the whole `token`'),
  })
})

const silent = { error: () => {}, warn: () => {}, debug: () => {} }

describe('A form that asks for a recent sign-in', () => {
  it('runs at once after a recent sign-in', async () => {
    const site = createSite()
    const browser = new Browser(site)
    await signIn(browser)
    await submit(browser, { amount: '5' })
    expect(site.transfers).toEqual([{ amount: '5' }])
  })

  it('is offered again after the user has confirmed, and runs once', async () => {
    const { site, browser, response } = await confirmed({ amount: '5', to: 'Bob "&" Ann', pin: '1234' })
    expect(site.transfers).toEqual([])
    expect(response.status).toBe(200)
    const { action, fields } = await offered(response)
    expect(action).toBe(FORM)
    const sent = await browser.follow(await browser.post(action, fields, { referer: FORM }))
    expect(await sent.response.text()).toBe('sent')
    expect(site.transfers).toEqual([{ amount: '5', to: 'Bob "&" Ann' }])
  })

  it('runs once after a double click, and the second response says so', async () => {
    const { site, browser, response } = await confirmed()
    const { action, fields } = await offered(response)
    const post = () => browser.post(action, fields, { referer: FORM })
    const responses = await Promise.all([post(), post(), post()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 303, 303])
    const second = await browser.follow(await post())
    expect({ status: second.response.status, text: await second.response.text() }).toEqual({
      status: 410,
      text: expect.stringContaining('Please fill in the form again'),
    })
    expect(site.transfers).toHaveLength(1)
  })

  it('is not offered any more on a reload or after the back button', async () => {
    const { site, browser, url, response } = await confirmed()
    const { action, fields } = await offered(response)
    await browser.post(action, fields, { referer: FORM })
    expect((await browser.get(url)).status).toBe(410)
    expect(site.transfers).toHaveLength(1)
  })

  it.each(['', 'x', 'f'.repeat(64), 'lost'])('does nothing with the forged id "%s"', async (id) => {
    const { site, browser } = await confirmed()
    const { response } = await submit(browser, { amount: '7', 'latchkey-form': id })
    expect(response.status).toBe(410)
    expect(site.transfers).toEqual([])
  })

  it("does nothing in another browser, or with another user's session", async () => {
    const { site, browser, url, response } = await confirmed()
    const { action, fields } = await offered(response)
    const other = new Browser(site)
    await signIn(other)
    expect((await other.get(url)).status).toBe(410)
    expect((await submit(other, fields)).response.status).toBe(410)
    await signIn(browser, FORM, 'eve@example.com')
    expect((await browser.get(url)).status).toBe(410)
    expect((await submit(browser, fields)).response.status).toBe(410)
    expect(site.transfers).toEqual([])
    await signIn(browser)
    await browser.post(action, fields, { referer: FORM })
    expect(site.transfers).toHaveLength(1)
  })

  it('does nothing if another site sends it', async () => {
    const { site, browser, response } = await confirmed()
    const { action, fields } = await offered(response)
    const crossSite = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    await expect(browser.post(action, fields, crossSite)).rejects.toThrow(
      'A request came from https://elsewhere.test',
    )
    expect(site.transfers).toEqual([])
  })

  it('expires after 10 minutes', async () => {
    const { site, browser, callbackUrl } = await interrupted()
    later(11)
    const { response } = await signIn(browser, callbackUrl)
    expect(response.status).toBe(410)
    expect(site.transfers).toEqual([])
  })

  it('asks again if the confirmation became too old, and then runs once', async () => {
    const { site, browser, response } = await confirmed()
    const first = await offered(response)
    later(9)
    await signIn(browser)
    const sent = await browser.post(first.action, first.fields, { referer: FORM })
    expect(await sent.text()).toBe('sent')
    expect(site.transfers).toHaveLength(1)
  })

  it.each([
    ['is too large', { text: 'x'.repeat(9000) }],
    ['has too many fields', Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, 'x']))],
  ])('has to be filled in again if it %s', async (_, fields: Record<string, string>) => {
    const { site, browser, response } = await confirmed(fields)
    expect(await response.text()).toContain('Please fill in the form again')
    expect(response.status).toBe(410)
    await submit(browser, { amount: '1' })
    expect(site.transfers).toEqual([{ amount: '1' }])
  })

  it('has to be filled in again if it has a file', async () => {
    const site = createSite()
    const browser = new Browser(site)
    await signIn(browser)
    later(11)
    const body = new FormData()
    body.set('file', new File(['x'], 'x.txt'))
    const headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', referer: FORM }
    const { url } = await browser.follow(await browser.send(FORM, { method: 'POST', headers, body }))
    const back = await signIn(browser, new URL(url).searchParams.get('callbackUrl') ?? '')
    expect(back.response.status).toBe(410)
    expect(site.transfers).toEqual([])
  })
})
