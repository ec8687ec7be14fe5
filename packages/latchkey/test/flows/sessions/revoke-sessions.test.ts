import { watched } from '@latchkey/test-support/kit/adapter.ts'
import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, createAuth, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { decode, encode } from 'latchkey/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { serializeCookie } from '../../../src/http/cookies/set-cookie.ts'

const DAY = 24 * 60 * 60
const idp = createIdp()

afterEach(() => {
  vi.useRealTimers()
})

type Strategy = 'jwt' | 'database'

/** An application whose page ends the other sessions of the user that the form names. */
function application(strategy: Strategy, config: Partial<AuthConfig> = {}, options: object = {}): App {
  const app = createApp({
    adapter: memory(),
    session: { strategy },
    providers: [oidcFor(idp)],
    ...config,
  })
  const endOthers = async (request: Request): Promise<Response> => {
    const userId = new URL(request.url).searchParams.get('user') ?? ''
    const caller = { headers: request.headers, url: new URL(request.url), ...options }
    try {
      const { cookies } = await createAuth(app.config).revokeSessions(userId, { except: 'current', caller })
      const response = new Response('done')
      for (const cookie of cookies) response.headers.append('Set-Cookie', serializeCookie(cookie))
      return response
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  }
  return {
    ...app,
    get errors() {
      return app.errors
    },
    fetch: (request) =>
      new URL(request.url).pathname === '/end-others' ? endOthers(request) : app.fetch(request),
  }
}

async function signInAs(app: App, user = 'ann'): Promise<Browser> {
  const browser = new Browser(app)
  await signInAt(idp, browser, { claims: { sub: user, email: `${user}@example.com` } })
  return browser
}

const findId = async ({ config }: App, providerAccountId = 'ann'): Promise<string> =>
  (await config.adapter?.getUserByAccount?.({ provider: 'idp', providerAccountId }))?.id ?? ''

const endOthers = async (browser: Browser, userId: string): Promise<Response> =>
  browser.post(`${ORIGIN}/end-others?user=${encodeURIComponent(userId)}`)

/** Returns the signed-in user of each browser. */
async function findUsers<N extends string>(browsers: Record<N, Browser>): Promise<Record<N, unknown>> {
  const users = await Promise.all(
    Object.entries<Browser>(browsers).map(async ([name, browser]) => {
      const session = (await readSession(browser)) as { user: { email: string } } | null
      return [name, session?.user.email ?? null]
    }),
  )
  return Object.fromEntries(users) as Record<N, unknown>
}

const EMAIL = 'ann@example.com'

describe.each(['jwt', 'database'] as const)('ending all sessions except the current one: %s', (strategy) => {
  // proves P-SE-10
  it('keeps the current session, and ends all others and copies of the old cookie', async () => {
    const app = application(strategy)
    const [current, phone, other] = [await signInAs(app), await signInAs(app), await signInAs(app, 'ben')]
    const copy = moveTo(app, current)
    const response = await endOthers(current, await findId(app))
    expect(response.status).toBe(200)
    expect(await findUsers({ current, phone, copy, other })).toEqual({
      current: EMAIL,
      phone: null,
      copy: null,
      other: 'ben@example.com',
    })
  })

  it('keeps a session that continues: it is renewed, updated, and ends by signing out', async () => {
    const app = application(strategy)
    const current = await signInAs(app)
    await endOthers(current, await findId(app))
    const copy = moveTo(app, current)
    vi.useFakeTimers({ now: Date.now() + (DAY + 10) * 1000, toFake: ['Date'] })
    expect((await current.get(`${BASE}/session`)).headers.getSetCookie()).toHaveLength(1)
    await current.post(`${BASE}/session`, { data: 'anything' })
    expect(await findUsers({ current })).toEqual({ current: EMAIL })
    await current.post(`${BASE}/signout`)
    expect(await findUsers({ current, copy })).toEqual({ current: null, copy: null })
  })

  it('works several times in one second, and the last caller stays signed in', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
    const app = application(strategy)
    const [first, second] = [await signInAs(app), await signInAs(app)]
    const ann = await findId(app)
    for (let count = 0; count < 3; count++) {
      await endOthers(first, ann)
      expect(await findUsers({ first, second })).toEqual({ first: EMAIL, second: null })
    }
    const third = await signInAs(app)
    await endOthers(third, ann)
    expect(await findUsers({ first, third })).toEqual({ first: null, third: EMAIL })
  })

  it.each([2 * DAY, () => 2 * DAY])(
    'does not extend the session beyond `absoluteMaxAge`: %s',
    async (absoluteMaxAge) => {
      const start = 1_800_000_000_000
      vi.useFakeTimers({ now: start, toFake: ['Date'] })
      const app = application(strategy, { session: { strategy, absoluteMaxAge } })
      const current = await signInAs(app)
      vi.setSystemTime(start + DAY * 1000)
      await endOthers(current, await findId(app))
      vi.setSystemTime(start + (2 * DAY - 60) * 1000)
      expect(await findUsers({ current })).toEqual({ current: EMAIL })
      vi.setSystemTime(start + (2 * DAY + 1) * 1000)
      expect(await findUsers({ current })).toEqual({ current: null })
    },
  )

  it('ends all sessions of the user if the caller is another user, who stays signed in', async () => {
    const app = application(strategy)
    const [admin, ann] = [await signInAs(app, 'admin'), await signInAs(app)]
    const before = admin.cookiesFor(ORIGIN)
    expect((await endOthers(admin, await findId(app))).headers.getSetCookie()).toEqual([])
    expect(await findUsers({ admin, ann })).toEqual({ admin: 'admin@example.com', ann: null })
    expect(admin.cookiesFor(ORIGIN)).toBe(before)
  })

  it('ends all sessions of the user if the caller is signed out', async () => {
    const app = application(strategy)
    const ann = await signInAs(app)
    expect((await endOthers(new Browser(app), await findId(app))).status).toBe(200)
    expect(await findUsers({ ann })).toEqual({ ann: null })
  })

  it('ends nothing where cookies cannot be set, and names the reason', async () => {
    const app = application(strategy, {}, { canWrite: false })
    const [current, phone] = [await signInAs(app), await signInAs(app)]
    const response = await endOthers(current, await findId(app))
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('where cookies cannot be set, so no session was ended')
    expect(await findUsers({ current, phone })).toEqual({ current: EMAIL, phone: EMAIL })
  })

  it('rejects a cross-origin form', async () => {
    const app = application(strategy)
    const [current, phone] = [await signInAs(app), await signInAs(app)]
    const headers = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
    const response = await current.post(`${ORIGIN}/end-others?user=${await findId(app)}`, {}, headers)
    expect(response.status).toBe(500)
    expect(app.errors).toContain('MissingCSRF')
    expect(await findUsers({ current, phone })).toEqual({ current: EMAIL, phone: EMAIL })
  })

  it('ends nothing with unknown options', async () => {
    const app = application(strategy)
    const current = await signInAs(app)
    const auth = createAuth(app.config)
    const ann = await findId(app)
    for (const options of [{ except: true }, { except: 'others' }, { except: 'current' }])
      await expect(auth.revokeSessions(ann, options as never)).rejects.toThrow(/`except`|`caller`/)
    expect(await findUsers({ current })).toEqual({ current: EMAIL })
  })

  it('does not remove the new cookie in response to a request that was sent with the old one', async () => {
    const app = application(strategy)
    const current = await signInAs(app)
    const late = moveTo(app, current)
    await endOthers(current, await findId(app))
    // The browser sent this request before it received the new cookie.
    const response = await late.get(`${BASE}/session`)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ['Date'] })
    const muchLater = await late.get(`${BASE}/session`)
    expect(muchLater.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  })
})

