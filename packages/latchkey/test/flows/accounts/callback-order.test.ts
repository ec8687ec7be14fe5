import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, createIdp, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { linkTo, newAddress, setUp as setUpEmail, useInbox } from '@latchkey/test-support/kit/email.ts'
import { moveTo } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

useInbox()

afterEach(() => {
  vi.useRealTimers()
})

type Strategy = 'jwt' | 'database'

/** Records the callbacks, the listeners and the session methods of the adapter in their order. */
function recorder() {
  const calls: string[] = []
  const record = (name: string, trigger?: string) => calls.push(trigger ? `${name} ${trigger}` : name)
  const callbacks: AuthConfig['callbacks'] = {
    redirect({ url }) {
      record('redirect')
      return url
    },
    signIn() {
      record('signIn')
      return true
    },
    jwt({ token, trigger }) {
      record('jwt', trigger)
      return token
    },
    session({ session, trigger }) {
      record('session', trigger)
      return session
    },
  }
  const names = ['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session']
  const events = Object.fromEntries(names.map((name) => [name, () => record(`events.${name}`)]))
  const adapter = watched(memory(), (method) => {
    if (/Session/.test(method)) record(`adapter.${method}`)
  })
  return {
    config: { callbacks, events, adapter },
    /** Returns what was called since the last time. */
    take: () => calls.splice(0),
  }
}

/** A browser with a session of a strategy, and the calls since it was signed in. */
async function signedIn(strategy: Strategy) {
  const { config, take } = recorder()
  const idp = createIdp()
  const app = createApp({ ...config, session: { strategy }, providers: [oidcFor(idp), passwordProvider] })
  const browser = new Browser(app)
  const signIn = async () => {
    const start = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    return [take(), (await browser.get(idp.agree(start.headers.get('location') ?? '').href)) && take()]
  }
  return { app, browser, take, signIn, first: await signIn() }
}

describe('the order of callbacks and events', () => {
  it('at a sign-in with a provider, first as a new user, then again', async () => {
    const jwt = await signedIn('jwt')
    expect(jwt.first).toEqual([
      ['redirect'],
      ['signIn', 'events.createUser', 'events.linkAccount', 'jwt signUp', 'events.signIn'],
    ])
    // Twice also for the session of this browser, to which the account could be linked.
    expect(await jwt.signIn()).toEqual([
      ['redirect', 'jwt'],
      ['signIn', 'jwt', 'jwt signIn', 'events.signIn'],
    ])
    const database = await signedIn('database')
    expect(database.first).toEqual([
      ['redirect'],
      ['signIn', 'events.createUser', 'events.linkAccount', 'adapter.createSession', 'events.signIn'],
    ])
  })

  it('at a sign-in with credentials', async () => {
    const { browser, take } = await signedIn('jwt')
    take()
    const fields = { email: 'ann@example.com', password: 'right', callbackUrl: '/after' }
    await browser.post(`${BASE}/callback/credentials`, fields)
    expect(take()).toEqual(['redirect', 'signIn', 'jwt signIn', 'events.signIn'])
  })

  it('at a sign-in with an e-mail link', async () => {
    const { config, take } = recorder()
    const { adapter, ...others } = config
    const { browser } = setUpEmail({ ...others, session: { strategy: 'jwt' } }, {}, adapter)
    const email = newAddress()
    await browser.post(`${BASE}/signin/email`, { email, callbackUrl: '/after' })
    expect(take()).toEqual(['redirect', 'signIn'])
    await browser.get(await linkTo(email))
    expect(take()).toEqual(['redirect', 'signIn', 'events.createUser', 'jwt signUp', 'events.signIn'])
    await browser.post(`${BASE}/signin/email`, { email, callbackUrl: '/after' })
    await browser.get(await linkTo(email))
    expect(take().slice(2)).toEqual([
      'redirect',
      'signIn',
      'events.updateUser',
      'jwt signIn',
      'events.signIn',
    ])
  })

  const reads: { strategy: Strategy; calls: string[]; renewing: string[] }[] = [
    {
      strategy: 'jwt',
      calls: ['jwt', 'session', 'events.session'],
      renewing: ['jwt', 'session', 'events.session'],
    },
    {
      strategy: 'database',
      calls: ['adapter.getSessionAndUser', 'session', 'events.session'],
      renewing: ['adapter.getSessionAndUser', 'session', 'adapter.updateSession', 'events.session'],
    },
  ]
  it.each(reads)('when a session is read, with the strategy $strategy', async ({ strategy, ...expected }) => {
    const { browser, take } = await signedIn(strategy)
    await browser.get(`${BASE}/session`)
    expect(take()).toEqual(expected.calls)
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000, toFake: ['Date'] })
    await browser.get(`${BASE}/session`)
    expect(take()).toEqual(expected.renewing)
  })

  const updates: { strategy: Strategy; calls: string[] }[] = [
    { strategy: 'jwt', calls: ['jwt update', 'session', 'events.session'] },
    { strategy: 'database', calls: ['adapter.getSessionAndUser', 'session update', 'events.session'] },
  ]
  it.each(updates)('at an update, with the strategy $strategy', async ({ strategy, calls }) => {
    const { browser, take } = await signedIn(strategy)
    await browser.post(`${BASE}/session`, { data: 'x' })
    expect(take()).toEqual(calls)
  })

  const signOuts: { strategy: Strategy; calls: string[] }[] = [
    { strategy: 'jwt', calls: ['events.signOut', 'redirect'] },
    { strategy: 'database', calls: ['adapter.deleteSession', 'events.signOut', 'redirect'] },
  ]
  it.each(signOuts)('at a sign-out, with the strategy $strategy', async ({ strategy, calls }) => {
    const { browser, take } = await signedIn(strategy)
    await browser.post(`${BASE}/signout`, { callbackUrl: '/after' })
    expect(take()).toEqual(calls)
  })

  it('runs none of them when all sessions of a user are ended', async () => {
    const { app, take } = await signedIn('database')
    await createAuth(app.config).revokeSessions('someone')
    expect(take()).toEqual(['adapter.deleteSessionsByUserId'])
  })
})

describe('a callback that throws', () => {
  const fail = (): never => {
    throw new Error('a fault of the application')
  }

  it.each<Strategy>(['jwt', 'database'])(
    'leaves no session if it is `redirect` at a sign-out, with the strategy %s',
    async (strategy) => {
      const { browser, app } = await signedIn(strategy)
      const copy = moveTo(app, browser)
      const broken = createApp({ ...app.config, callbacks: { ...app.config.callbacks, redirect: fail } })
      const response = await moveTo(broken, browser).post(`${BASE}/signout`, { callbackUrl: '/after' })
      expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/auth/error')
      expect(response.headers.getSetCookie().join()).toContain('session-token=;')
      expect(await readSession(copy)).toBeNull()
    },
  )

  it('starts no session if it is `jwt` at a sign-in, but stores the new user', async () => {
    const { config, take } = recorder()
    const idp = createIdp()
    const callbacks = { ...config.callbacks, jwt: fail }
    const app = createApp({
      ...config,
      callbacks,
      session: { strategy: 'jwt' },
      providers: [oidcFor(idp)],
    })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    expect(take()).toEqual(['redirect', 'signIn', 'events.createUser', 'events.linkAccount'])
    expect(await readSession(browser)).toBeNull()
    expect(app.errors).toEqual(['SessionError'])
  })
})

it('emits no event at a sign-out without a session cookie', async () => {
  const { app, take } = await signedIn('database')
  await new Browser(app).post(`${BASE}/signout`, { callbackUrl: '/after' })
  expect(take()).toEqual(['redirect'])
})
