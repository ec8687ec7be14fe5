import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  ann,
  readToken,
  SESSION_COOKIE,
  type Setup,
  setUp,
  signedIn,
  signIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import {
  findError,
  optionsFor,
  register,
  requestOptions,
  send,
  setUp as setUpPasskeys,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig, JWT } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

/** Starts a sign-in at the second provider. @returns the URL that leads back from there */
async function start({ idp }: Setup, browser: Browser, sub = 'other'): Promise<string> {
  const response = await browser.post(`${BASE}/signin/second`, { callbackUrl: '/after' })
  const claims = { sub, name: 'Other', email: 'other@example.com' }
  return idp.agree(response.headers.get('location') ?? '', claims).href
}

describe.each(['jwt', 'database'] as const)(
  'a sign-in that a signed-in user started, with the strategy %s',
  (strategy) => {
    const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }

    // proves AUD-D4, P-AL-3, P-SE-3
    it('is rejected in the session of another user, who stays signed in', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const callback = await start(setup, browser)
      await browser.post(`${BASE}/signout`)
      await signIn(setup, browser, bob)
      setup.events.length = 0
      const token = readToken(browser)
      expect(findError(await browser.get(callback))).toBe('OAuthAccountNotLinked')
      expect(await userByAccount(setup, 'second', 'other')).toBeNull()
      expect(await setup.adapter.getUserByEmail?.('other@example.com')).toBeNull()
      expect(setup.events).toEqual([])
      expect({ token: readToken(browser), session: await readSession(browser) }).toEqual({
        token,
        session: expect.objectContaining({ user: expect.objectContaining({ name: 'Bob' }) }),
      })
    })

    // proves AUD-D4, P-AL-3
    it('is rejected without a session, and creates no second user', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const callback = await start(setup, browser)
      await browser.post(`${BASE}/signout`)
      expect(findError(await browser.get(callback))).toBe('OAuthAccountNotLinked')
      expect(await setup.adapter.getUserByEmail?.('other@example.com')).toBeNull()
      expect(await readSession(browser)).toBeNull()
    })

    // proves AUD-D4, P-AL-3
    it('is rejected even if the account is known, and signs no user in', async () => {
      const setup = setUp({ session: { strategy } })
      await signIn(setup, undefined, bob, 'second')
      const browser = await signedIn(setup)
      const callback = await start(setup, browser, 'bob')
      await browser.post(`${BASE}/signout`)
      expect(findError(await browser.get(callback))).toBe('OAuthAccountNotLinked')
      expect(await readSession(browser)).toBeNull()
    })

    // With `form_post`, browsers send the cookie of the transaction, and none of the session.
    it('signs the same user in again without a session, if the account is their own', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
      const callback = setup.idp.agree(started.headers.get('location') ?? '', ann).href
      await browser.post(`${BASE}/signout`)
      expect(findError(await browser.get(callback))).toBeNull()
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    it('is completed by the same user, who signed out and in again in the meantime', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const callback = await start(setup, browser)
      await browser.post(`${BASE}/signout`)
      await signIn(setup, browser)
      expect(findError(await browser.get(callback))).toBeNull()
      expect(await userByAccount(setup, 'second', 'other')).toEqual(await userByAccount(setup))
    })

    // proves AUD-D4, P-WA-5
    it('is rejected with a passkey of another user', async () => {
      const { app, browser } = setUpPasskeys({ config: { session: { strategy } } })
      const { passkey } = await register(new Browser(app), 'ann@example.com')
      await register(browser, 'bob@example.com')
      const { options } = await optionsFor(browser, { action: 'authenticate' })
      await browser.post(`${BASE}/signout`)
      expect(findError(await send(browser, 'authenticate', await passkey.get(options)))).toBe(
        'AccountNotLinked',
      )
      expect(await readSession(browser)).toBeNull()
    })
  },
)

// proves AUD-D4
it.each([
  ['without an adapter', undefined],
  ['with one that does not know the user of the session', memory()],
])('a signed-in user can sign in at a provider %s', async (_, adapter) => {
  const setup = setUp({ adapter, session: { strategy: 'jwt' } })
  const browser = new Browser(setup.app)
  await browser.post(`${BASE}/callback/credentials`, { email: 'a@x.test', password: 'right' })
  expect(findError(await browser.get(await start(setup, browser)))).toBeNull()
  expect(await readSession(browser)).toMatchObject({ user: { name: 'Other' } })
})

