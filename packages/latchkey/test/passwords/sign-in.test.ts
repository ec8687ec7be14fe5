import { BASE } from '@latchkey/test-support/kit/app.ts'
import { describe, expect, it } from 'vitest'
import { hashNew } from '../../src/passwords/hash.ts'
import { ANN, addUser, createSite, OTHER, RIGHT, STRATEGIES, signedInAs, signIn, targetOf } from './site.ts'

describe.each(STRATEGIES)('a sign-in with a password and the strategy %s', (strategy) => {
  it('starts a session of the stored user', async () => {
    const site = createSite({ strategy })
    await addUser(site)
    const browser = site.browser()
    expect(targetOf(await signIn(browser))).toBe('/after')
    expect(await signedInAs(browser)).toBe(ANN)
    const { type, ...event } = site.events.find((each) => each.type === 'signedIn') ?? { type: 'missing' }
    expect(event).toMatchObject({ userId: 'ann', provider: 'password', amr: ['pwd'], isNewUser: false })
  })

  it.each([
    { what: 'a wrong password', email: ANN, password: OTHER },
    { what: 'no password', email: ANN, password: '' },
    { what: 'an unknown address', email: 'bob@example.com', password: RIGHT },
    { what: 'a user without a password', email: 'carl@example.com', password: RIGHT },
    { what: 'something that is no address', email: 'ann', password: RIGHT },
  ])('refuses $what in the same way', async ({ email, password }) => {
    const site = createSite({ strategy })
    await addUser(site)
    await addUser(site, { id: 'carl', email: 'carl@example.com', password: null })
    const browser = site.browser()
    expect(targetOf(await signIn(browser, password, { email }))).toBe(
      '/auth/signin?error=CredentialsSignin&code=credentials',
    )
    expect(await signedInAs(browser)).toBeUndefined()
  })

  it('refuses a user who is disabled', async () => {
    const site = createSite({ strategy })
    await addUser(site)
    await site.auth.users.disable('ann')
    const browser = site.browser()
    expect(targetOf(await signIn(browser))).toContain('error=AccessDenied')
    expect(await signedInAs(browser)).toBeUndefined()
  })

  it.each(['changed', 'removed'])('ends the session if the password was %s meanwhile', async (what) => {
    const site = createSite({ strategy })
    await addUser(site)
    const { adapter } = site
    const getPassword = adapter.getPassword.bind(adapter)
    const slow = createSite({ strategy, adapter: { ...adapter, getPassword: read }, config: {} })
    async function read(userId: string) {
      const stored = await getPassword(userId)
      if (reads++ > 0 || stored === null) return stored
      const changedAt = new Date(stored.changedAt.getTime() + 1)
      if (what === 'removed') await adapter.deletePassword(userId)
      else await adapter.setPassword({ ...stored, hash: await hashNew(OTHER), changedAt })
      return stored
    }
    let reads = 0
    const browser = slow.browser()
    expect(targetOf(await signIn(browser))).toBe('/auth/signin?error=SignInExpired')
    expect(await signedInAs(browser)).toBeUndefined()
  })
})

describe('a user name', () => {
  const username = { find: async (name: string) => (name.toLowerCase() === 'annie' ? 'ann' : null) }

  it.each(['annie', ' ANNIE ', 'Ann@Example.com'])('signs in with %j', async (email) => {
    const site = createSite({ password: { username } })
    await addUser(site)
    const browser = site.browser()
    expect(targetOf(await signIn(browser, RIGHT, { email }))).toBe('/after')
  })

  it('signs nobody in with an unknown name, or an id that is not stored', async () => {
    const site = createSite({ password: { username: { find: (name) => name } } })
    await addUser(site)
    expect(targetOf(await signIn(site.browser(), RIGHT, { email: 'ANN' }))).toContain('CredentialsSignin')
    expect(targetOf(await signIn(site.browser(), RIGHT, { email: 'other' }))).toContain('CredentialsSignin')
  })

  it('takes as many look-ups if it is unknown as a wrong password', async () => {
    const calls: string[] = []
    const site = createSite()
    await addUser(site)
    const { adapter } = site
    const counted = (name: 'getUser' | 'getUserByEmail' | 'getPassword') => (value: string) => {
      calls.push(name)
      return adapter[name](value) as never
    }
    const watched = createSite({
      adapter: {
        ...adapter,
        getUser: counted('getUser'),
        getUserByEmail: counted('getUserByEmail'),
        getPassword: counted('getPassword'),
      },
      password: { username },
    })
    const countCalls = async (email: string) => {
      calls.length = 0
      await signIn(watched.browser(), OTHER, { email })
      return calls.length
    }
    expect(await countCalls('unknown')).toBe(await countCalls('annie'))
    expect(await countCalls('bob@example.com')).toBe(await countCalls(ANN))
  })

  it('reports what the application threw', async () => {
    const find = () => Promise.reject(new Error('broken'))
    const site = createSite({ password: { username: { find } } })
    const response = await signIn(site.browser(), RIGHT, { email: 'annie' })
    expect(targetOf(response)).toContain('/auth/error?error=Configuration')
    expect(String(site.app.log.at(-1)?.entry)).toContain('`username.find` of `Password` threw: broken')
  })
})

