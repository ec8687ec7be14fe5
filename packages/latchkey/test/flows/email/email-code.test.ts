import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, type EmailConfig, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const email = 'ann@example.com'

interface CodeApp {
  readonly app: App
  /** The codes that were sent, in order. */
  readonly codes: string[]
}

/** An application that sends the codes 900001, 900002, … */
function codeApp(config: Partial<AuthConfig> = {}, options: Partial<EmailConfig> = {}): CodeApp {
  const codes: string[] = []
  let next = 900_000
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    generateVerificationToken: () => String(++next),
    sendVerificationRequest: ({ token }) => void codes.push(token),
    ...options,
  }
  return { app: createApp({ adapter: memory(), providers: [mail], ...config }), codes }
}

const request = (browser: Browser, address = email): Promise<Response> =>
  browser.post(`${BASE}/signin/email`, { email: address, callbackUrl: '/after' })
const enter = (browser: Browser, token: string, address = email): Promise<Response> =>
  browser.post(`${BASE}/callback/email`, { email: address, token })
const open = (browser: Browser, token: string): Promise<Response> =>
  browser.get(`${BASE}/callback/email?${new URLSearchParams({ email, token, callbackUrl: '/after' })}`)

/** The adapter, as every published one is: without `deleteVerificationTokens`. */
function publishedAdapter(): Adapter {
  const { deleteVerificationTokens, ...adapter } = memory()
  return adapter
}

