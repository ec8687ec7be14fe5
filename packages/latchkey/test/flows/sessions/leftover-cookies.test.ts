import { type App, createApp, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import memory from 'latchkey/adapters/memory'
import type { CookieAttributes } from 'latchkey/types'
import { describe, expect, it } from 'vitest'

const ORIGIN = 'https://app.example.test'
const BASE = `${ORIGIN}/auth`
const NAME = '__Secure-latchkey.session-token'

/** Keeps cookies like a browser at `ORIGIN`: by name, domain and path. */
class StrictBrowser {
  readonly #cookies = new Map<string, { readonly pair: string; readonly path: string }>()
  app: App

  constructor(app: App) {
    this.app = app
  }

  async send(path: string, form?: Record<string, string>): Promise<Response> {
    const headers = { cookie: this.header(path), 'sec-fetch-site': 'same-origin' }
    const init =
      form === undefined ? { headers } : { method: 'POST', headers, body: new URLSearchParams(form) }
    const response = await this.app.fetch(new Request(`${BASE}${path}`, init))
    for (const header of response.headers.getSetCookie()) this.store(header)
    return response
  }

  /** @see https://www.rfc-editor.org/rfc/rfc6265#section-5.3 */
  store(header: string): void {
    const [pair = '', ...attributes] = header.split('; ')
    const readAttribute = (name: string): string | undefined =>
      attributes.find((attribute) => attribute.startsWith(`${name}=`))?.slice(name.length + 1)
    const [domain = '', path = '/'] = [readAttribute('Domain'), readAttribute('Path')]
    const isPartitioned = attributes.includes('Partitioned')
    const key = [pair.split('=')[0], domain, path, isPartitioned].join(';')
    if (readAttribute('Max-Age') === '0') this.#cookies.delete(key)
    else this.#cookies.set(key, { pair, path })
  }

  header(path: string): string {
    const isSent = (cookie: { path: string }): boolean => `/auth${path}`.startsWith(cookie.path)
    return [...this.#cookies.values()]
      .filter(isSent)
      .map(({ pair }) => pair)
      .join('; ')
  }

  async user(): Promise<string | undefined> {
    return (await (await this.send('/session')).json())?.user?.email
  }

  signIn(email = 'ann@example.com'): Promise<Response> {
    return this.send('/callback/credentials', { email, password: 'right' })
  }
}

type Strategy = 'jwt' | 'database'

function appWith(strategy: Strategy, options: CookieAttributes, filler = '', adapter = memory()): App {
  return createApp(
    {
      adapter,
      basePath: '/auth',
      session: { strategy },
      cookies: { sessionToken: { options } },
      callbacks: { jwt: ({ token }) => ({ ...token, filler }) },
      providers: [
        {
          ...passwordProvider,
          authorize: async ({ email }: Record<string, unknown>) =>
            (await adapter.getUserByEmail?.(String(email))) ??
            (await adapter.createUser?.({ id: String(email), email: String(email), emailVerified: null })) ??
            null,
        },
      ],
    },
    ORIGIN,
  )
}

const CHANGES: readonly { title: string; before: CookieAttributes; after: CookieAttributes }[] = [
  { title: 'a domain', before: {}, after: { domain: 'example.test' } },
  { title: 'a path', before: {}, after: { path: '/auth' } },
  { title: 'a domain and a path', before: {}, after: { domain: 'example.test', path: '/auth' } },
  {
    title: 'a path to a domain',
    before: { domain: 'example.test' },
    after: { domain: 'example.test', path: '/auth' },
  },
  { title: 'a partition', before: {}, after: { partitioned: true, sameSite: 'none' } },
]

describe.each(['jwt', 'database'] as const)(
  'a session cookie that got an attribute, with the strategy %s',
  (strategy) => {
    it.each(CHANGES)(
      'is the only one after the next sign-in, and after a sign-out: $title',
      async (change) => {
        const adapter = memory()
        const browser = new StrictBrowser(appWith(strategy, change.before, '', adapter))
        await browser.signIn()
        const after = appWith(strategy, change.after, '', adapter)
        const other = new StrictBrowser(after)
        await other.signIn('bea@example.com')
        browser.app = after
        for (const pair of other.header('/session').split('; ')) {
          const { domain, path = '/', partitioned } = change.after
          if (pair.startsWith(NAME))
            browser.store(
              [pair, domain && `Domain=${domain}`, `Path=${path}`, partitioned && 'Partitioned']
                .filter(Boolean)
                .join('; '),
            )
        }
        expect(await browser.user()).toBeUndefined()
        const response = await browser.signIn()
        expect(await browser.user()).toBe('ann@example.com')
        expect(response.headers.getSetCookie().at(-1)).not.toContain('Max-Age=0')
        await browser.send('/signout', {})
        expect(browser.header('/session')).not.toContain(NAME)
      },
    )
  },
)

it('chunks replace an old cookie without chunks', async () => {
  const browser = new StrictBrowser(appWith('jwt', {}))
  await browser.signIn()
  browser.store(`${NAME}=other; Domain=example.test; Path=/`)
  browser.app = appWith('jwt', { domain: 'example.test' }, 'x'.repeat(5000))
  await browser.signIn()
  expect(await browser.user()).toBe('ann@example.com')
})

describe('the cookie of another host', () => {
  it('does not take effect: it stays, and both are ignored', async () => {
    const browser = new StrictBrowser(appWith('jwt', {}))
    await browser.signIn()
    browser.store(`${NAME}=planted; Domain=example.test; Path=/`)
    expect(await browser.user()).toBeUndefined()
    const response = await browser.signIn()
    expect(response.headers.getSetCookie().filter((header) => header.startsWith(`${NAME}=`))).toHaveLength(1)
    expect(await browser.user()).toBeUndefined()
  })

  it('does not take effect after a sign-in that fails', async () => {
    const app = appWith('jwt', { domain: 'example.test' })
    const browser = new StrictBrowser(app)
    await browser.signIn()
    browser.store(`${NAME}=old; Path=/`)
    browser.app = createApp(
      { ...app.config, events: {}, callbacks: { jwt: () => Promise.reject(new Error('down')) } },
      ORIGIN,
    )
    const response = await browser.signIn()
    expect(response.headers.getSetCookie().join()).not.toContain(NAME)
  })
})