describe('a stored hash', () => {
  const OLD = '$scrypt$ln=14,r=8,p=1$' // Weaker than today's.

  async function weakHash(): Promise<string> {
    const { scryptSync } = await import('node:crypto')
    const salt = Buffer.alloc(16, 7)
    const hash = scryptSync(RIGHT, salt, 32, { N: 2 ** 14, r: 8, p: 1 })
    const [a, b] = [salt, hash].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
    return `${OLD}${a}$${b}`
  }

  it('is replaced with today’s at a sign-in, and keeps the time of the change', async () => {
    const site = createSite()
    await addUser(site, { password: null })
    const changedAt = new Date('2020-01-01')
    await site.adapter.setPassword({ userId: 'ann', hash: await weakHash(), changedAt, mustChange: false })
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
    const stored = await site.adapter.getPassword('ann')
    expect(stored?.hash.startsWith(OLD)).toBe(false)
    expect(stored?.changedAt).toEqual(changedAt)
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
  })

  it('stays if it cannot be replaced, and the user signs in', async () => {
    const site = createSite()
    await addUser(site, { password: null })
    const hash = await weakHash()
    await site.adapter.setPassword({ userId: 'ann', hash, changedAt: new Date(), mustChange: false })
    const setPassword = () => Promise.reject(new Error('read-only'))
    const readOnly = createSite({ adapter: { ...site.adapter, setPassword } })
    expect(targetOf(await signIn(readOnly.browser()))).toBe('/after')
    expect((await site.adapter.getPassword('ann'))?.hash).toBe(hash)
    expect(readOnly.app.errors).toContain('AdapterError')
  })

  it('is replaced once by sign-ins at the same time, which all succeed', async () => {
    const site = createSite()
    await addUser(site, { password: null })
    const hash = await weakHash()
    await site.adapter.setPassword({ userId: 'ann', hash, changedAt: new Date(), mustChange: false })
    const targets = await Promise.all(
      Array.from({ length: 4 }, async () => targetOf(await signIn(site.browser()))),
    )
    expect(new Set(targets)).toEqual(new Set(['/after']))
  })

  it('may be in a column of the application', async () => {
    const column = new Map([['ann', await weakHash()]])
    const storage = {
      read: async (id: string) => column.get(id) ?? null,
      write: async (id: string, value: string | null) =>
        void (value ? column.set(id, value) : column.delete(id)),
    }
    const site = createSite({ password: { storage } })
    await addUser(site, { password: null })
    expect(targetOf(await signIn(site.browser()))).toBe('/after')
    expect(column.get('ann')?.startsWith(OLD)).toBe(false)
    const targets = await Promise.all([1, 2].map(async () => targetOf(await signIn(site.browser()))))
    expect(targets).toEqual(['/after', '/after'])
  })
})

it('limits wrong passwords for an account, however it is written', async () => {
  const site = createSite({ config: { limits: { credentials: { attempts: 2, seconds: 60 } } } })
  await addUser(site)
  for (const email of [ANN, 'ANN@example.com']) await signIn(site.browser(), OTHER, { email })
  const response = await signIn(site.browser(), RIGHT)
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('60')
})

it('serves no other method, and no query', async () => {
  const site = createSite()
  await addUser(site)
  expect((await site.browser().get(`${BASE}/callback/password?email=${ANN}&password=x`)).status).toBe(405)
})

describe('`Password()` without `mail`', () => {
  const withoutMail = { config: { mail: undefined } }

  it('is a problem of the configuration', async () => {
    const { config } = createSite(withoutMail).auth
    expect((await config.checkConfig()).problem?.message).toMatch(/^`mail` is not set, but `Password` sends/)
  })

  it('is none if it sends no e-mail', async () => {
    const password = { signUp: false, reset: false, verifyAddress: false } as const
    expect((await createSite({ ...withoutMail, password }).auth.config.checkConfig()).problem).toBeUndefined()
  })
})