describe('a short code in an e-mail', () => {
  // proves AUD-F10
  it.each([
    ['with `deleteVerificationTokens`', memory],
    ['without it', publishedAdapter],
  ])('ends after five wrong codes, %s; a new one works', async (_, createAdapter) => {
    const { app, codes } = codeApp({ adapter: createAdapter() })
    const [attacker, ann] = [new Browser(app), new Browser(app)]
    await request(ann)
    for (let guess = 100_000; guess < 100_006; guess++) await enter(attacker, String(guess))
    const late = await enter(attacker, codes[0] ?? '')
    expect(late.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
    expect(await readSession(attacker)).toBeNull()
    expect(app.log.filter(({ entry }) => entry === 'too-many-codes')).toEqual([
      { level: 'warn', entry: 'too-many-codes', details: [{ provider: 'email' }] },
    ])
    await request(ann)
    await enter(ann, codes[1] ?? '')
    expect(await readSession(ann)).toMatchObject({ user: { email } })
  })

  // proves AUD-F10
  it('allows five guesses while it is valid, no matter how slow they are', async () => {
    const { app, codes } = codeApp()
    await request(new Browser(app))
    const start = Date.now()
    for (let guess = 0; guess < 5; guess++) {
      vi.useFakeTimers({ now: start + guess * 4 * 60 * 60 * 1000, toFake: ['Date'] })
      await enter(new Browser(app), `10000${guess}`)
    }
    const response = await enter(new Browser(app), codes[0] ?? '')
    expect(response.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
  })

  // proves AUD-F10
  it('allows five guesses when two hundred are sent at the same time', async () => {
    const adapter = memory()
    const calls: string[] = []
    const counting = watched(adapter, async (method) => {
      calls.push(method)
      // A database is slower than the store: no guess may use the time.
      if (method === 'deleteVerificationTokens') await new Promise((resolve) => setTimeout(resolve, 500))
    })
    const { app, codes } = codeApp({ adapter: counting })
    await request(new Browser(app))
    const attacker = new Browser(app)
    await Promise.all(Array.from({ length: 200 }, (_, guess) => enter(attacker, String(100_000 + guess))))
    expect(calls.filter((method) => method === 'useVerificationToken')).toHaveLength(5)
    await enter(attacker, codes[0] ?? '')
    expect(await readSession(attacker)).toBeNull()
  })

  // proves AUD-F10
  it('allows five guesses even if an earlier one beyond the limit ends only now', async () => {
    let finish = (): void => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const database = memory()
    let [ended, compared] = [0, 0]
    const adapter: Adapter = {
      ...database,
      useVerificationToken(token) {
        compared += 1
        return database.useVerificationToken?.(token) ?? null
      },
      async deleteVerificationTokens(address) {
        await database.deleteVerificationTokens?.(address)
        if (++ended === 2) await gate
      },
    }
    const { app } = codeApp({ adapter })
    const attacker = new Browser(app)
    await request(new Browser(app))
    for (let guess = 100_000; guess < 100_005; guess++) await enter(attacker, String(guess))
    const first = enter(attacker, '100006')
    const second = enter(attacker, '100007')
    await first
    await request(new Browser(app))
    compared = 0
    for (let guess = 0; guess < 3; guess++) await enter(attacker, `20000${guess}`)
    finish()
    await second
    for (let guess = 0; guess < 3; guess++) await enter(attacker, `30000${guess}`)
    expect(compared).toBe(5)
  })

  // proves AUD-F10
  it('cannot be found by opening links in the browser that requested it', async () => {
    const { app, codes } = codeApp()
    const attacker = new Browser(app)
    await request(attacker)
    for (let guess = 100_000; guess < 100_006; guess++) await open(attacker, String(guess))
    await open(attacker, codes[0] ?? '')
    await enter(attacker, codes[0] ?? '')
    expect(await readSession(attacker)).toBeNull()
  })

  // proves AUD-F10
  it('cannot be computed from the name of a cookie', async () => {
    const { app, codes } = codeApp()
    const attacker = new Browser(app)
    await request(attacker)
    const names = attacker.cookies(ORIGIN).map(({ name }) => name)
    expect(names).toHaveLength(1)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codes[0]))
    const hash = Buffer.from(digest).toString('base64url').slice(0, 16)
    expect(names[0]).not.toContain(hash)
  })

  // proves AUD-F10
  it('survives four typing errors, and a correct code resets the count', async () => {
    const { app, codes } = codeApp()
    const ann = new Browser(app)
    for (let round = 0; round < 3; round++) {
      await request(ann)
      for (let guess = 0; guess < 4; guess++) await enter(ann, `10000${guess}`)
      await enter(ann, codes[round] ?? '')
      expect(await readSession(ann)).toMatchObject({ user: { email } })
      await ann.post(`${BASE}/signout`)
    }
  })

  // proves AUD-F10
  it('survives wrong codes for other addresses', async () => {
    const { app, codes } = codeApp()
    const ann = new Browser(app)
    await request(ann)
    for (let guess = 0; guess < 10; guess++) await enter(new Browser(app), '100000', `b${guess}@example.com`)
    for (let guess = 0; guess < 10; guess++) await enter(new Browser(app), '100000', 'bob@example.com')
    await enter(ann, codes[0] ?? '')
    expect(await readSession(ann)).toMatchObject({ user: { email } })
  })

  // proves AUD-F10, P-ML-2
  it('survives a virus scanner that opens its link ten times', async () => {
    const { app, codes } = codeApp()
    const ann = new Browser(app)
    await request(ann)
    for (let count = 0; count < 10; count++) {
      expect((await open(new Browser(app), codes[0] ?? '')).status).toBe(200)
      await ann.get(`${BASE}/callback/email?${new URLSearchParams({ email, token: codes[0] ?? '' })}`, {
        'sec-purpose': 'prefetch',
      })
    }
    expect((await open(ann, codes[0] ?? '')).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves AUD-F10
  it('is not checked while the store fails', async () => {
    const store = memoryStore()
    let isDown = false
    const add: typeof store.add = (...args) => {
      if (isDown) throw new Error('no store')
      return store.add(...args)
    }
    const { app, codes } = codeApp({ store: { ...store, add } })
    const ann = new Browser(app)
    await request(ann)
    isDown = true
    await enter(ann, codes[0] ?? '')
    expect(app.errors).toEqual(['StoreError'])
    isDown = false
    await enter(ann, codes[0] ?? '')
    expect(await readSession(ann)).toMatchObject({ user: { email } })
  })

  // proves AUD-F10
  it.each([
    { title: 'of the default length', options: { generateVerificationToken: undefined } },
    { title: 'of twenty characters', options: { generateVerificationToken: () => 'twenty-characters-xy' } },
  ])('a token $title is not ended by wrong tokens', async ({ options }) => {
    const { app, codes } = codeApp({}, options)
    const ann = new Browser(app)
    await request(ann)
    for (let guess = 0; guess < 20; guess++) await enter(new Browser(app), `${guess}`.repeat(32))
    await enter(ann, codes[0] ?? '')
    expect(await readSession(ann)).toMatchObject({ user: { email } })
  })

  // proves AUD-F10
  it.each([
    { limits: { email: { attempts: 8, seconds: 60 } }, allowed: 8 },
    { limits: { email: false as const }, allowed: 50 },
  ])('may be wrong $allowed times with limits $limits', async ({ limits, allowed }) => {
    const { app, codes } = codeApp({ limits })
    const ann = new Browser(app)
    await request(ann)
    for (let guess = 1; guess < allowed; guess++) await enter(ann, `1000${guess}`)
    await enter(ann, codes[0] ?? '')
    expect(await readSession(ann)).toMatchObject({ user: { email } })
  })
})
