import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  type Adapter,
  type AuthConfig,
  type EmailConfig,
  memoryStore,
  type VerificationToken,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

const USED = `${BASE}/error?error=Verification`
/** A time in the middle of a second, which a database may round in both directions. */
const NOON = Date.parse('2030-01-01T12:00:00.400Z')

afterEach(() => {
  vi.useRealTimers()
})

const setClock = (time: number): unknown => vi.useFakeTimers({ now: time, toFake: ['Date'] })

/** The methods of a published adapter, whose column for dates has a precision. */
function publishedAdapter(round: (milliseconds: number) => number = Math.trunc): Adapter {
  const { deleteVerificationTokens, ...adapter } = memory()
  return {
    ...adapter,
    createVerificationToken: (token: VerificationToken) =>
      adapter.createVerificationToken({ ...token, expires: new Date(round(token.expires.getTime())) }),
  }
}

interface LinkApp {
  /** Requests a link for Ann and returns it. */
  request(): Promise<string>
  /** Opens a link and returns where it leads. */
  open(link?: string): Promise<string | null>
}

function linkApp(config: Partial<AuthConfig> = {}): LinkApp {
  const links: string[] = []
  const mail = (id: string, maxAge?: number): EmailConfig => ({
    id,
    name: id,
    type: 'email',
    maxAge,
    sendVerificationRequest: ({ url }) => void links.push(url),
  })
  const providers = [mail('email'), mail('quick', 600)]
  const app = createApp({ adapter: publishedAdapter(), providers, limits: false, ...config })
  const browser = new Browser(app)
  return {
    async request(provider = 'email') {
      await browser.post(`${BASE}/signin/${provider}`, { email: 'ann@example.com', callbackUrl: '/after' })
      return links.at(-1) ?? ''
    },
    open: async (link = '') => (await browser.get(link)).headers.get('location'),
  }
}

describe('using an e-mail link with an adapter that lacks `deleteVerificationTokens`', () => {
  const precisions: [string, (milliseconds: number) => number][] = [
    ['milliseconds', Math.trunc],
    ['whole seconds, truncated', (milliseconds) => Math.floor(milliseconds / 1000) * 1000],
    ['whole seconds, rounded', (milliseconds) => Math.round(milliseconds / 1000) * 1000],
    ['whole seconds, rounded up', (milliseconds) => Math.ceil(milliseconds / 1000) * 1000],
  ]

  // proves AUD-D9, P-ML-3
  it.each(precisions)('ends the earlier links if the database stores %s', async (_, round) => {
    setClock(NOON)
    const { request, open } = linkApp({ adapter: publishedAdapter(round) })
    const [first, second, third] = [await request(), await request(), await request()]
    expect(await open(second)).toBe(`${ORIGIN}/after`)
    expect([await open(first), await open(third)]).toEqual([USED, USED])
  })

  // proves AUD-D9
  it.each(precisions)(
    'keeps a link that is requested immediately afterwards if the database stores %s',
    async (_, round) => {
      const adapter = publishedAdapter(round)
      for (const part of [0, 1, 250, 500, 750, 999]) {
        setClock(NOON + part)
        const { request, open } = linkApp({ adapter, store: memoryStore() })
        for (let count = 0; count < 3; count++) expect(await open(await request())).toBe(`${ORIGIN}/after`)
      }
    },
  )

  // proves AUD-D9
  it('keeps a link invalid until it expires', async () => {
    setClock(NOON)
    const { request, open } = linkApp()
    const older = await request()
    setClock(NOON + 1)
    expect(await open(await request())).toBe(`${ORIGIN}/after`)
    setClock(NOON + 24 * 60 * 60 * 1000 - 1)
    expect(await open(older)).toBe(USED)
  })

  // proves AUD-D9
  it('does not end links to other addresses', async () => {
    const links: string[] = []
    const mail: EmailConfig = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: ({ url }) => void links.push(url),
    }
    const app = createApp({ adapter: publishedAdapter(), providers: [mail] })
    const browser = new Browser(app)
    for (const email of ['ann@example.com', 'bob@example.com'])
      await browser.post(`${BASE}/signin/email`, { email, callbackUrl: '/after' })
    for (const link of links)
      expect((await browser.get(link)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves AUD-D9
  it('stores no address in the store', async () => {
    const store = memoryStore()
    const keys: string[] = []
    const set: typeof store.set = (key, value, seconds) => {
      keys.push(`${key} ${value}`)
      return store.set(key, value, seconds)
    }
    const { request, open } = linkApp({ store: { ...store, set } })
    await open(await request())
    expect(keys).toEqual([expect.stringMatching(/^latchkey:ended-links:[0-9a-f]{64} \d{13}$/)])
  })

  // proves AUD-D9
  it('keeps the link while the store fails', async () => {
    const store = memoryStore()
    let isDown = false
    const get: typeof store.get = (key) => {
      if (isDown) throw new Error('no store')
      return store.get(key)
    }
    const { request, open } = linkApp({ store: { ...store, get } })
    const link = await request()
    isDown = true
    expect(await open(link)).toMatch(/error=Configuration/)
    isDown = false
    expect(await open(link)).toBe(`${ORIGIN}/after`)
  })
})

// proves AUD-D9, DB-2
it('using an e-mail link sends one command to the store with `deleteVerificationTokens`', async () => {
  const calls: unknown[] = []
  const store = watched(memoryStore() as Adapter, (method, [key]) =>
    calls.push([method, key]),
  ) as AuthConfig['store']
  const { request, open } = linkApp({ adapter: memory(), store })
  expect(await open(await request())).toBe(`${ORIGIN}/after`)
  expect(calls).toEqual([['add', expect.stringMatching(/^latchkey:used-link:[\da-f]{64}$/)]])
})