// proves P-SE-10
it('writes no session token into the store where the database has it in plaintext', async () => {
  const written: string[] = []
  const memory = memoryStore()
  const store: Store = {
    ...memory,
    set(key, value, seconds) {
      written.push(key, value)
      return memory.set(key, value, seconds)
    },
  }
  const app = application('database', { store, session: { strategy: 'database', hashToken: false } })
  const [current, phone] = [await signInAs(app), await signInAs(app)]
  const copy = moveTo(app, current)
  await endOthers(current, await findId(app))
  const [token = ''] = current
    .cookies(ORIGIN)
    .flatMap(({ name, value }) => (/session/.test(name) ? value : []))
  expect(token.length).toBeGreaterThan(20)
  expect(written).not.toEqual([])
  expect(written.filter((text) => text.includes(token))).toEqual([])
  expect(await findUsers({ current, phone })).toEqual({ current: EMAIL, phone: null })
  // A sign-out that was sent with the previous token ends the session that replaced it.
  await copy.post(`${BASE}/signout`)
  expect(await findUsers({ current })).toEqual({ current: null })
})

it('a user can sign in after all sessions were ended many times in one second', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = application('jwt')
  const before = await signInAs(app)
  const { revokeSessions } = createAuth(app.config)
  for (let call = 0; call < 40; call++) await revokeSessions(await findId(app))
  expect(await readSession(before)).toBeNull()
  const after = await signInAs(app)
  expect(await readSession(after)).not.toBeNull()
  vi.setSystemTime(Date.now() + 1000)
  await revokeSessions(await findId(app))
  expect(await readSession(after)).toBeNull()
})

