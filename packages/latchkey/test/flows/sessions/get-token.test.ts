import { type App, BASE, createApp, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { encode, getToken } from 'latchkey/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'

const NAME = '__Secure-latchkey.session-token'

const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

const paramsFor = (cookie: string) => ({ req: { headers: { cookie } }, secret: SECRET, secureCookie: true })

async function setUp(): Promise<{ app: App; store: ReturnType<typeof memoryStore> }> {
  const store = memoryStore()
  return { app: createApp({ store, baseUrl: ORIGIN }), store }
}

describe('`getToken` with the store of the configuration', () => {
  // proves AUD-F17, P-SE-4
  it('rejects the copy of a cookie after sign-out, and accepts other sessions', async () => {
    const { app, store } = await setUp()
    const [browser, other] = [await signedIn(app), await signedIn(app)]
    const copy = paramsFor(moveTo(app, browser).cookiesFor(ORIGIN))
    expect(await getToken({ ...copy, store })).toMatchObject({ sub: 'ann' })
    await browser.post(`${BASE}/signout`)
    expect(await getToken({ ...copy, store })).toBeNull()
    expect(await getToken(copy)).toMatchObject({ sub: 'ann' })
    expect(await getToken({ ...paramsFor(other.cookiesFor(ORIGIN)), store })).toMatchObject({ sub: 'ann' })
  })

  // proves AUD-F17, P-SE-10
  it('rejects all tokens of a user whose sessions were revoked, including bearer tokens', async () => {
    const { app, store } = await setUp()
    const browser = await signedIn(app)
    const [, token = ''] = browser.cookiesFor(ORIGIN).split('=')
    const bearer = { ...paramsFor(''), req: { headers: { authorization: `Bearer ${token}` } } }
    expect(await getToken({ ...bearer, store })).toMatchObject({ sub: 'ann' })
    await createAuth(app.config).revokeSessions('ann')
    expect(await getToken({ ...bearer, store })).toBeNull()
  })

  it.each(['jwt', 'database'] as const)(
    'rejects revoked tokens of the application for as long as they live, with the strategy %s',
    async (strategy) => {
      vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
      const store = memoryStore()
      const adapter = memory()
      const { config } = createApp({ store, adapter, session: { strategy, maxAge: 8 * 3600 } })
      const keys = { secret: SECRET, salt: 'api-token' }
      const isValid = async (token: string) => {
        const req = { headers: { authorization: `Bearer ${token}` } }
        return (await getToken({ ...keys, req, store })) !== null
      }
      const short = await encode({ ...keys, token: { sub: 'ann' }, maxAge: 30 * DAY })
      const long = await encode({ ...keys, token: { sub: 'ann' }, maxAge: 1000 * DAY })
      const other = await encode({ ...keys, token: { sub: 'ben' }, maxAge: 1000 * DAY })
      await createAuth(config).revokeSessions('ann')
      for (const days of [0, 1, 29, 399, 401, 999]) {
        vi.setSystemTime(1_800_000_000_000 + days * DAY * 1000)
        expect({ days, short: await isValid(short), long: await isValid(long) }).toEqual({
          days,
          short: false,
          long: false,
        })
        expect(await isValid(other)).toBe(days < 400)
      }
    },
  )

  // proves AUD-F17
  it('accepts a token of another tool without `jti` and `sub`', async () => {
    const decode = async () => ({ name: 'Ann' })
    expect(await getToken({ ...paramsFor(`${NAME}=x`), decode, store: memoryStore() })).toEqual({
      name: 'Ann',
    })
  })

  // proves AUD-F17, P-SE-9
  it('fails if the store fails, because the session is then unknown', async () => {
    const { app } = await setUp()
    const params = paramsFor((await signedIn(app)).cookiesFor(ORIGIN))
    const get = async (): Promise<never> => {
      throw new Error('refused')
    }
    const failing = getToken({ ...params, store: { get } })
    await expect(failing).rejects.toMatchObject({
      type: 'StoreError',
      cause: { err: { message: 'refused' } },
    })
  })

  // proves DB-6
  it('fails if the store does not respond within a second', async () => {
    const { app } = await setUp()
    const params = paramsFor((await signedIn(app)).cookiesFor(ORIGIN))
    const get = (): Promise<never> => new Promise(() => {})
    await expect(getToken({ ...params, store: { get } })).rejects.toMatchObject({
      type: 'StoreError',
      isTimeout: true,
      isTemporary: true,
    })
  })
})

describe('`getToken` with an origin', () => {
  // proves AUD-F16
  it('rejects a token that was issued for another origin', async () => {
    const { app } = await setUp()
    const params = paramsFor((await signedIn(app)).cookiesFor(ORIGIN))
    expect(await getToken({ ...params, origin: `${ORIGIN}/path` })).toMatchObject({ sub: 'ann' })
    expect(await getToken({ ...params, origin: 'https://preview.test' })).toBeNull()
    const unbound = await encode({ token: { sub: 'ann' }, secret: SECRET, salt: NAME })
    expect(await getToken({ ...paramsFor(`${NAME}=${unbound}`), origin: ORIGIN })).toMatchObject({
      sub: 'ann',
    })
  })

  it('throws if the origin is not a URL', async () => {
    const { app } = await setUp()
    const params = paramsFor((await signedIn(app)).cookiesFor(ORIGIN))
    await expect(getToken({ ...params, origin: 'app.test' })).rejects.toThrow(/`origin`/)
  })
})
