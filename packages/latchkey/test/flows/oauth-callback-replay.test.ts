import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import {
  begin,
  callback,
  plainOAuth,
  refused,
  session,
  setting,
  transactions,
} from '../kit/oauth-callback.ts'

describe('a callback works once', () => {
  // proves P-OA-4, §5.5
  it('knows the provider that a transaction is of, whatever the answer says', async () => {
    const [mine, other] = [plainOAuth, { ...plainOAuth, id: 'other' }]
    const app = createApp({ providers: [mine, other] })
    const browser = new Browser(app)
    const state = new URL(await begin(browser, 'plain')).searchParams.get('state') ?? ''
    await browser.get(`${BASE}/callback/other?code=x&state=${state}`)
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidCheck',
      message: expect.stringContaining('another provider'),
    })
  })

  // proves P-OA-1
  it('takes a transaction for no other state than its own, whatever its cookie is named', async () => {
    const here = setting()
    await begin(here.browser)
    const [first] = here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    const second = await begin(here.browser)
    const [, cookie] = here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    here.browser.plant(ORIGIN, cookie?.name ?? '', first?.value ?? '')
    expect(await refused(here, await here.browser.get(here.idp.agree(second).href))).toBe(
      '/auth/error?error=Configuration InvalidCheck',
    )
  })

  // proves P-CS-6, P-HT-1
  it('HEAD uses nothing up', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    const head = await here.browser.send(answer, { method: 'HEAD' })
    expect([head.status, head.headers.get('location'), head.headers.getSetCookie()]).toEqual([200, null, []])
    expect((await here.browser.get(answer)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves P-OA-8
  it('an answer that is brought again with its cookie kept is refused before the provider is asked', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    const kept = here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('.transaction.'))
    await here.browser.get(answer)
    for (const { name, value } of kept) here.browser.plant(ORIGIN, name, value)
    const again = await here.browser.get(answer)
    expect(again.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(again.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
    expect(here.idp.tokenRequests).toHaveLength(1)
  })

  // proves P-OA-8, P-CC-1
  it('of ten answers at once one signs in, and all go to the same place', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    const responses = await Promise.all(Array.from({ length: 10 }, () => here.browser.get(answer)))
    expect(new Set(responses.map((response) => response.headers.get('location')))).toEqual(
      new Set([`${ORIGIN}/after`]),
    )
    expect(
      responses.filter((response) =>
        response.headers.getSetCookie().some((cookie) => cookie.includes('session-token')),
      ),
    ).toHaveLength(1)
    expect(here.idp.tokenRequests).toHaveLength(1)
  })

  // proves P-CS-5
  it.each(['iframe', 'image', 'empty'])(
    'an answer that is loaded as %s signs nobody in, and can still be opened',
    async (destination) => {
      const here = setting()
      const answer = here.idp.agree(await begin(here.browser)).href
      await here.browser.get(answer, { 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' })
      expect(here.app.errors).toEqual(['InvalidCheck'])
      expect((await here.browser.get(answer, { 'sec-fetch-dest': 'document' })).headers.get('location')).toBe(
        `${ORIGIN}/after`,
      )
    },
  )

  // proves P-OA-1, §5.5, §10.2 l
  it('uses an answer up: the same again gets nothing', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser)).href
    await here.browser.get(answer)
    const again = await here.browser.get(answer)
    expect(again.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration/)
    expect(here.app.errors).toEqual(['InvalidCheck'])
    expect(here.idp.tokenRequests).toHaveLength(1)
    // Who is signed in already stays it.
    expect(await session(here.browser)).not.toBeNull()
  })

  // proves P-OA-1, §20 Q-18
  it('uses a transaction up whatever comes of it', async () => {
    const here = setting({ claims: { nonce: 'x' } })
    await callback(here)
    expect(transactions(here.browser)).toEqual([])
  })
})
