import { BASE, createIdp } from '@latchkey/test-support/kit/app.ts'
import {
  ANN,
  browserWith,
  logOut,
  STRATEGIES,
  sendToken,
  setUpLogout,
} from '@latchkey/test-support/kit/backchannel-logout.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { exportJWK, generateKeyPair } from 'jose'
import { type Adapter, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

const refused = (): never => {
  throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
}

/** A store, and what happens before its calls. */
interface Watched {
  readonly store: Store
  /** May throw. */
  before: (call: keyof Store, key: string) => unknown
}

function watched(): Watched {
  const inner = memoryStore()
  async function after<T>(call: keyof Store, key: string, work: () => T): Promise<Awaited<T>> {
    await watch.before(call, key)
    return await work()
  }
  const watch: Watched = {
    before: () => undefined,
    store: {
      get: (key) => after('get', key, () => inner.get(key)),
      set: (...args) => after('set', args[0], () => inner.set(...args)),
      add: (...args) => after('add', args[0], () => inner.add(...args)),
      delete: (key) => after('delete', key, () => inner.delete(key)),
    },
  }
  return watch
}

function adapterFor(strategy: (typeof STRATEGIES)[number]): Adapter | undefined {
  return strategy === 'database' ? memory() : undefined
}

describe.each(STRATEGIES)('with the strategy "%s", a logout token', (strategy) => {
  // proves OUT-8
  it('ends a session that began in a process whose clock is minutes ahead', async () => {
    const shared = { store: memoryStore(), idp: createIdp(), adapter: adapterFor(strategy) }
    const [ahead, setup] = [setUpLogout(strategy, shared), setUpLogout(strategy, shared)]
    later(4 * 60)
    await browserWith(ahead, 'sid-1')
    vi.useRealTimers()
    expect((await logOut(setup, { sub: 'ann', sid: 'sid-1' })).status).toBe(200)
    expect(setup.events).toEqual([expect.objectContaining({ by: 'provider' })])
  })

  // proves OUT-8
  it('ends the sessions that can be read, even if another one cannot', async () => {
    const shared = { store: memoryStore(), idp: createIdp(), adapter: adapterFor(strategy) }
    const before = setUpLogout(strategy, {
      ...shared,
      secret: 'a secret that was removed after this sign-in',
    })
    await browserWith(before, 'shared')
    const setup = setUpLogout(strategy, shared)
    const browser = await browserWith(setup, 'shared')
    expect(await readSession(browser)).not.toBeNull()
    // Not 200: what could not be read may still exist.
    expect((await logOut(setup, { sub: 'ann', sid: 'shared' })).status).toBe(500)
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-8
  it('ends the other sessions if one cannot be ended', async () => {
    const watch = watched()
    const setup = setUpLogout(strategy, { store: watch.store })
    const browsers = [await browserWith(setup, 'shared'), await browserWith(setup, 'shared')]
    let failures = 0
    watch.before = (call, key) => {
      if (call === 'set' && key.startsWith('latchkey:ended:') && failures++ === 0) refused()
    }
    expect((await logOut(setup, { sub: 'ann', sid: 'shared' })).status).toBe(503)
    watch.before = () => undefined
    expect(await Promise.all(browsers.map(readSession))).toContain(null)
    later(30)
    expect((await logOut(setup, { sub: 'ann', sid: 'shared' })).status).toBe(200)
    expect(await Promise.all(browsers.map(readSession))).toEqual([null, null])
  })

  // proves OUT-10
  it('can be sent again after each call of the store that failed', async () => {
    const watch = watched()
    const setup = setUpLogout(strategy, { store: watch.store })
    const keys = new Set<string>()
    for (let failing = 0; ; failing++) {
      const browser = await browserWith(setup, `sid-${failing}`)
      const token = await setup.idp.logoutToken({ claims: { sub: 'ann', sid: `sid-${failing}` } })
      let count = 0
      watch.before = (call, key) => {
        if (count++ !== failing) return
        keys.add(`${call} ${key.split(':')[1]}`)
        refused()
      }
      const first = await sendToken(setup.app, token)
      watch.before = () => undefined
      if (count <= failing) {
        expect(first.status).toBe(200)
        break
      }
      if (first.status !== 200) {
        expect({ status: first.status, after: first.headers.get('retry-after') }).toEqual({
          status: 503,
          after: expect.stringMatching(/^\d+$/),
        })
        expect((await sendToken(setup.app, token)).status).toBe(200)
      }
      expect(await readSession(browser)).toBeNull()
    }
    expect([...keys]).toEqual(
      expect.arrayContaining(['add logout-token-in-use', 'set logout-token', 'set ended']),
    )
  })

  // proves OUT-10
  it('can be sent again when the store comes back', async () => {
    const watch = watched()
    const setup = setUpLogout(strategy, { store: watch.store })
    const browser = await browserWith(setup, 'sid-1')
    const token = await setup.idp.logoutToken({ claims: { sid: 'sid-1' } })
    watch.before = refused
    const response = await sendToken(setup.app, token)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: { error: 'temporarily_unavailable', error_description: expect.any(String) },
    })
    watch.before = () => undefined
    expect((await sendToken(setup.app, token)).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-10
  it('can be sent again immediately, even if the store counted it too late', async () => {
    const watch = watched()
    const setup = setUpLogout(strategy, { store: watch.store, timeouts: { store: 0.01 } })
    const browser = await browserWith(setup, 'sid-1')
    const token = await setup.idp.logoutToken({ claims: { sid: 'sid-1' } })
    let comeBack = (): void => {}
    const away = new Promise<void>((resolve) => {
      comeBack = resolve
    })
    watch.before = (call) => (call === 'add' ? away : undefined)
    const response = await sendToken(setup.app, token)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: {
        error: 'temporarily_unavailable',
        error_description: 'The server cannot do this at the moment. Try again in a few seconds.',
      },
    })
    watch.before = () => undefined
    comeBack()
    await new Promise(setImmediate)
    expect((await sendToken(setup.app, token)).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-10
  it('that is repeated before it is processed can be sent later, and is then rejected', async () => {
    const watch = watched()
    const setup = setUpLogout(strategy, { store: watch.store })
    const token = await setup.idp.logoutToken({ claims: { sub: 'ann' } })
    const meanwhile: unknown[] = []
    watch.before = async (call, key) => {
      if (call !== 'set' || !key.includes(':logout-token:')) return
      watch.before = () => undefined
      const response = await sendToken(setup.app, token)
      meanwhile.push(response.status, await response.json())
    }
    expect((await sendToken(setup.app, token)).status).toBe(200)
    expect(meanwhile).toEqual([
      503,
      {
        error: 'temporarily_unavailable',
        error_description: 'The server cannot do this at the moment. Try again in a few seconds.',
      },
    ])
    expect((await sendToken(setup.app, token)).status).toBe(400)
  })

  // proves OUT-12
  it('ends a session whose sign-in has not stored it yet', async () => {
    const sub = 'ann'
    const cases = [
      [{ sid: 'sid-1' }, 'sid-1'],
      [{ sub, sid: 'sid-1' }, 'sid-1'],
      [{ sub }, 'sid-1'],
      // Its ID tokens name no sessions.
      [{ sub, sid: 'sid-1' }, undefined],
    ] as const
    for (const [claims, sid] of cases) {
      const watch = watched()
      const setup = setUpLogout(strategy, { store: watch.store })
      const sent: number[] = []
      watch.before = async (call, key) => {
        if (call !== 'set' || !key.includes(':provider-user:')) return
        // The session exists, and the sign-in is about to remember it.
        watch.before = () => undefined
        sent.push((await logOut(setup, claims)).status)
      }
      const browser = await browserWith(setup, sid)
      expect(sent).toEqual([200])
      expect(await readSession(browser)).toBeNull()
      expect(setup.app.errors).toEqual(['OAuthCallbackError'])
      // The user can sign in again.
      expect(await readSession(await browserWith(setup, 'sid-2'))).not.toBeNull()
    }
  })

  it('that cannot be recorded prevents the sign-in', async () => {
    const watch = watched()
    const setup = setUpLogout(strategy, { store: watch.store })
    watch.before = (call, key) => (call === 'set' && key.includes(':provider-') ? refused() : undefined)
    const browser = await browserWith(setup, 'sid-1')
    expect(setup.app.errors).toEqual(['StoreError'])
    expect(await readSession(browser)).toBeNull()
    watch.before = () => undefined
    expect(await readSession(await browserWith(setup, 'sid-1'))).not.toBeNull()
  })
})

describe('a logout token', () => {
  // proves OUT-10
  it('can be sent again when the database comes back', async () => {
    let isDown = false
    const inner = memory()
    const adapter: Adapter = {
      ...inner,
      deleteSession: (...args) => (isDown ? refused() : inner.deleteSession?.(...args)),
    }
    const setup = setUpLogout('database', { adapter })
    const browser = await browserWith(setup, 'sid-1')
    const token = await setup.idp.logoutToken({ claims: { sid: 'sid-1' } })
    isDown = true
    expect((await sendToken(setup.app, token)).status).toBe(503)
    isDown = false
    expect((await sendToken(setup.app, token)).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  it('can be sent again when the provider publishes its keys again', async () => {
    const setup = setUpLogout('jwt')
    const browser = await browserWith(setup, 'sid-1')
    later(600)
    const token = await setup.idp.logoutToken({ claims: { sid: 'sid-1' } })
    setup.idp.faults.respond = () => new Response('', { status: 500 })
    expect((await sendToken(setup.app, token)).status).toBe(503)
    delete setup.idp.faults.respond
    later(10)
    expect((await sendToken(setup.app, token)).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  it('with a newly published key is accepted', async () => {
    const setup = setUpLogout('jwt')
    const browser = await browserWith(setup, 'sid-1')
    const keys = await generateKeyPair('RS256')
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-2', alg: 'RS256' }
    setup.idp.faults.respond = () => Response.json({ keys: [jwk] })
    const token = await setup.idp.logoutToken({
      claims: { sid: 'sid-1' },
      header: { kid: 'key-2' },
      key: keys.privateKey,
    })
    expect((await sendToken(setup.app, token)).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })
})

describe('a flood of forged logout tokens', () => {
  const forge = async (setup: ReturnType<typeof setUpLogout>): Promise<string> =>
    setup.idp.logoutToken({ claims: { sub: 'ann' }, header: { kid: crypto.randomUUID() } })

  // proves OUT-10
  it('requests the keys once in five seconds, and valid tokens are still accepted', async () => {
    const setup = setUpLogout('jwt')
    const browser = await browserWith(setup, 'sid-1')
    const requests = (): number => setup.idp.requests.filter((path) => path === '/jwks').length
    const before = requests()
    const tokens = await Promise.all(Array.from({ length: 50 }, () => forge(setup)))
    const responses = await Promise.all(tokens.map((token) => sendToken(setup.app, token)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]))
    expect(requests() - before).toBe(1)
    expect((await logOut(setup, { sid: 'sid-1' })).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-10
  it('is limited for all clients: then it is neither explained nor logged', async () => {
    const setup = setUpLogout('jwt', { limits: { client: { attempts: 2, seconds: 60 } } })
    const browser = await browserWith(setup, 'sid-1')
    const statuses: number[] = []
    for (let count = 0; count < 30; count++)
      statuses.push((await sendToken(setup.app, await forge(setup))).status)
    expect(statuses).toEqual([...Array<number>(20).fill(400), ...Array<number>(10).fill(429)])
    expect(setup.app.errors.slice(20)).toEqual(['TooManyRequests'])
    expect((await logOut(setup, { sid: 'sid-1' })).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-10
  it('is limited for its client, and valid tokens are still accepted, even from the same address', async () => {
    const limits = {
      client: { attempts: 3, seconds: 60 },
      clientAddress: (headers: { get(name: string): string | null }) => headers.get('x-client'),
    }
    const setup = setUpLogout('jwt', { limits })
    const browser = await browserWith(setup, 'sid-1')
    const from = (address: string) => ({ headers: { 'x-client': address } })
    const attacker = from('203.0.113.7')
    const statuses: number[] = []
    for (let count = 0; count < 5; count++)
      statuses.push((await sendToken(setup.app, await forge(setup), attacker)).status)
    expect(statuses).toEqual([400, 400, 400, 429, 429])
    const valid = (): Promise<string> => setup.idp.logoutToken({ claims: { sid: 'sid-1' } })
    const limited = await sendToken(setup.app, await forge(setup), attacker)
    expect({ status: limited.status, after: limited.headers.get('retry-after') }).toEqual({
      status: 429,
      after: '60',
    })
    // A provider sends the tokens of all its customers from a few addresses.
    expect((await sendToken(setup.app, await valid(), attacker)).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
    // Valid tokens do not count, also if many come at the same time.
    const many = Array.from({ length: 40 }, async () =>
      sendToken(setup.app, await valid(), from('198.51.100.1')),
    )
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(await readSession(browser)).toBeNull()
  })
})

describe('an entry that was sealed with a secret that is no longer configured', () => {
  it('is not treated as an unknown session', async () => {
    const [store, adapter, idp] = [memoryStore(), memory(), createIdp()]
    const browser = await browserWith(setUpLogout('database', { store, adapter, idp }), 'sid-1')
    const secrets = [
      'another secret that is long enough for the tests',
      'a secret that is long enough for every test here',
    ]
    const later = setUpLogout('database', { store, adapter, idp, secret: secrets.slice(0, 1) })
    expect((await logOut(later, { sid: 'sid-1' })).status).toBe(500)
    const both = setUpLogout('database', { store, adapter, idp, secret: secrets })
    const same = new Browser(both.app)
    for (const { name, value } of browser.cookies('https://app.test'))
      same.plant('https://app.test', name, value)
    expect(await readSession(same)).toMatchObject({ user: { name: ANN.name } })
    expect((await logOut(both, { sid: 'sid-1' })).status).toBe(200)
    expect(await readSession(same)).toBeNull()
    expect((await same.get(`${BASE}/session`)).status).toBe(200)
  })
})
