import { type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { BASE, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { ann, NAME, session, setting, signedIn, signIn, tokenOf, userByAccount } from '../kit/database.ts'

const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

describe('a session in the database', () => {
  // proves GEN-6, SES-2, SES-4, SES-8, SES-9, P-SE-1, P-SE-2, §7.2 createSession
  // proves §7.2 getSessionAndUser, §11.2 a
  it('is found by a token that the database itself does not hold', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const token = tokenOf(browser)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await here.adapter.getSessionAndUser?.(token)).toBeNull()
    const clear = setting({
      session: { hashToken: false, generateSessionToken: () => 'made by the application' },
    })
    await signedIn(clear)
    expect(await clear.adapter.getSessionAndUser?.('made by the application')).toMatchObject({
      user: { name: 'Ann' },
    })
  })

  // proves USR-6, CB-11, P-SE-7, P-IN-4, §13.2, §13.3, §20 Q-26
  it('shows name, e-mail and image, even when the callback returns what it is given', async () => {
    const given: unknown[] = []
    const here = setting({
      callbacks: {
        session: (params) => {
          given.push(params)
          return params.session
        },
      },
    })
    const shown = await session(await signedIn(here))
    expect(shown).toEqual({
      user: { name: 'Ann', email: 'ann@example.com', image: ann.picture },
      expires: expect.any(String),
    })
    expect(given).toEqual([{ session: shown, user: await userByAccount(here) }])
  })

  // proves SES-5, SES-6, LIM-2, §7.2 updateSession, §13 refreshed, §13.2 a
  it('writes nothing while it is fresh; after updateAge row and cookie end later', async () => {
    const here = setting()
    const browser = await signedIn(here)
    expect((await browser.get(`${BASE}/session`)).headers.getSetCookie()).toEqual([])
    vi.useFakeTimers({ now: Date.now() + (DAY + 1) * 1000, toFake: ['Date'] })
    const response = await browser.get(`${BASE}/session`)
    expect(response.headers.getSetCookie()).toHaveLength(1)
    const { expires } = (await response.json()) as { expires: string }
    expect(Date.parse(expires)).toBe(Date.now() + 30 * DAY * 1000)
    const caller = {
      headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }),
      canWrite: false,
    }
    expect((await createAuth(here.app.config).session(caller)).session?.expires).toBe(expires)
  })

  // proves SES-5, LIM-1, P-SE-5, P-SE-6, §7.2 deleteSession, §13 expired, §13.2
  it('ends with its time, and its row with it', async () => {
    const deleted: unknown[] = []
    const adapter = watched(memory(), (method, args) => method === 'deleteSession' && deleted.push(args))
    const browser = await signedIn(setting({ session: { maxAge: 60 } }, adapter))
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    expect(await session(browser)).toBeNull()
    expect(deleted).toHaveLength(1)
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves P-SE-5
  it.each([
    ['no date', 'x'],
    ['nothing', undefined],
  ])('that ends at %s is over', async (_, expires) => {
    const base = memory()
    const adapter: Adapter = {
      ...base,
      getSessionAndUser: async (token) => {
        const found = await base.getSessionAndUser?.(token)
        return found ? { ...found, session: { ...found.session, expires: expires as unknown as Date } } : null
      },
    }
    expect(await session(await signedIn(setting({}, adapter)))).toBeNull()
  })

  // proves P-SE-3
  it('of the same browser is replaced by a new sign-in', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const stolen = new Browser(here.app)
    stolen.plant(ORIGIN, NAME, tokenOf(browser))
    await signIn(here, browser)
    expect(await session(browser)).not.toBeNull()
    expect(await session(stolen)).toBeNull()
  })

  // proves ST-11, EV-8, P-SE-4, §7.2 deleteSession, §13 ended, §13.5
  it('is over after signing out, also for who kept the cookie', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const kept = new Browser(here.app)
    kept.plant(ORIGIN, NAME, tokenOf(browser))
    await browser.post(`${BASE}/signout`)
    expect([await session(browser), await session(kept)]).toEqual([null, null])
    expect(here.told.at(-1)).toEqual([
      'signOut',
      { session: expect.objectContaining({ userId: (await userByAccount(here))?.id }) },
    ])
  })

  // proves CB-11, §13.2 b, §13.4
  it('is updated by the application’s own callback', async () => {
    const here = setting({
      callbacks: {
        session: ({ session, newSession, trigger }) => ({
          ...session,
          nickname: trigger === 'update' ? newSession.nickname : undefined,
        }),
      },
    })
    const browser = await signedIn(here)
    const headers = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
    const response = await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { nickname: 'Annie' } }),
    })
    expect(await response.json()).toMatchObject({ nickname: 'Annie' })
  })

  it('takes one query to read', async () => {
    const asked: string[] = []
    const counting = watched(memory(), (method) => asked.push(method))
    const browser = await signedIn(setting({}, counting))
    asked.length = 0
    await session(browser)
    expect(asked).toEqual(['getSessionAndUser'])
  })
})
