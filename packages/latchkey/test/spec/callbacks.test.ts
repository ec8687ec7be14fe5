import {
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig, CredentialsConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError } from 'latchkey/errors'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it, vi } from 'vitest'

const form = { email: 'ann@example.com', password: 'right', callbackUrl: '/after' }

describe('the redirect callback', () => {
  // proves CB-18, CB-19, §4.3
  it('is called at sign-in and sign-out, with the origin of the application', async () => {
    const calls: unknown[] = []
    const redirect = (params: { url: string; baseUrl: string }): string => {
      calls.push(params)
      return `${params.baseUrl}/decided`
    }
    const idp = createIdp()
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { redirect } })
    const browser = new Browser(app)
    expect((await signInAt(idp, browser)).headers.get('location')).toBe(`${ORIGIN}/decided`)
    expect(calls).toContainEqual({ url: '/after', baseUrl: ORIGIN })
    calls.length = 0
    const response = await browser.post(`${BASE}/signout`, { callbackUrl: 'https://elsewhere.test/' })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/decided`)
    expect(calls).toEqual([{ url: 'https://elsewhere.test/', baseUrl: ORIGIN }])
  })

  // proves AUD-D7, CB-19
  it('chooses the page after a sign-in or sign-out without a callback URL', async () => {
    const redirect = ({ url, baseUrl }: { url: string; baseUrl: string }): string =>
      url === baseUrl ? '/dashboard' : url
    const idp = createIdp()
    const app = createApp({ providers: [passwordProvider, oidcFor(idp)], callbacks: { redirect } })
    const browser = new Browser(app)
    const { callbackUrl, ...rest } = form
    const started = await browser.post(`${BASE}/signin/idp`)
    const responses = [
      await browser.get(idp.agree(started.headers.get('location') ?? '').href),
      await browser.post(`${BASE}/signout`),
      await browser.post(`${BASE}/callback/credentials`, rest),
    ]
    expect(responses.map(({ headers }) => headers.get('location'))).toEqual(
      Array(3).fill(`${ORIGIN}/dashboard`),
    )
  })

  // proves §4.3
  it('is optional: without a callback URL, the user is redirected to the home page', async () => {
    const browser = new Browser(createApp())
    const { callbackUrl, ...rest } = form
    expect((await browser.post(`${BASE}/callback/credentials`, rest)).headers.get('location')).toBe(ORIGIN)
  })
})

describe('credentials', () => {
  const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com', role: 'admin' }

  function createTestBrowser(
    config: Partial<AuthConfig>,
    authorize: CredentialsConfig['authorize'] = () => ann,
  ): Browser {
    return new Browser(
      createApp({
        providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
        ...config,
      }),
    )
  }

  // proves ACC-2, ACC-5, ACC-6, CB-3, CB-4, CB-15, EV-2, EV-6, EV-7, §11.1 d, §12.2 f
  it('are passed to callbacks and event listeners, with the user that `authorize` returned', async () => {
    const received: Record<string, unknown> = {}
    const browser = createTestBrowser({
      callbacks: {
        signIn: ({ credentials, ...params }) =>
          Boolean(Object.assign(received, { signIn: params, credentials: { ...credentials } })),
        jwt: (params) => {
          received.jwt = params
          return params.token
        },
      },
      events: { signIn: (message) => Object.assign(received, { event: message }) },
      pages: { newUser: '/welcome' },
    })
    const response = await browser.post(`${BASE}/callback/credentials`, form)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    const account = { provider: 'credentials', type: 'credentials', providerAccountId: 'ann' }
    expect(received.signIn).toEqual({ user: ann, account, profile: undefined })
    expect(received.credentials).toEqual(form)
    expect(received.jwt).toMatchObject({
      token: { sub: 'ann', name: 'Ann' },
      user: ann,
      account,
      trigger: 'signIn',
      isNewUser: false,
    })
    expect(received.jwt).toMatchObject({ profile: undefined })
    expect(received.event).toEqual({ user: ann, account, profile: undefined, isNewUser: false })
  })

  // proves §12.2 a
  it('are passed to `authorize` with the headers and the URL of the request', async () => {
    const requests: { url: string; method: string; agent: string | null }[] = []
    const browser = createTestBrowser({}, (_, { url, method, headers }) => {
      requests.push({ url, method, agent: headers.get('user-agent') })
      return null
    })
    await browser.post(`${BASE}/callback/credentials?from=page`, form, { 'user-agent': 'a browser' })
    expect(requests).toEqual([
      { url: `${BASE}/callback/credentials?from=page`, method: 'POST', agent: 'a browser' },
    ])
  })

  // proves §12.2 c
  it('pass a numeric user id to callbacks as a string', async () => {
    const ids: unknown[] = []
    const browser = createTestBrowser(
      {
        callbacks: {
          jwt: ({ token, user, account }) => {
            ids.push(token.sub, user?.id, account?.providerAccountId)
            return token
          },
        },
      },
      () => ({ id: 7 }) as unknown as { id: string },
    )
    await browser.post(`${BASE}/callback/credentials`, form)
    expect(ids).toEqual(['7', '7', '7'])
  })

  // proves P-CR-6, P-LG-1
  it('never appear in a URL, a page, a cookie or the log', async () => {
    for (const authorize of [() => ann, () => null, () => Promise.reject(new Error('down'))]) {
      const app = createApp({
        providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
      })
      const browser = new Browser(app)
      const response = await browser.post(`${BASE}/callback/credentials`, { ...form, password: 'hunter2' })
      const { response: page, url } = await browser.follow(response)
      const { inspect } = await import('node:util')
      const outputs = [url, await page.text(), browser.cookiesFor(ORIGIN), inspect(app.log, { depth: 20 })]
      expect(outputs.join('\n')).not.toContain('hunter2')
    }
  })
})

describe('the signIn callback', () => {
  // proves §11.1 b
  it('can throw an AuthError, which is logged unchanged', async () => {
    class Suspended extends AuthError {}
    const idp = createIdp()
    const signIn = (): never => {
      throw new Suspended('not now')
    }
    const app = createApp({ providers: [oidcFor(idp)], callbacks: { signIn } })
    await signInAt(idp, new Browser(app))
    expect(app.log.find(({ level }) => level === 'error')?.entry).toBeInstanceOf(Suspended)
    expect(app.errors).toEqual(['AuthError'])
  })
})

describe('event listeners', () => {
  // proves CFG-14
  it('are optional', async () => {
    const app = createApp({ events: undefined })
    const browser = await signedIn(app)
    expect(await readSession(browser)).not.toBeNull()
    await browser.post(`${BASE}/signout`)
    expect(app.errors).toEqual([])
  })

  // proves EV-1
  it('are awaited', async () => {
    const order: string[] = []
    const app = createApp({
      events: {
        signIn: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          order.push('event')
        },
      },
    })
    await signedIn(app)
    order.push('response')
    expect(order).toEqual(['event', 'response'])
  })

  // proves EV-10
  it('receive only the documented events, and no request goes to another server', async () => {
    const names = new Set<string>()
    const events = new Proxy({}, { get: (_, name) => () => void names.add(String(name)) })
    const outbound = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('unexpected request'))
    const idp = createIdp()
    const app = createApp({ adapter: memory(), providers: [oidcFor(idp)], events })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    await readSession(browser)
    await browser.post(`${BASE}/session`, { data: 'x' })
    await browser.post(`${BASE}/signout`)
    expect([...names].sort()).toEqual([
      'createUser',
      'linkAccount',
      'security',
      'session',
      'signIn',
      'signOut',
    ])
    expect(outbound).not.toHaveBeenCalled()
    expect(new Set(idp.urls.map((url) => new URL(url).origin))).toEqual(new Set([idp.issuer]))
    outbound.mockRestore()
  })
})

describe('an application', () => {
  // proves GEN-7, CFG-4, CFG-8, CFG-9, CFG-26
  it('can configure callbacks, events, pages, cookies, the logger and the adapter', async () => {
    const messages: string[] = []
    const idp = createIdp()
    const adapter = memory()
    const app = createApp({
      adapter,
      providers: [oidcFor(idp)],
      callbacks: { session: ({ session }) => ({ ...session, team: 'blue' }) },
      events: { createUser: ({ user }) => messages.push(`created ${user.name}`) },
      pages: { newUser: '/welcome' },
      cookies: { sessionToken: { name: 'sid' } },
      logger: { error: () => {}, warn: () => {}, debug: (message) => messages.push(message) },
    })
    const browser = new Browser(app)
    expect((await signInAt(idp, browser)).headers.get('location')).toMatch(/\/welcome\?/)
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(['sid'])
    expect(await readSession(browser)).toMatchObject({ team: 'blue' })
    expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({ name: 'Ann' })
    expect(messages).toEqual(expect.arrayContaining(['created Ann', 'adapter_createSession']))
  })
})
