import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, createAuth, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, describe, expect, it, vi } from 'vitest'

const WRONG = { username: 'ann', password: 'wrong' }
const RIGHT = { username: 'ann', password: 'right' }

afterEach(() => {
  vi.useRealTimers()
})

function advanceTime(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

interface Setting {
  readonly app: App
  readonly browser: Browser
  /** User names with which `authorize` was called. */
  readonly authorized: string[]
}

function setting(config: Partial<AuthConfig> = {}): Setting {
  const authorized: string[] = []
  const provider = Credentials({
    credentials: { username: { label: 'User name' }, password: { type: 'password' } },
    authorize({ username, password }) {
      authorized.push(String(username))
      if (password === 'broken') throw new Error('the database is down')
      return password === 'right' ? { id: String(username), name: 'Ann' } : null
    },
  })
  const app = createApp({ providers: [provider], store: memoryStore(), ...config })
  return { app, browser: new Browser(app), authorized }
}

const signIn = (
  { browser }: Setting,
  fields: Record<string, string>,
  headers?: Record<string, string>,
): Promise<Response> => browser.post(`${BASE}/callback/credentials`, fields, headers)

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < count; index++) results.push(await work())
  return results
}

describe('wrong credentials', () => {
  // proves P-CR-4
  it('are rejected after ten attempts in 15 minutes, before `authorize` is called', async () => {
    const here = setting()
    await times(10, () => signIn(here, WRONG))
    const response = await signIn(here, RIGHT)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('900')
    expect(await response.text()).toContain('Too many attempts')
    expect(here.authorized).toHaveLength(10)
    expect(here.app.errors.at(-1)).toBe('TooManyRequests')
  })

  it('count by account even if the password field is declared first and without a type', async () => {
    const here = setting({
      providers: [Credentials({ credentials: { password: {}, username: {} }, authorize: () => null })],
    })
    const attempts = await times(11, () => signIn(here, { username: 'ann', password: crypto.randomUUID() }))
    expect(attempts.at(-1)?.status).toBe(429)
  })

  // proves P-CC-1
  it('count when they arrive at the same time', async () => {
    const here = setting()
    await Promise.all(Array.from({ length: 40 }, () => signIn(here, WRONG)))
    expect(here.authorized).toHaveLength(10)
  })

  it('give a script the status 429 and the URL to open', async () => {
    const here = setting()
    await times(10, () => signIn(here, WRONG))
    const response = await signIn(here, WRONG, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      error: 'TooManyRequests',
      url: `${BASE}/signin?error=TooManyRequests`,
    })
  })

  it('throw TooManyRequests in server code', async () => {
    const here = setting()
    const auth = createAuth(here.app.config)
    const request = { headers: new Headers(), url: new URL(ORIGIN) }
    const call = { providerId: 'credentials', fields: WRONG }
    await times(10, () => auth.signIn(request, call).catch(() => undefined))
    await expect(auth.signIn(request, call)).rejects.toMatchObject({ type: 'TooManyRequests' })
  })

  it('for one account do not lock another', async () => {
    const here = setting()
    await times(11, () => signIn(here, WRONG))
    expect((await signIn(here, { ...RIGHT, username: 'ben' })).status).toBe(302)
  })

  it('count per provider, since a user name may belong to another user there', async () => {
    const rejecting = (id: string) =>
      Credentials({ id, credentials: { username: {} }, authorize: () => null })
    const here = setting({ providers: [rejecting('staff'), rejecting('guests')] })
    await times(11, () => here.browser.post(`${BASE}/callback/staff`, WRONG))
    expect((await here.browser.post(`${BASE}/callback/guests`, WRONG)).status).toBe(302)
  })

  it('count for one account in any letter case and with surrounding spaces', async () => {
    const here = setting()
    await times(5, () => signIn(here, { ...WRONG, username: ' Ann ' }))
    await times(5, () => signIn(here, { ...WRONG, username: 'ANN' }))
    expect((await signIn(here, RIGHT)).status).toBe(429)
  })

  it('no longer count after 15 minutes', async () => {
    const here = setting()
    await times(11, () => signIn(here, WRONG))
    advanceTime(901)
    expect((await signIn(here, RIGHT)).headers.get('location')).toBe(ORIGIN)
  })

  it('no longer count after a successful sign-in', async () => {
    const here = setting()
    await times(9, () => signIn(here, WRONG))
    await signIn(here, RIGHT)
    await times(9, () => signIn(here, WRONG))
    expect((await signIn(here, RIGHT)).status).toBe(302)
  })

  // proves P-CR-4
  it('do not count while `authorize` throws', async () => {
    const here = setting()
    await times(20, () => signIn(here, { ...WRONG, password: 'broken' }))
    expect((await signIn(here, RIGHT)).headers.get('location')).toBe(ORIGIN)
  })

  it('follow the limits option, which can also disable the limit', async () => {
    const strict = setting({ limits: { credentials: { attempts: 2, seconds: 60 } } })
    await times(2, () => signIn(strict, WRONG))
    expect((await signIn(strict, RIGHT)).headers.get('retry-after')).toBe('60')
    for (const limits of [false, { credentials: false }] as const) {
      const unlimited = setting({ limits })
      await times(30, () => signIn(unlimited, WRONG))
      expect((await signIn(unlimited, RIGHT)).status).toBe(302)
    }
  })

  it('count when `authorize` throws a CredentialsSignin of the application', async () => {
    class Locked extends CredentialsSignin {
      override code = 'locked'
    }
    const provider = Credentials({
      credentials: { username: {} },
      authorize: () => {
        throw new Locked()
      },
    })
    const here = setting({ providers: [provider] })
    await times(10, () => signIn(here, WRONG))
    expect((await signIn(here, WRONG)).status).toBe(429)
  })

  it('count per application when several share a store', async () => {
    const store = memoryStore()
    const [first, second] = [setting({ store }), setting({ store, basePath: '/other' })]
    await times(11, () => signIn(first, WRONG))
    const response = await second.browser.post(`${ORIGIN}/other/callback/credentials`, RIGHT)
    expect(response.status).toBe(302)
  })
})

