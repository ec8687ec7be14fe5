import { slow } from '@latchkey/test-support/kit/adapter.ts'
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
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { TokenSet } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

describe('account linking', () => {
  // proves P-AL-3, EV-5, §7.2 linkAccount, §11.2 7
  it('links the account of a second provider to the signed-in user who started the sign-in', async () => {
    const setup = setUp()
    const browser = await signedIn(setup)
    setup.events.length = 0
    await signIn(setup, browser, { ...ann, sub: 'other', email: 'other@example.com' }, 'second')
    const user = await userByAccount(setup)
    expect(await userByAccount(setup, 'second', 'other')).toEqual(user)
    expect(setup.events.map(({ name }) => name)).toEqual(['linkAccount', 'signIn'])
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  // proves EV-5
  it('reports the account in the event as `account` of the provider selects it', async () => {
    const idp = createIdp()
    const account = (tokens: TokenSet): Partial<TokenSet> => ({ access_token: tokens.access_token })
    const setup = { ...setUp({ providers: [oidcFor(idp, { account })] }), idp }
    await signIn(setup)
    const reported = setup.events
      .filter(({ name }) => name === 'linkAccount')
      .map(({ message }) => (message as { account: object }).account)
    const selected = { access_token: 'access token of ann' }
    expect(reported).toEqual([{ provider: 'idp', providerAccountId: 'ann', type: 'oidc', ...selected }])
  })

  // proves P-AL-3, P-SE-3
  it('creates another user for a sign-in that was started before the user signed in', async () => {
    const setup = setUp()
    const browser = new Browser(setup.app)
    const start = await browser.post(`${BASE}/signin/second`)
    await signIn(setup, browser)
    const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
    await browser.get(setup.idp.agree(start.headers.get('location') ?? '', bob).href)
    expect((await userByAccount(setup, 'second', 'bob'))?.id).not.toBe((await userByAccount(setup))?.id)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Bob' } })
  })

  // proves P-AL-5, §14 OAuthAccountNotLinked
  it('links an account to one of two users who sign in with it at the same time', async () => {
    const setup = setUp({}, slow(memory()))
    const users = [
      { sub: 'ann', name: 'Ann', email: 'ann@example.com' },
      { sub: 'bob', name: 'Bob', email: 'bob@example.com' },
    ]
    const browsers = await Promise.all(users.map((user) => signedIn(setup, user)))
    const shared = { sub: 'shared', name: 'Shared', email: 'shared@example.com' }
    const responses = await Promise.all(browsers.map((browser) => signIn(setup, browser, shared, 'second')))
    expect(responses.map((response) => response.headers.get('location')).sort()).toEqual([
      `${ORIGIN}/after`,
      `${BASE}/signin?error=OAuthAccountNotLinked`,
    ])
  })

  // proves P-AL-3, §11.2 6, §14 OAuthAccountNotLinked
  it('rejects an account that is linked to another user', async () => {
    const setup = setUp()
    await signedIn(setup, { ...ann, sub: 'bob', name: 'Bob', email: 'bob@example.com' })
    const browser = await signedIn(setup)
    const response = await signIn(setup, browser, { ...ann, sub: 'bob' })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  const allowed = { allowDangerousEmailAccountLinking: true }
  const today = new Date()
  // proves P-AL-2, §11.2 8, §14 OAuthAccountNotLinked
  it.each([
    { when: 'it is not allowed', options: {}, email_verified: true, emailVerified: today },
    {
      when: 'the provider has not verified it',
      options: allowed,
      email_verified: false,
      emailVerified: today,
    },
    {
      when: 'the provider does not send `email_verified`',
      options: allowed,
      email_verified: undefined,
      emailVerified: today,
    },
    {
      when: 'the provider sends `email_verified` as a string',
      options: allowed,
      email_verified: 'true',
      emailVerified: today,
    },
    {
      when: 'the application has not verified it',
      options: allowed,
      email_verified: true,
      emailVerified: null,
    },
  ])('does not link by e-mail address when $when', async ({ options, email_verified, emailVerified }) => {
    const setup = await withSameEmail(options, emailVerified)
    const browser = new Browser(setup.app)
    const response = await signIn(setup, browser, { ...ann, email_verified })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await readSession(browser)).toBeNull()
    expect(await userByAccount(setup)).toBeNull()
  })

  // proves P-AL-2, §8.2 j, §11.2 8, §20 Q-9
  it('links by e-mail address when it is allowed and both sides have verified it', async () => {
    const setup = await withSameEmail(allowed, new Date())
    const browser = new Browser(setup.app)
    await signIn(setup, browser, { ...ann, email_verified: true })
    expect((await userByAccount(setup))?.id).toBe('user with the same address')
    expect(setup.events.map(({ name }) => name)).toEqual(['linkAccount', 'signIn'])
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  /** An application in which a user with Ann's e-mail address exists already. */
  async function withSameEmail(options: object, emailVerified: Date | null): Promise<Setup> {
    const adapter = memory()
    const id = 'user with the same address'
    await adapter.createUser?.({ id, name: 'Ann', email: 'ann@example.com', emailVerified })
    const setup = setUp({}, adapter)
    return { ...setup, app: createApp({ ...setup.app.config, providers: [oidcFor(setup.idp, options)] }) }
  }
})
