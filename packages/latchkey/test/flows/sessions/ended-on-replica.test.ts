import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  readToken,
  SESSION_COOKIE,
  type Setup,
  setUp,
  signedIn,
  signIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import { type LaggingReplica, laggingReplica } from '@latchkey/test-support/kit/lagging-replica.ts'
import { moveTo } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth, memoryStore, type Store } from 'latchkey'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ANN = { user: { name: 'Ann' } }
const BOB = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

/** A store whose calls fail on demand, and the keys that were set. */
interface StoppableStore {
  readonly store: Store
  readonly keys: string[]
  fail(commands: readonly (keyof Store)[]): void
}

function stoppableStore(): StoppableStore {
  const store = memoryStore()
  const keys: string[] = []
  let failing: readonly (keyof Store)[] = []
  const working = (command: keyof Store): Store => {
    if (failing.includes(command)) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    return store
  }
  return {
    store: {
      get: (key) => working('get').get(key),
      set(key, ...rest) {
        keys.push(key)
        return working('set').set(key, ...rest)
      },
      add: (...args) => working('add').add(...args),
      delete: (key) => working('delete').delete(key),
    },
    fail(commands) {
      failing = commands
    },
    keys,
  }
}

interface Scene {
  readonly replica: LaggingReplica
  readonly store: StoppableStore
  /** Two processes with the same database and store. */
  readonly setup: Setup
  readonly other: Setup
  /** Signed in, on a replica that has its session and has stopped. */
  readonly browser: Browser
  /** A copy of its cookies, at the other process. */
  readonly copy: Browser
  readonly userId: string
}

async function signedInAt(config: Partial<AuthConfig> = {}): Promise<Scene> {
  const replica = laggingReplica()
  const store = stoppableStore()
  const complete = { store: store.store, ...config }
  const [setup, other] = [setUp(complete, replica.adapter), setUp(complete, replica.adapter)]
  const browser = await signedIn(setup)
  const copy = moveTo(other.app, browser)
  replica.pause()
  const { id = '' } = (await userByAccount(setup)) ?? {}
  return { replica, store, setup, other, browser, copy, userId: id }
}

/** Ends the sessions of the user except the one of the browser, which gets its new token. */
async function endOthers({ setup, browser, userId }: Scene): Promise<void> {
  const headers = new Headers({
    host: 'app.test',
    cookie: browser.cookiesFor(ORIGIN),
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
  })
  const caller = { headers, canWrite: true, method: 'POST' } as never
  const { cookies } = await createAuth(setup.app.config).revokeSessions(userId, { except: 'current', caller })
  const token = cookies.findLast(({ name, value }) => name === SESSION_COOKIE && value !== '')?.value ?? ''
  browser.plant(ORIGIN, SESSION_COOKIE, token)
}

const own: Partial<AuthConfig> = {
  session: { hashToken: false, generateSessionToken: () => crypto.randomUUID() },
}

describe.each<[string, Partial<AuthConfig>]>([
  ['its own tokens', {}],
  ['undated tokens of the application', own],
])('a session that ended while the replica lags behind, with %s', (_, config) => {
  // proves DB-32
  it('is rejected in all processes after a sign-out', async () => {
    const { browser, copy, replica } = await signedInAt(config)
    expect(await readSession(copy)).toMatchObject(ANN)
    expect((await browser.post(`${BASE}/signout`)).status).toBe(302)
    expect(await readSession(copy)).toBeNull()
    replica.catchUp()
    expect(await readSession(copy)).toBeNull()
  })

  // proves DB-32
  it('is rejected for its whole lifetime, and neither renewed nor updated', async () => {
    const { browser, copy, setup } = await signedInAt({ session: { ...config.session, updateAge: 0 } })
    const again = moveTo(setup.app, copy)
    await browser.post(`${BASE}/signout`)
    later(29 * 24 * 60 * 60)
    expect(await readSession(copy)).toBeNull()
    expect(readToken(copy)).toBe('')
    expect(await (await again.post(`${BASE}/session`, { data: '{}' })).text()).not.toContain('Ann')
  })

  // proves DB-32
  it('is rejected after `revokeSessions`, and a later sign-in is accepted immediately', async () => {
    const scene = await signedInAt(config)
    const { setup, other, browser, copy, userId } = scene
    const bob = await signedIn(setup, BOB)
    await createAuth(setup.app.config).revokeSessions(userId)
    expect(await readSession(copy)).toBeNull()
    expect(await readSession(browser)).toBeNull()
    const next = await signedIn(other)
    expect(await readSession(next)).toMatchObject(ANN)
    expect(await readSession(moveTo(setup.app, next))).toMatchObject(ANN)
    expect(await readSession(bob)).toMatchObject({ user: { name: 'Bob' } })
    scene.replica.catchUp()
    expect(await readSession(next)).toMatchObject(ANN)
    scene.replica.pause()
    await createAuth(setup.app.config).revokeSessions(userId)
    expect(await readSession(next)).toBeNull()
    expect(await readSession(bob)).toMatchObject({ user: { name: 'Bob' } })
  })

  // proves DB-32
  it('is rejected if all but the current one were ended, which stays valid', async () => {
    const scene = await signedInAt(config)
    const { setup, other, browser, copy } = scene
    const phone = await signedIn(setup)
    expect(await readSession(phone)).toMatchObject(ANN)
    await endOthers(scene)
    expect(await readSession(copy)).toBeNull()
    expect(await readSession(phone)).toBeNull()
    expect(await readSession(browser)).toMatchObject(ANN)
    expect(await readSession(moveTo(other.app, browser))).toMatchObject(ANN)
    const stolen = moveTo(other.app, browser)
    await browser.post(`${BASE}/signout`)
    expect(await readSession(stolen)).toBeNull()
  })

  // proves DB-32
  it('is rejected after a new sign-in in the same browser', async () => {
    const { setup, browser, copy } = await signedInAt(config)
    await signIn(setup, browser, BOB)
    expect(await readSession(copy)).toBeNull()
    expect(await readSession(browser)).not.toBeNull()
  })
})

