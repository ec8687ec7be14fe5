import type { AuthConfig } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { type Setup, setUp, signedIn, signIn, userByAccount } from '../kit/database.ts'
import { sessionOf } from '../kit/sign-in.ts'

const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
const annAtSecond = { sub: 'ann-2', name: 'Ann', email: 'ann@work.example' }

/**
 * Signs in at the second provider, with a field of the form.
 *
 * @returns the response to the callback
 */
async function signInAtSecond(
  { idp }: Setup,
  browser: Browser,
  fields: Record<string, string>,
  profile: Record<string, unknown> = annAtSecond,
): Promise<Response> {
  const start = await browser.post(`${BASE}/signin/second`, { callbackUrl: '/after', ...fields })
  return browser.get(idp.agree(start.headers.get('location') ?? '', profile).href)
}

async function idOf(setup: Setup, provider: string, id: string): Promise<string | undefined> {
  return (await userByAccount(setup, provider, id))?.id
}

async function nameOf(browser: Browser): Promise<unknown> {
  return ((await sessionOf(browser)) as { user?: { name?: string } } | null)?.user?.name
}

describe.each(['jwt', 'database'] as const)('with the strategy %s', (strategy) => {
  const explicit: Partial<AuthConfig> = { session: { strategy }, account: { linking: 'explicit' } }

  // proves TOK-14
  it('`link` links an account with `account.linking: "explicit"`', async () => {
    const setup = setUp(explicit)
    const browser = await signedIn(setup)
    const response = await signInAtSecond(setup, browser, { link: 'true' })
    expect(response.headers.get('location')).toContain('/after')
    expect(await idOf(setup, 'second', 'ann-2')).toBe(await idOf(setup, 'idp', 'ann'))
    expect(await nameOf(browser)).toBe('Ann')
  })

  // proves TOK-14
  it('another sign-in switches to the user of the account with "explicit"', async () => {
    const setup = setUp(explicit)
    await signIn(setup, undefined, bob, 'second')
    const browser = await signedIn(setup)
    await signInAtSecond(setup, browser, {}, bob)
    expect(await nameOf(browser)).toBe('Bob')
    expect(await idOf(setup, 'second', 'bob')).not.toBe(await idOf(setup, 'idp', 'ann'))
  })

  // proves TOK-14
  it.each<Record<string, string>>([{}, { link: 'false' }])(
    'another sign-in creates a user for a new account with "explicit": %o',
    async (fields) => {
      const setup = setUp(explicit)
      const browser = await signedIn(setup)
      const copy = new Browser(setup.app)
      for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
      expect(await nameOf(copy)).toBe('Ann')
      await signInAtSecond(setup, browser, fields, bob)
      expect(await nameOf(browser)).toBe('Bob')
      expect(await idOf(setup, 'second', 'bob')).not.toBe(await idOf(setup, 'idp', 'ann'))
      // The session of the previous user ended.
      expect(await sessionOf(copy)).toBeNull()
    },
  )

  // proves TOK-14
  it.each([undefined, 'signed-in'] as const)(
    'a session is enough with `account.linking: %s`',
    async (linking) => {
      const setup = setUp({ session: { strategy }, ...(linking && { account: { linking } }) })
      const browser = await signedIn(setup)
      await signInAtSecond(setup, browser, {})
      expect(await idOf(setup, 'second', 'ann-2')).toBe(await idOf(setup, 'idp', 'ann'))
    },
  )

  // proves TOK-14
  it.each(['signed-in', 'explicit'] as const)(
    '`link` signs in nobody without a session, with `account.linking: "%s"`',
    async (linking) => {
      const setup = setUp({ session: { strategy }, account: { linking } })
      const browser = new Browser(setup.app)
      const start = await browser.post(`${BASE}/signin/second`, { callbackUrl: '/settings', link: 'true' })
      const url = new URL(start.headers.get('location') ?? '')
      expect(url.pathname).toBe('/auth/signin')
      expect(url.searchParams.get('error')).toBe('SessionRequired')
      expect(url.searchParams.get('callbackUrl')).toContain('/settings')
    },
  )

  // proves TOK-14
  it('`link` does not take an account from another user', async () => {
    const setup = setUp(explicit)
    await signIn(setup, undefined, bob, 'second')
    const browser = await signedIn(setup)
    const response = await signInAtSecond(setup, browser, { link: 'true' }, bob)
    expect(response.headers.get('location')).toContain('error=OAuthAccountNotLinked')
    expect(await nameOf(browser)).toBe('Ann')
  })
})

// proves TOK-14
it('`link` needs an adapter', async () => {
  const idp = createIdp()
  const app = createApp({ providers: [oidcFor(idp)], logger: { error() {} } })
  const response = await new Browser(app).post(`${BASE}/signin/idp`, { link: 'true' })
  expect(response.headers.get('location')).toContain('error=Configuration')
})

// proves TOK-14
it('an unknown value of `account.linking` is refused', async () => {
  const messages: string[] = []
  const { app } = setUp({
    account: { linking: 'never' as 'explicit' },
    logger: { error: ({ message }) => messages.push(message) },
  })
  expect((await new Browser(app).get(`${BASE}/signin`)).status).toBe(500)
  expect(messages.join()).toContain('`account.linking`')
})
