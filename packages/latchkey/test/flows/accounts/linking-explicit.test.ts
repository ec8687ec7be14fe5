import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  ann,
  type Setup,
  setUp,
  signedIn,
  signIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import { INTEGRATIONS } from '@latchkey/test-support/kit/integrations.ts'
import { openPage } from '@latchkey/test-support/kit/page.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
const explicit: Partial<AuthConfig> = { account: { linking: 'explicit' } }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Signs in at the second provider, with a field `link`. @returns the response to the callback */
async function link(
  { idp }: Setup,
  browser: Browser,
  { profile = bob, link: value }: { profile?: typeof bob; link?: string | undefined } = {},
): Promise<Response> {
  const fields = { callbackUrl: '/after', ...(value !== undefined && { link: value }) }
  const start = await browser.post(`${BASE}/signin/second`, fields)
  return browser.get(idp.agree(start.headers.get('location') ?? '', profile).href)
}

const AFTER = encodeURIComponent(`${ORIGIN}/after`)
const SIGN_IN_FIRST = `${BASE}/signin?callbackUrl=${AFTER}&error=SessionRequired`

describe.each(['jwt', 'database'] as const)(
  'with `account.linking: "explicit"` and %s sessions',
  (strategy) => {
    const setUpExplicit = (adapter?: Adapter): Setup => setUp({ ...explicit, session: { strategy } }, adapter)

    // proves TOK-14
    it('a sign-in with `link: true` links the account to the signed-in user', async () => {
      const setup = setUpExplicit()
      const browser = await signedIn(setup)
      const response = await link(setup, browser, { link: 'true' })
      expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
      expect(await userByAccount(setup, 'second', 'bob')).toEqual(await userByAccount(setup))
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    // proves TOK-14
    it.each([[undefined], ['false'], ['']])(
      'a sign-in with `link: %j` in a session signs in as the user of the account, and links nothing',
      async (value) => {
        const setup = setUpExplicit()
        const browser = await signedIn(setup)
        setup.events.length = 0
        await link(setup, browser, { link: value })
        expect(await readSession(browser)).toMatchObject({ user: { name: 'Bob' } })
        const [first, second] = [await userByAccount(setup), await userByAccount(setup, 'second', 'bob')]
        expect(second?.id).not.toBe(first?.id)
        expect(await setup.adapter.listAccounts?.(first?.id ?? '')).toHaveLength(1)
        // The second time, the account is known, and the session of Bob is switched to Ann's.
        await signIn(setup, browser)
        expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
      },
    )

    // proves TOK-14
    it('a sign-in ends the session of the previous user', async () => {
      const setup = setUpExplicit()
      const browser = await signedIn(setup)
      const copy = new Browser(setup.app)
      for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
      expect(await readSession(copy)).toMatchObject({ user: { name: 'Ann' } })
      await link(setup, browser)
      expect(await readSession(copy)).toBeNull()
    })

    // proves TOK-14
    it('an account with the e-mail address of the signed-in user is not linked without `link`', async () => {
      const setup = setUpExplicit()
      const browser = await signedIn(setup)
      const response = await link(setup, browser, { profile: { ...bob, email: ann.email } })
      expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
      expect(await userByAccount(setup, 'second', 'bob')).toBeNull()
    })
  },
)

describe.each(['explicit', 'signed-in'] as const)('with `account.linking: "%s"`', (linking) => {
  // proves TOK-14
  it.each(INTEGRATIONS)(
    'a form of $name with `link` links in a session, and asks a signed-out user to sign in',
    async ({ base, respond }) => {
      const idp = createIdp()
      const adapter = memory()
      const providers = [oidcFor(idp), oidcFor(idp, { id: 'second' })]
      const { config } = createApp({ providers, adapter, account: { linking } })
      const browser = new Browser({ origin: ORIGIN, fetch: (request) => respond(config, request) })
      const asked = await browser.post(`${base}/signin/second`, { callbackUrl: '/after', link: 'true' })
      const target = new URL(asked.headers.get('location') ?? '')
      expect([target.origin + target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
        `${base}/signin`,
        { callbackUrl: `${ORIGIN}/after`, error: 'SessionRequired' },
      ])
      expect(await (await browser.get(target.href)).text()).toContain('Please sign in to view this page.')
      const first = await browser.post(`${base}/signin/idp`, { callbackUrl: '/after' })
      await browser.get(idp.agree(first.headers.get('location') ?? '', ann).href)
      const second = await browser.post(`${base}/signin/second`, { callbackUrl: '/after', link: 'true' })
      await browser.get(idp.agree(second.headers.get('location') ?? '', bob).href)
      const owner = await adapter.getUserByAccount({ provider: 'idp', providerAccountId: 'ann' })
      expect(await adapter.getUserByAccount({ provider: 'second', providerAccountId: 'bob' })).toEqual(owner)
    },
  )

  // proves TOK-14
  it('signs no user in if `link` is true and there is no session', async () => {
    const setup = setUp({ account: { linking } })
    await signIn(setup, undefined, bob, 'second')
    const browser = new Browser(setup.app)
    const response = await browser.post(`${BASE}/signin/second`, { callbackUrl: '/after', link: 'true' })
    expect(response.headers.get('location')).toBe(SIGN_IN_FIRST)
    expect(await readSession(browser)).toBeNull()
  })

  // proves TOK-14
  it('refuses to link an account of another user', async () => {
    const setup = setUp({ account: { linking } })
    await signIn(setup, undefined, bob, 'second')
    const browser = await signedIn(setup)
    const response = await link(setup, browser, { link: 'true' })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves TOK-14
  it('refuses to link an account after the user has signed out at the provider', async () => {
    const setup = setUp({ account: { linking } })
    const browser = await signedIn(setup)
    const start = await browser.post(`${BASE}/signin/second`, { callbackUrl: '/after', link: 'true' })
    await browser.post(`${BASE}/signout`)
    const response = await browser.get(setup.idp.agree(start.headers.get('location') ?? '', bob).href)
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await userByAccount(setup, 'second', 'bob')).toBeNull()
  })

  // proves TOK-14
  it('takes `link: true` from server code', async () => {
    const setup = setUp({ account: { linking } })
    const browser = await signedIn(setup)
    const { signIn: start } = createAuth(setup.app.config)
    const call = { providerId: 'second', fields: { callbackUrl: '/after', link: true } }
    const headers = { host: 'app.test', origin: ORIGIN }
    expect((await start({ headers: new Headers(headers) }, call)).url).toBe(SIGN_IN_FIRST)
    const cookie = browser.cookiesFor(ORIGIN)
    const outcome = await start({ headers: new Headers({ ...headers, cookie }) }, call)
    for (const { name, value } of outcome.cookies) browser.plant(ORIGIN, name, value)
    await browser.get(setup.idp.agree(outcome.url, bob).href)
    expect(await userByAccount(setup, 'second', 'bob')).toEqual(await userByAccount(setup))
  })

  // proves TOK-14
  it('takes `link: true` from the browser client', async () => {
    const idp = createIdp()
    const app = createApp({ providers: [oidcFor(idp)], adapter: memory(), account: { linking } })
    const page = openPage(app)
    const response = await page.client.signIn('idp', { link: true, redirect: false })
    expect(new URLSearchParams(page.last.body).get('link')).toBe('true')
    expect(response).toMatchObject({ ok: false, error: 'SessionRequired', url: null })
  })
})

// proves TOK-14
it('by default, a sign-in in a session links the account, as in Auth.js', async () => {
  const setup = setUp()
  const browser = await signedIn(setup)
  await link(setup, browser)
  expect(await userByAccount(setup, 'second', 'bob')).toEqual(await userByAccount(setup))
})

// proves TOK-14
it('explains that `link: true` needs an adapter', async () => {
  const app = createApp({ providers: [oidcFor(createIdp())] })
  const response = await new Browser(app).post(`${BASE}/signin/idp`, { link: 'true' })
  expect(response.headers.get('location')).toMatch(`${BASE}/error?error=Configuration`)
  expect(app.errors).toEqual(['MissingAdapter'])
  expect(String(app.log.find(({ level }) => level === 'error')?.entry)).toMatch(
    /`link: true`.*needs a database.*Pass an `adapter`/,
  )
})

// proves TOK-14
it('an unknown value of `account.linking` is an invalid option', async () => {
  const account = { linking: 'always' as 'explicit' }
  const app = createApp({ adapter: memory(), store: memoryStore(), account })
  expect((await new Browser(app).get(`${BASE}/signin`)).status).toBe(500)
  expect(app.errors).toEqual(['InvalidOption'])
  expect(String(app.log.find(({ level }) => level === 'error')?.entry)).toContain(
    '`account.linking` is neither "signed-in" nor "explicit". Set it to one of them, or omit it.',
  )
})