describe('with a replica that lags behind', () => {
  // proves DB-32
  it('does not renew a session whose user the application deleted', async () => {
    const { copy, replica, userId } = await signedInAt({ session: { updateAge: 0 } })
    await replica.adapter.deleteUser?.(userId)
    expect(await readSession(copy)).toBeNull()
  })

  it('reads only the replica, unless sessions of the user were ended', async () => {
    const scene = await signedInAt()
    scene.replica.reads()
    expect(await readSession(scene.copy)).toMatchObject(ANN)
    expect(scene.replica.reads()).toEqual(['replica'])
    await endOthers(scene)
    scene.replica.reads()
    expect(await readSession(scene.browser)).toMatchObject(ANN)
    expect(scene.replica.reads()).toContain('primary')
  })

  it('stores nothing for long for tokens that were never issued', async () => {
    const { setup, store } = await signedInAt()
    store.keys.length = 0
    const attacker = new Browser(setup.app)
    attacker.plant(ORIGIN, SESSION_COOKIE, 'made-up')
    expect((await attacker.post(`${BASE}/signout`)).status).toBe(302)
    expect(store.keys.filter((key) => key.startsWith('latchkey:deleted'))).toEqual([])
  })

  it('stores no token in the keys', async () => {
    const { browser, store } = await signedInAt(own)
    const token = readToken(browser)
    await browser.post(`${BASE}/signout`)
    expect(store.keys.filter((key) => key.startsWith('latchkey:deleted:'))).toHaveLength(1)
    expect(store.keys.filter((key) => key.includes(token))).toEqual([])
  })

  it('logs no token of a look-up at the primary', async () => {
    const { browser, setup, store } = await signedInAt(own)
    store.fail(['get'])
    await readSession(browser)
    expect(setup.app.log.map(({ entry }) => entry)).toContain('adapter_getSessionAndUserFromPrimary')
    expect(JSON.stringify(setup.app.log)).not.toContain(readToken(browser))
  })
})

describe('while the store is down, with a replica', () => {
  // proves DB-31, DB-32
  it('reads the primary: the session stays, an ended one is rejected, and one entry is logged', async () => {
    const { browser, copy, setup, other, store } = await signedInAt()
    const phone = await signedIn(setup)
    await browser.post(`${BASE}/signout`)
    store.fail(['get', 'set', 'add', 'delete'])
    for (let count = 0; count < 3; count++) {
      expect(await readSession(copy)).toBeNull()
      expect(await readSession(moveTo(other.app, phone))).toMatchObject(ANN)
    }
    expect(other.app.errors.filter((type) => type === 'StoreError')).toHaveLength(1)
  })

  // proves DB-32
  it('reports a sign-out as incomplete if it could not be recorded', async () => {
    const { browser, copy, store, replica } = await signedInAt()
    store.fail(['set'])
    expect((await browser.post(`${BASE}/signout`)).status).toBe(503)
    replica.catchUp()
    store.fail([])
    expect(await readSession(copy)).toBeNull()
  })

  // proves DB-31, DB-32
  it('ends nothing if `revokeSessions` cannot be recorded', async () => {
    const scene = await signedInAt()
    const { setup, copy, store, userId } = scene
    store.fail(['set'])
    await expect(createAuth(setup.app.config).revokeSessions(userId)).rejects.toThrow('refused')
    await expect(endOthers(scene)).rejects.toThrow('refused')
    store.fail([])
    expect(await readSession(copy)).toMatchObject(ANN)
  })
})

describe('with a replica and no store', () => {
  beforeEach(() => {
    ;(globalThis as { [key: symbol]: Set<string> | undefined })[Symbol.for('latchkey.logged')]?.clear()
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  // proves DB-32
  it('does not read the replica, because processes do not know what others ended', async () => {
    const { browser, copy, replica } = await signedInAt({ store: undefined })
    replica.reads()
    expect(await readSession(copy)).toMatchObject(ANN)
    expect(replica.reads()).toEqual(['primary'])
    await browser.post(`${BASE}/signout`)
    expect(await readSession(copy)).toBeNull()
  })

  it('logs a warning in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { setup } = await signedInAt({ store: undefined })
    const [warning] = setup.app.log.filter(({ entry }) => entry === 'store-of-one-process')
    expect(warning?.details).toEqual([expect.stringContaining('The database replica is not read')])
  })
})
