import { type AuthConfig, createAuth, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type App, BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

const WRONG = { username: 'ann', password: 'wrong' }
const RIGHT = { username: 'ann', password: 'right' }

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

interface Setting {
  readonly app: App
  readonly browser: Browser
  /** What reached `authorize`. */
  readonly tried: string[]
}

function setting(config: Partial<AuthConfig> = {}): Setting {
  const tried: string[] = []
  const provider = Credentials({
    credentials: { username: { label: 'User name' }, password: { type: 'password' } },
    authorize({ username, password }) {
      tried.push(String(username))
      if (password === 'broken') throw new Error('the database is down')
      return password === 'right' ? { id: String(username), name: 'Ann' } : null
    },
  })
  const app = createApp({ providers: [provider], store: memoryStore(), ...config })
  return { app, browser: new Browser(app), tried }
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
  it('are refused after ten in a quarter of an hour, before `authorize` is asked', async () => {
    const here = setting()
    await times(10, () => signIn(here, WRONG))
    const response = await signIn(here, RIGHT)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('900')
    expect(await response.text()).toContain('Too many attempts')
    expect(here.tried).toHaveLength(10)
    expect(here.app.errors.at(-1)).toBe('TooManyRequests')
  })

  // proves P-CC-1
  it('count although they come at once', async () => {
    const here = setting()
    await Promise.all(Array.from({ length: 40 }, () => signIn(here, WRONG)))
    expect(here.tried).toHaveLength(10)
  })

  it('are told to a script by its status and the address to go to', async () => {
    const here = setting()
    await times(10, () => signIn(here, WRONG))
    const response = await signIn(here, WRONG, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      error: 'TooManyRequests',
      url: `${BASE}/signin?error=TooManyRequests`,
    })
  })

  it('are thrown at server code of the application', async () => {
    const here = setting()
    const auth = createAuth(here.app.config)
    const caller = { headers: new Headers(), url: new URL(ORIGIN) }
    const call = { providerId: 'credentials', fields: WRONG }
    await times(10, () => auth.signIn(caller, call).catch(() => undefined))
    await expect(auth.signIn(caller, call)).rejects.toMatchObject({ type: 'TooManyRequests' })
  })

  it('of one account do not lock another', async () => {
    const here = setting()
    await times(11, () => signIn(here, WRONG))
    expect((await signIn(here, { ...RIGHT, username: 'ben' })).status).toBe(302)
  })

  it('count for their provider alone: a name may be somebody else’s there', async () => {
    const refusing = (id: string) => Credentials({ id, credentials: { username: {} }, authorize: () => null })
    const here = setting({ providers: [refusing('staff'), refusing('guests')] })
    await times(11, () => here.browser.post(`${BASE}/callback/staff`, WRONG))
    expect((await here.browser.post(`${BASE}/callback/guests`, WRONG)).status).toBe(302)
  })

  it('count for one account however its name is written', async () => {
    const here = setting()
    await times(5, () => signIn(here, { ...WRONG, username: ' Ann ' }))
    await times(5, () => signIn(here, { ...WRONG, username: 'ANN' }))
    expect((await signIn(here, RIGHT)).status).toBe(429)
  })

  it('are forgiven after the quarter of an hour', async () => {
    const here = setting()
    await times(11, () => signIn(here, WRONG))
    later(901)
    expect((await signIn(here, RIGHT)).headers.get('location')).toBe(ORIGIN)
  })

  it('are forgotten when the right ones come', async () => {
    const here = setting()
    await times(9, () => signIn(here, WRONG))
    await signIn(here, RIGHT)
    await times(9, () => signIn(here, WRONG))
    expect((await signIn(here, RIGHT)).status).toBe(302)
  })

  // proves P-CR-4
  it('are none while the database of the application is down', async () => {
    const here = setting()
    await times(20, () => signIn(here, { ...WRONG, password: 'broken' }))
    expect((await signIn(here, RIGHT)).headers.get('location')).toBe(ORIGIN)
  })

  it('may be limited otherwise, or not at all', async () => {
    const strict = setting({ limits: { credentials: { attempts: 2, seconds: 60 } } })
    await times(2, () => signIn(strict, WRONG))
    expect((await signIn(strict, RIGHT)).headers.get('retry-after')).toBe('60')
    for (const limits of [false, { credentials: false }] as const) {
      const open = setting({ limits })
      await times(30, () => signIn(open, WRONG))
      expect((await signIn(open, RIGHT)).status).toBe(302)
    }
  })

  it('an own error of `authorize` counts like null', async () => {
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

  it('count for their application alone where several share a store', async () => {
    const store = memoryStore()
    const [one, other] = [setting({ store }), setting({ store, basePath: '/other' })]
    await times(11, () => signIn(one, WRONG))
    const response = await other.browser.post(`${ORIGIN}/other/callback/credentials`, RIGHT)
    expect(response.status).toBe(302)
  })
})

describe('the host that a request names', () => {
  const named = (host: string): Record<string, string> => ({ 'x-forwarded-host': host })

  // proves P-CR-4, P-DS-3
  it('gives whoever tries no further attempts where nothing but headers tells it', async () => {
    const here = setting()
    let count = 0
    await times(30, () => signIn(here, WRONG, named(`host-${count++}.test`)))
    expect(here.tried).toHaveLength(10)
  })

  it('tells tenants apart where it is one of the trusted', async () => {
    const here = setting({ trustHost: undefined, trustedHosts: ['one.test', 'two.test'] })
    await times(11, () => signIn(here, WRONG, named('one.test')))
    expect((await signIn(here, RIGHT, named('one.test'))).status).toBe(429)
    expect((await signIn(here, RIGHT, named('two.test'))).status).toBe(302)
  })
})

describe('a client', () => {
  const clientAddress = (headers: { get(name: string): string | null }): string | null =>
    headers.get('x-real-ip')
  const from = (address: string): Record<string, string> => ({ 'x-real-ip': address })

  it('may try thirty accounts in a quarter of an hour, where it is told by its address', async () => {
    const here = setting({ limits: { clientAddress } })
    let count = 0
    await times(30, () => signIn(here, { ...WRONG, username: `user ${count++}` }, from('192.0.2.1')))
    expect((await signIn(here, RIGHT, from('192.0.2.1'))).status).toBe(429)
    expect((await signIn(here, RIGHT, from('192.0.2.2'))).status).toBe(302)
  })

  // proves P-DS-3
  it('is one with all addresses of its line', async () => {
    const here = setting({ limits: { clientAddress, client: { attempts: 3, seconds: 60 } } })
    let count = 0
    await times(3, () =>
      signIn(here, { ...WRONG, username: `user ${count++}` }, from(`2001:db8:0:1::${count}`)),
    )
    expect((await signIn(here, RIGHT, from('2001:db8:0:1:ffff::9'))).status).toBe(429)
    expect((await signIn(here, RIGHT, from('2001:db8:0:2::1'))).status).toBe(302)
  })

  it('uses nothing up by the right credentials: many people may have one address', async () => {
    const here = setting({ limits: { clientAddress, client: { attempts: 3, seconds: 60 } } })
    let count = 0
    await times(5, () => signIn(here, { ...RIGHT, username: `user ${count++}` }, from('192.0.2.1')))
    expect((await signIn(here, RIGHT, from('192.0.2.1'))).status).toBe(302)
  })

  it('is not told by what it says of itself', async () => {
    const here = setting({ limits: { credentials: false } })
    let count = 0
    await times(40, () =>
      signIn(here, { ...WRONG, username: `user ${count++}` }, { 'x-forwarded-for': '192.0.2.1' }),
    )
    expect((await signIn(here, RIGHT, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(302)
  })
})

describe('mails', () => {
  function mailing(config: Partial<AuthConfig> = {}, isDown = false) {
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
    const ask = (email = 'ann@example.com'): Promise<Response> =>
      new Browser(here.app).post(`${BASE}/signin/email`, { email })
    return { ...here, sent, ask }
  }

  // proves P-ML-5, P-ML-6
  it('go to an address five times in a quarter of an hour, and who asks for more is told the same', async () => {
    const { ask, sent, app } = mailing()
    const [first, ...others] = await times(8, () => ask())
    expect(sent).toHaveLength(5)
    const shape = (response: Response | undefined) => [
      response?.status,
      response?.headers.get('location'),
      response?.headers.getSetCookie().map((cookie) => cookie.replace(/[\w-]{12,}(?:\.[\w-]*)*/g, '*')),
    ]
    expect(shape(others.at(-1))).toEqual(shape(others[0]))
    expect(others.at(-1)?.headers.get('location')).toBe(first?.headers.get('location'))
    expect(app.log).toContainEqual({
      level: 'warn',
      entry: 'too-many-mails',
      details: [{ provider: 'email' }],
    })
  })

  it('to one address do not stop those to another, and begin anew after the time', async () => {
    const { ask, sent } = mailing()
    await times(6, () => ask())
    await ask('ben@example.com')
    later(901)
    await ask()
    expect(sent).toHaveLength(7)
  })

  it('that could not be sent do not count', async () => {
    const { ask, sent } = mailing({}, true)
    await times(8, () => ask())
    expect(sent).toHaveLength(8)
  })
})

describe('a store', () => {
  it('that fails lets nobody try, and tells nothing of it', async () => {
    const down = (): never => {
      throw new Error('redis://:hunter2@10.0.0.7 refused')
    }
    const here = setting({ store: { get: down, set: down, add: down, delete: down } })
    const response = await signIn(here, RIGHT)
    expect(response.headers.get('location')).toMatch(/\/error\?error=Configuration&reference=/)
    expect([here.tried, here.app.errors]).toEqual([[], ['StoreError']])
  })

  it.each([undefined, null, Number.NaN, '1'])('whose `add` gives %s lets nobody try', async (sum) => {
    const here = setting({ store: { ...memoryStore(), add: () => sum as number } })
    await signIn(here, RIGHT)
    expect([here.tried, here.app.errors]).toEqual([[], ['StoreError']])
  })

  it('is told no account by name', async () => {
    const keys: string[] = []
    const inner = memoryStore()
    const store: Store = { ...inner, add: (key, ...rest) => keys.push(key) && inner.add(key, ...rest) }
    await signIn(setting({ store }), WRONG)
    expect(keys).toEqual([expect.stringMatching(/^latchkey:credentials:[0-9a-f]{64}$/)])
  })
})

describe('limits that are none', () => {
  it.each([
    ['credentials', { credentials: { attempts: 0, seconds: 60 } }],
    ['email', { email: { attempts: 1, seconds: 0.5 } }],
    ['client', { client: true }],
    ['clientAddress', { clientAddress: 'x-real-ip' }],
  ])('are told by name: %s', async (name, limits) => {
    const here = setting({ limits: limits as AuthConfig['limits'] })
    expect((await here.browser.get(`${BASE}/session`)).status).toBe(500)
    expect(here.app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'InvalidOption',
      message: expect.stringContaining(`limits.${name}`),
    })
  })
})