describe('ending all sessions except the current one', () => {
  it('keeps the claims of the token, even with custom `jwt` functions', async () => {
    const secret = 'a secret of the application for its own tokens'
    for (const jwt of [
      undefined,
      {
        encode: (params: Parameters<typeof encode>[0]) => encode({ ...params, secret }),
        decode: (params: Parameters<typeof decode>[0]) => decode({ ...params, secret }),
      },
    ]) {
      const app = application('jwt', {
        ...(jwt && { jwt }),
        callbacks: {
          jwt: ({ token, user }) => (user ? { ...token, role: 'admin' } : token),
          session: ({ session, token }) => ({ ...session, role: token.role }),
        },
      })
      const current = await signInAs(app)
      const copy = moveTo(app, current)
      await endOthers(current, await findId(app))
      expect(await readSession(current)).toMatchObject({ role: 'admin', user: { email: EMAIL } })
      expect(await findUsers({ copy })).toEqual({ copy: null })
    }
  })

  it('gives the kept session a new id and start', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
    const app = application('jwt')
    const current = await signInAs(app)
    const claims = async () => {
      const { name = '', value = '' } =
        current.cookies(ORIGIN).find(({ name }) => name.includes('session')) ?? {}
      return decode({ token: value, salt: name, secret: SECRET })
    }
    const before = await claims()
    await endOthers(current, await findId(app))
    const after = await claims()
    expect(after?.sub).toBe(before?.sub)
    expect(after?.jti).not.toBe(before?.jti)
    expect(after?.iat).toBe(1_800_000_001)
  })

  it.each([
    { name: 'memory', adapter: () => memory() },
    { name: 'sqlite', adapter: () => sqlite(':memory:') },
  ])('stores one session in the database afterwards: $name', async ({ adapter: create }) => {
    const calls: string[] = []
    const adapter = watched(create(), (method) => calls.push(method))
    const app = application('database', { adapter })
    const [current] = [await signInAs(app), await signInAs(app)]
    calls.length = 0
    await endOthers(current, await findId(app))
    expect(calls.filter((name) => name.includes('Session'))).toEqual([
      'getSessionAndUser',
      'deleteSessionsByUserId',
      'createSession',
    ])
    expect(await findUsers({ current })).toEqual({ current: EMAIL })
  })

  it('fails if the new session cannot be stored, and then all sessions have ended', async () => {
    let isBroken = false
    const adapter = watched(memory(), (method) => {
      if (isBroken && method === 'createSession') throw new Error('the disk is full')
    })
    const app = application('database', { adapter })
    const [current, phone] = [await signInAs(app), await signInAs(app)]
    isBroken = true
    expect((await endOthers(current, await findId(app))).status).toBe(500)
    expect(await findUsers({ current, phone })).toEqual({ current: null, phone: null })
  })

  it('fails and ends nothing if the session cannot be read, or the adapter lacks a method', async () => {
    let isBroken = false
    const adapter = watched(memory(), (method) => {
      if (isBroken && method === 'getSessionAndUser') throw new Error('the database is down')
    })
    const { deleteSessionsByUserId: _, ...incomplete } = adapter
    for (const database of [adapter, incomplete as Adapter]) {
      const app = application('database', { adapter: database })
      const [current, phone] = [await signInAs(app), await signInAs(app)]
      const ann = await findId(app)
      isBroken = database === adapter
      expect((await endOthers(current, ann)).status).toBe(500)
      isBroken = false
      expect(await findUsers({ current, phone })).toEqual({ current: EMAIL, phone: EMAIL })
    }
  })
})