describe('the host of a request', () => {
  const hostHeader = (host: string): Record<string, string> => ({ 'x-forwarded-host': host })

  // proves P-CR-4, P-DS-3
  it('allows no additional attempts when it comes from headers alone', async () => {
    const here = setting()
    let count = 0
    await times(30, () => signIn(here, WRONG, hostHeader(`host-${count++}.test`)))
    expect(here.authorized).toHaveLength(10)
  })

  it('separates tenants when it is a trusted host', async () => {
    const here = setting({ trustHost: undefined, trustedHosts: ['one.test', 'two.test'] })
    await times(11, () => signIn(here, WRONG, hostHeader('one.test')))
    expect((await signIn(here, RIGHT, hostHeader('one.test'))).status).toBe(429)
    expect((await signIn(here, RIGHT, hostHeader('two.test'))).status).toBe(302)
  })

  // proves P-CR-4, P-DS-3
  it('allows no additional attempts when it matches a pattern in `trustedHosts`', async () => {
    const here = setting({ trustHost: undefined, trustedHosts: ['*.preview.test'] })
    let count = 0
    await times(30, () => signIn(here, WRONG, hostHeader(`host-${count++}.preview.test`)))
    expect(here.authorized).toHaveLength(10)
  })
})

describe('the limit per client', () => {
  const clientAddress = (headers: { get(name: string): string | null }): string | null =>
    headers.get('x-real-ip')
  const from = (address: string): Record<string, string> => ({ 'x-real-ip': address })

  it('allows thirty attempts in 15 minutes when clients are identified by address', async () => {
    const here = setting({ limits: { clientAddress } })
    let count = 0
    await times(30, () => signIn(here, { ...WRONG, username: `user ${count++}` }, from('192.0.2.1')))
    expect((await signIn(here, RIGHT, from('192.0.2.1'))).status).toBe(429)
    expect((await signIn(here, RIGHT, from('192.0.2.2'))).status).toBe(302)
  })

  // proves P-DS-3
  it('counts the IPv6 addresses of one /64 network as one client', async () => {
    const here = setting({ limits: { clientAddress, client: { attempts: 3, seconds: 60 } } })
    let count = 0
    await times(3, () =>
      signIn(here, { ...WRONG, username: `user ${count++}` }, from(`2001:db8:0:1::${count}`)),
    )
    expect((await signIn(here, RIGHT, from('2001:db8:0:1:ffff::9'))).status).toBe(429)
    expect((await signIn(here, RIGHT, from('2001:db8:0:2::1'))).status).toBe(302)
  })

  it('does not count successful sign-ins, since many users may share an address', async () => {
    const here = setting({ limits: { clientAddress, client: { attempts: 3, seconds: 60 } } })
    let count = 0
    await times(5, () => signIn(here, { ...RIGHT, username: `user ${count++}` }, from('192.0.2.1')))
    expect((await signIn(here, RIGHT, from('192.0.2.1'))).status).toBe(302)
  })

  it('ignores X-Forwarded-For from the client', async () => {
    const here = setting({ limits: { credentials: false } })
    let count = 0
    await times(40, () =>
      signIn(here, { ...WRONG, username: `user ${count++}` }, { 'x-forwarded-for': '192.0.2.1' }),
    )
    expect((await signIn(here, RIGHT, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(302)
  })
})

describe('sign-in e-mails', () => {
  function emailSetting(config: Partial<AuthConfig> = {}, isDown = false) {
    const sent: string[] = []
    const provider = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest({ identifier }: { identifier: string }) {
        sent.push(identifier)
        if (isDown) throw new Error('the mail server is down')
      },
    } as const
    const here = setting({ providers: [provider], adapter: memory(), ...config })
    const requestEmail = (email = 'ann@example.com'): Promise<Response> =>
      new Browser(here.app).post(`${BASE}/signin/email`, { email })
    return { ...here, sent, requestEmail }
  }

  // proves P-ML-5, P-ML-6
  it('are limited to five per address in 15 minutes, with the same response afterwards', async () => {
    const { requestEmail, sent, app } = emailSetting()
    const [first, ...others] = await times(8, () => requestEmail())
    expect(sent).toHaveLength(5)
    const shape = (response: Response | undefined) => ({
      status: response?.status,
      location: response?.headers.get('location'),
      cookies: response?.headers
        .getSetCookie()
        .map((cookie) => cookie.replace(/[\w-]{12,}(?:\.[\w-]*)*/g, '*')),
    })
    expect(shape(others.at(-1))).toEqual(shape(others[0]))
    expect(others.at(-1)?.headers.get('location')).toBe(first?.headers.get('location'))
    expect(app.log).toContainEqual({
      level: 'warn',
      entry: 'too-many-mails',
      details: [{ provider: 'email' }],
    })
  })

  it('are counted per address, and are sent again after 15 minutes', async () => {
    const { requestEmail, sent } = emailSetting()
    await times(6, () => requestEmail())
    await requestEmail('ben@example.com')
    advanceTime(901)
    await requestEmail()
    expect(sent).toHaveLength(7)
  })

  it('do not count when sending failed', async () => {
    const { requestEmail, sent } = emailSetting({}, true)
    await times(8, () => requestEmail())
    expect(sent).toHaveLength(8)
  })
})

describe('the store', () => {
  it('blocks sign-ins when it fails, and exposes nothing of the error', async () => {
    const down = (): never => {
      throw new Error('redis://:hunter2@10.0.0.7 refused')
    }
    const here = setting({ store: { get: down, set: down, add: down, delete: down } })
    const response = await signIn(here, RIGHT)
    expect(response.headers.get('location')).toMatch(/\/error\?error=Configuration&reference=/)
    expect({ authorized: here.authorized, errors: here.app.errors }).toEqual({
      authorized: [],
      errors: ['StoreError'],
    })
  })

  it.each([undefined, null, Number.NaN, '1'])('blocks sign-ins when `add` returns %s', async (sum) => {
    const here = setting({ store: { ...memoryStore(), add: () => sum as number } })
    await signIn(here, RIGHT)
    expect({ authorized: here.authorized, errors: here.app.errors }).toEqual({
      authorized: [],
      errors: ['StoreError'],
    })
  })

  it('receives keys that do not contain the user name', async () => {
    const keys: string[] = []
    const inner = memoryStore()
    const store: Store = { ...inner, add: (key, ...rest) => keys.push(key) && inner.add(key, ...rest) }
    await signIn(setting({ store }), WRONG)
    expect(keys).toEqual([
      expect.stringMatching(/^latchkey:credentials:[0-9a-f]{64}-\d+$/),
      expect.stringMatching(/^latchkey:credentials-failures:[0-9a-f]{64}-\d+$/),
      expect.stringMatching(/^latchkey:credentials-spelling:[0-9a-f]{64}-\d+$/),
    ])
  })
})

// proves P-CR-4
describe('an attempt that runs while others do', () => {
  it('waits for them if there are more than the limit, and succeeds with the right password', async () => {
    const here = setting()
    const responses = await Promise.all(Array.from({ length: 25 }, () => signIn(here, RIGHT)))
    expect(responses.map((response) => response.headers.get('location'))).toEqual(Array(25).fill(ORIGIN))
  })

  it('waits for those of its client', async () => {
    const here = setting({ limits: { clientAddress: () => '192.0.2.1' } })
    const names = Array.from({ length: 40 }, (_, index) => `user ${index}`)
    const responses = await Promise.all(names.map((username) => signIn(here, { ...RIGHT, username })))
    expect(responses.map((response) => response.headers.get('location'))).toEqual(Array(40).fill(ORIGIN))
  })
})

// proves P-CR-4
describe('an attempt whose password was not compared', () => {
  /**
   * A store whose `add` can be made to respond too late, or to fail, for keys with a text in them.
   */
  function unreliableStore() {
    const inner = memoryStore()
    const late: (() => void)[] = []
    const fault: { happens?: 'late' | 'never'; at: string } = { at: '' }
    const store: Store = {
      ...inner,
      async add(key, ...rest) {
        const { happens } = key.includes(fault.at) ? fault : {}
        if (happens === 'never') throw new Error('the connection is lost')
        if (happens === 'late') await new Promise<void>((resolve) => late.push(resolve))
        return inner.add(key, ...rest)
      },
    }
    const release = async (): Promise<void> => {
      for (const resolve of late.splice(0)) resolve()
      await new Promise(setImmediate)
    }
    return { store, fault, release }
  }

  it('does not stay counted when the store counts it too late', async () => {
    const { store, fault, release } = unreliableStore()
    const here = setting({ store, timeouts: { store: 0.01 } })
    fault.happens = 'late'
    const responses = await times(12, () => signIn(here, RIGHT))
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(503))
    delete fault.happens
    await release()
    await times(9, () => signIn(here, WRONG))
    expect((await signIn(here, RIGHT)).headers.get('location')).toBe(ORIGIN)
    expect(here.authorized).toHaveLength(10)
  })

  it('does not stay counted for its account when the store cannot count it for its client', async () => {
    const { store, fault } = unreliableStore()
    const here = setting({ store, limits: { clientAddress: () => '192.0.2.1' } })
    Object.assign(fault, { happens: 'never', at: 'client' })
    await times(12, () => signIn(here, RIGHT))
    delete fault.happens
    expect({
      authorized: here.authorized,
      location: (await signIn(here, RIGHT)).headers.get('location'),
    }).toEqual({
      authorized: ['ann'],
      location: ORIGIN,
    })
  })

  it('is taken back once when the store fails after a success', async () => {
    const { store, fault } = unreliableStore()
    const here = setting({ store })
    await times(5, () => signIn(here, WRONG))
    await signIn(here, { username: 'ánn', password: 'wrong' })
    Object.assign(fault, { happens: 'never', at: 'spelling' })
    await times(3, () => signIn(here, { username: 'ánn', password: 'right' }))
    delete fault.happens
    await times(10, () => signIn(here, WRONG))
    expect(here.authorized.filter((name) => name === 'ann')).toHaveLength(9)
  })
})

describe('invalid limits', () => {
  it.each([
    ['credentials', { credentials: { attempts: 0, seconds: 60 } }],
    ['email', { email: { attempts: 1, seconds: 0.5 } }],
    ['client', { client: true }],
    ['clientAddress', { clientAddress: 'x-real-ip' }],
  ])('are rejected with the name of the option: %s', async (name, limits) => {
    const here = setting({ limits: limits as AuthConfig['limits'] })
    expect((await here.browser.get(`${BASE}/session`)).status).toBe(500)
    expect(here.app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining(`limits.${name}`),
    })
  })
})
