import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  INVALID_CHECK,
  plainOAuth,
  readRejection,
  setUp,
  signIn,
  startSignIn,
  transactionCookies,
} from '@latchkey/test-support/kit/oauth-callback.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { describe, expect, it } from 'vitest'

describe('the transaction of an OAuth sign-in', () => {
  // proves P-OA-4, §5.5
  it('is rejected at the callback of another provider', async () => {
    const [mine, other] = [plainOAuth, { ...plainOAuth, id: 'other' }]
    const app = createApp({ providers: [mine, other] })
    const browser = new Browser(app)
    const state = new URL(await startSignIn(browser, 'plain')).searchParams.get('state') ?? ''
    await browser.get(`${BASE}/callback/other?code=x&state=${state}`)
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidCheck',
      message: expect.stringContaining('another provider'),
    })
  })

  // proves P-OA-1
  it('is rejected for a state other than its own, even in the cookie of that state', async () => {
    const setup = setUp()
    await startSignIn(setup.browser)
    const [first] = setup.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    const second = await startSignIn(setup.browser)
    const [, cookie] = setup.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    setup.browser.plant(ORIGIN, cookie?.name ?? '', first?.value ?? '')
    expect(await readRejection(setup, await setup.browser.get(setup.idp.agree(second).href))).toEqual(
      INVALID_CHECK,
    )
  })

  // proves P-CS-6, P-HT-1
  it('is not used up by HEAD', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(setup.browser)).href
    const head = await setup.browser.send(redirect, { method: 'HEAD' })
    expect({
      status: head.status,
      location: head.headers.get('location'),
      cookies: head.headers.getSetCookie(),
    }).toEqual({ status: 200, location: null, cookies: [] })
    expect((await setup.browser.get(redirect)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves P-OA-8
  it('does not sign in again from a stored cookie, and does not contact the provider', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(setup.browser)).href
    const kept = setup.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    await setup.browser.get(redirect)
    for (const { name, value } of kept) setup.browser.plant(ORIGIN, name, value)
    const again = await setup.browser.get(redirect)
    expect(again.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(again.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
    expect(setup.idp.tokenRequests).toHaveLength(1)
  })

  // proves P-OA-8, P-CC-1
  it('lets one of ten simultaneous callbacks sign in, and redirects all to the same URL', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(setup.browser)).href
    const responses = await Promise.all(Array.from({ length: 10 }, () => setup.browser.get(redirect)))
    expect(new Set(responses.map((response) => response.headers.get('location')))).toEqual(
      new Set([`${ORIGIN}/after`]),
    )
    expect(
      responses.filter((response) =>
        response.headers.getSetCookie().some((cookie) => cookie.includes('session-token')),
      ),
    ).toHaveLength(1)
    expect(setup.idp.tokenRequests).toHaveLength(1)
  })

  // proves P-CS-5
  it.each(['iframe', 'image', 'empty'])(
    'is not used up when the callback is loaded as %s',
    async (destination) => {
      const setup = setUp()
      const redirect = setup.idp.agree(await startSignIn(setup.browser)).href
      await setup.browser.get(redirect, { 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' })
      expect(setup.app.errors).toEqual(['InvalidCheck'])
      expect(
        (await setup.browser.get(redirect, { 'sec-fetch-dest': 'document' })).headers.get('location'),
      ).toBe(`${ORIGIN}/after`)
    },
  )

  // proves P-OA-1, §5.5, §10.2 l
  it('is removed after use: the same callback fails the second time', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(setup.browser)).href
    await setup.browser.get(redirect)
    const again = await setup.browser.get(redirect)
    expect(again.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration/)
    expect(setup.app.errors).toEqual(['InvalidCheck'])
    expect(setup.idp.tokenRequests).toHaveLength(1)
    // The user who is signed in stays signed in.
    expect(await readSession(setup.browser)).not.toBeNull()
  })

  // proves P-OA-1, §20 Q-18
  it('is also removed when the sign-in fails', async () => {
    const setup = setUp({ claims: { nonce: 'x' } })
    await signIn(setup)
    expect(transactionCookies(setup.browser)).toEqual([])
  })
})
