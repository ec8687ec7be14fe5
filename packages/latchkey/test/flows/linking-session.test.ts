import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { BASE } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

import { type Setup, setUp, signedIn, signIn, tokenOf, userByAccount } from '../kit/database.ts'
import { errorOf, optionsFor, register, send, setUp as setUpPasskeys } from '../kit/passkeys.ts'
import { sessionOf } from '../kit/sign-in.ts'

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
    it('is refused under the session of another user, who stays signed in', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const callback = await start(setup, browser)
      await browser.post(`${BASE}/signout`)
      await signIn(setup, browser, bob)
      setup.events.length = 0
      const token = tokenOf(browser)
      expect(errorOf(await browser.get(callback))).toBe('OAuthAccountNotLinked')
      expect(await userByAccount(setup, 'second', 'other')).toBeNull()
      expect(await setup.adapter.getUserByEmail?.('other@example.com')).toBeNull()
      expect(setup.events).toEqual([])
      expect({ token: tokenOf(browser), session: await sessionOf(browser) }).toEqual({
        token,
        session: expect.objectContaining({ user: expect.objectContaining({ name: 'Bob' }) }),
      })
    })

    // proves AUD-D4, P-AL-3
    it('is refused without a session, and creates no second user', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const callback = await start(setup, browser)
      await browser.post(`${BASE}/signout`)
      expect(errorOf(await browser.get(callback))).toBe('OAuthAccountNotLinked')
      expect(await setup.adapter.getUserByEmail?.('other@example.com')).toBeNull()
      expect(await sessionOf(browser)).toBeNull()
    })

    // proves AUD-D4, P-AL-3
    it('is refused even if the account is known: it signs in neither its user nor another', async () => {
      const setup = setUp({ session: { strategy } })
      await signIn(setup, undefined, bob, 'second')
      const browser = await signedIn(setup)
      const callback = await start(setup, browser, 'bob')
      await browser.post(`${BASE}/signout`)
      expect(errorOf(await browser.get(callback))).toBe('OAuthAccountNotLinked')
      expect(await sessionOf(browser)).toBeNull()
    })

    it('is completed by the same user, who signed out and in again meanwhile', async () => {
      const setup = setUp({ session: { strategy } })
      const browser = await signedIn(setup)
      const callback = await start(setup, browser)
      await browser.post(`${BASE}/signout`)
      await signIn(setup, browser)
      expect(errorOf(await browser.get(callback))).toBeNull()
      expect(await userByAccount(setup, 'second', 'other')).toEqual(await userByAccount(setup))
    })

    // proves AUD-D4, P-WA-5
    it('is refused with a passkey of another user', async () => {
      const { app, browser } = setUpPasskeys({ config: { session: { strategy } } })
      const { passkey } = await register(new Browser(app), 'ann@example.com')
      await register(browser, 'bob@example.com')
      const { options } = await optionsFor(browser, { action: 'authenticate' })
      await browser.post(`${BASE}/signout`)
      expect(errorOf(await send(browser, 'authenticate', await passkey.get(options)))).toBe(
        'AccountNotLinked',
      )
      expect(await sessionOf(browser)).toBeNull()
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
  expect(errorOf(await browser.get(await start(setup, browser)))).toBeNull()
  expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Other' } })
})