// proves AUD-D4, P-SE-6
it.each(['jwt', 'database'] as const)(
  'an expired session links no account, with the strategy %s',
  async (strategy) => {
    const setup = setUp({ session: { strategy, maxAge: 60 } })
    const browser = await signedIn(setup)
    const callback = await start(setup, browser)
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(findError(await browser.get(callback))).toBe('OAuthAccountNotLinked')
    expect(await userByAccount(setup, 'second', 'other')).toBeNull()
  },
)

describe('a session that the `jwt` callback ended', () => {
  let verdict: 'keep' | 'end' | 'throw'
  beforeEach(() => {
    verdict = 'keep'
  })

  const jwtConfig: Partial<AuthConfig> = {
    session: { strategy: 'jwt' },
    callbacks: {
      jwt({ token, account }): JWT | null {
        if (account || verdict === 'keep') return token
        if (verdict === 'throw') throw new Error('the database is down')
        return null
      },
    },
  }

  // proves AUD-F5, P-SE-6, P-AL-3
  it('links no account to its user, and ends for every copy of its cookie', async () => {
    const setup = setUp(jwtConfig)
    const browser = await signedIn(setup)
    const thief = new Browser(setup.app)
    thief.plant(ORIGIN, SESSION_COOKIE, readToken(browser))
    verdict = 'end'
    await thief.get(await start(setup, thief))
    expect(await userByAccount(setup, 'second', 'other')).toMatchObject({ email: 'other@example.com' })
    verdict = 'keep'
    expect(await readSession(browser)).toBeNull()
  })

  // proves AUD-F5, P-SE-6, P-AL-3
  it('links no account whose sign-in was already in progress', async () => {
    const setup = setUp(jwtConfig)
    const browser = await signedIn(setup)
    const callback = await start(setup, browser)
    verdict = 'end'
    expect(findError(await browser.get(callback))).toBe('OAuthAccountNotLinked')
    expect(await userByAccount(setup, 'second', 'other')).toBeNull()
  })

  // proves AUD-F5
  it('stays if the callback throws instead, and nothing is linked', async () => {
    const setup = setUp(jwtConfig)
    const browser = await signedIn(setup)
    const callback = await start(setup, browser)
    verdict = 'throw'
    expect(findError(await browser.post(`${BASE}/signin/second`))).toBe('Configuration')
    expect(findError(await browser.get(callback))).toBe('Configuration')
    expect(setup.app.errors).toEqual(['SessionError', 'SessionError'])
    expect(await userByAccount(setup, 'second', 'other')).toBeNull()
    verdict = 'keep'
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves AUD-F5
  it('is not needed for a callback that changes the token: the change is kept', async () => {
    const uses: unknown[] = []
    const setup = setUp({
      session: { strategy: 'jwt' },
      callbacks: {
        // As a refresh token that the provider accepts once.
        jwt({ token, account }) {
          if (!account) uses.push(token.refreshToken)
          return { ...token, refreshToken: uses.length }
        },
      },
    })
    const browser = await signedIn(setup)
    await start(setup, browser)
    await start(setup, browser)
    expect(uses).toEqual([0, 1])
  })

  // proves AUD-F5, P-WA-5
  it('adds no passkey, whether it ended before the challenge or afterwards', async () => {
    const { adapter, browser } = setUpPasskeys({
      config: { ...jwtConfig, callbacks: { ...jwtConfig.callbacks, session: ({ session }) => session } },
    })
    await adapter.createUser?.({ id: 'ann', email: 'ann@example.com', emailVerified: null })
    const enter = () => browser.post(`${BASE}/callback/credentials`, { email: 'a@x.test', password: 'right' })
    await enter()
    const { options } = await optionsFor(browser, { action: 'register' })
    const credential = await (await createPasskey(ORIGIN)).create(options)
    verdict = 'end'
    expect(findError(await send(browser, 'register', credential))).toBe('WebAuthnVerificationError')
    await enter()
    expect((await requestOptions(browser, { action: 'register' })).status).toBe(400)
    expect(await adapter.listAuthenticatorsByUserId?.('ann')).toEqual([])
  })
})
