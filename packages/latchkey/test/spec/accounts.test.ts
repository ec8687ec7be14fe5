import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

/**
 * Creates an application with a recorded database, two OpenID Connect providers and e-mail links.
 */
function createTestApp(config: Partial<AuthConfig> = {}, adapter: Adapter = memory()) {
  const calls: { method: string; args: unknown[] }[] = []
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const idp = createIdp()
  const app = createApp({
    adapter: watched(adapter, (method, args) => calls.push({ method, args })),
    providers: [oidcFor(idp), oidcFor(idp, { id: 'second' }), mail],
    ...config,
  })
  return {
    app,
    idp,
    links,
    calls,
    browser: new Browser(app),
    methods: () => calls.map(({ method }) => method),
  }
}

/** Returns an adapter with only the methods of Auth.js adapters. */
function withoutExtensions(adapter: Adapter = memory()): Adapter {
  const { createUserWithAccount, updateAccount, ...rest } = adapter
  return rest
}

describe('an account that belongs to the signed-in user', () => {
  // proves §11.2 5, §10.2 h
  it('stays linked to that user, and no user or account is created', async () => {
    const { idp, browser, calls, methods } = createTestApp({}, withoutExtensions())
    await signInAt(idp, browser)
    calls.length = 0
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(methods()).not.toContain('createUser')
    expect(methods()).not.toContain('linkAccount')
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('an e-mail link that is opened while another user is signed in', () => {
  // proves P-SE-3, §11.2 1, §11.2 3
  it('ends the session of that user and starts one for the owner of the address', async () => {
    const { idp, links, browser, app } = createTestApp()
    await signInAt(idp, browser)
    const withOldCookies = new Browser(app)
    for (const { name, value } of browser.cookies(ORIGIN)) withOldCookies.plant(ORIGIN, name, value)
    await browser.post(`${BASE}/signin/email`, { email: 'bob@example.com' })
    await browser.get(links[0] ?? '')
    expect(await readSession(browser)).toMatchObject({ user: { email: 'bob@example.com' } })
    expect(await readSession(withOldCookies)).toBeNull()
  })
})

describe('a sign-in without a database', () => {
  // proves §11.2
  it('reports no new user and creates no user or account', async () => {
    const messages: unknown[] = []
    const idp = createIdp()
    const events = {
      createUser: () => messages.push('createUser'),
      linkAccount: () => messages.push('linkAccount'),
      signIn: messages.push.bind(messages),
    }
    const browser = new Browser(
      createApp({ providers: [oidcFor(idp)], events, pages: { newUser: '/welcome' } }),
    )
    expect((await signInAt(idp, browser)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(messages).toEqual([expect.objectContaining({ isNewUser: false })])
  })
})

describe('account linking with JWT sessions', () => {
  // proves P-AL-3, §7.2 getUser, §11.2 7
  it('finds the signed-in user by the id in the token', async () => {
    const { idp, browser, calls } = createTestApp({ session: { strategy: 'jwt' } }, withoutExtensions())
    await signInAt(idp, browser)
    const claims = { sub: 'other', email: 'other@example.com' }
    await signInAt(idp, browser, { provider: 'second', claims })
    const [created] = calls.find(({ method }) => method === 'createUser')?.args ?? []
    const { id } = created as { id: string }
    expect(calls).toContainEqual({ method: 'getUser', args: [id] })
    expect(calls).toContainEqual({
      method: 'linkAccount',
      args: [expect.objectContaining({ provider: 'second', providerAccountId: 'other', userId: id })],
    })
    expect(calls.filter(({ method }) => method === 'createUser')).toHaveLength(1)
  })
})

describe('a database', () => {
  // proves §7.1, §7.2 createUser, §7.2 getUserByEmail, §7.2 getUserByAccount, §7.2 linkAccount
  // proves §7.2 createSession, §7.2 getSessionAndUser, §7.2 updateSession, §7.2 deleteSession
  // proves §7.2 createVerificationToken, §7.2 useVerificationToken, §7.2 updateUser
  // proves §7.2 unlinkAccount, §7.2 deleteUser, §7.5 b, §11.2 a, §11.2 b
  it('gets the arguments of the adapter contract, and only the calls that are needed', async () => {
    const { idp, browser, links, calls } = createTestApp({ session: { updateAge: 0 } }, withoutExtensions())
    await signInAt(idp, browser)
    await readSession(browser)
    await browser.post(`${BASE}/signout`)
    await browser.post(`${BASE}/signin/email`, { email: 'Ann@Example.com' })
    await browser.get(links[0] ?? '')
    const listArguments = (name: string): unknown[][] =>
      calls.filter(({ method }) => method === name).map(({ args }) => args)
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
    const hash = expect.stringMatching(/^[\da-f]{64}$/)
    const date = expect.any(Date)
    const email = 'ann@example.com'
    expect(listArguments('createUser')).toEqual([
      [{ id: uuid, name: 'Ann', email, image: 'https://id.test/ann.png', emailVerified: null }],
    ])
    const account = { provider: 'idp', providerAccountId: 'ann' }
    // Again before the user is created: another request may have created them.
    expect(listArguments('getUserByAccount')).toEqual([[account], [account]])
    expect(new Set(listArguments('getUserByEmail').flat())).toEqual(new Set([email]))
    const tokens = {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
    }
    const rest = { expires_at: expect.any(Number), scope: 'openid profile email', token_type: 'bearer' }
    const linked = {
      ...account,
      type: 'oidc',
      userId: uuid,
      ...tokens,
      ...rest,
    }
    expect(listArguments('linkAccount')).toEqual([[linked]])
    const session = { sessionToken: hash, userId: uuid, expires: date }
    expect(listArguments('createSession')).toEqual([[session], [session]])
    expect(listArguments('getSessionAndUser')[0]).toEqual([hash])
    expect(listArguments('updateSession')).toEqual([[{ sessionToken: hash, expires: date }]])
    expect(listArguments('deleteSession')).toEqual([[hash]])
    expect(listArguments('createVerificationToken')).toEqual([
      [{ identifier: email, token: hash, expires: date }],
    ])
    expect(listArguments('useVerificationToken')).toEqual([[{ identifier: email, token: hash }]])
    expect(listArguments('updateUser')).toEqual([[{ id: uuid, emailVerified: date }]])
    expect([...listArguments('unlinkAccount'), ...listArguments('deleteUser')]).toEqual([])
  })

  // proves §7.2
  it.each([
    ['values', (adapter: Adapter) => adapter],
    [
      'promises',
      (adapter: Adapter) => watched(adapter, () => new Promise((resolve) => setTimeout(resolve, 1))),
    ],
  ])('can have methods that return %s', async (_, wrap) => {
    const idp = createIdp()
    const browser = new Browser(
      createApp({ adapter: wrap(memory()), providers: [oidcFor(idp)], session: { updateAge: 0 } }),
    )
    await signInAt(idp, browser)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    await browser.post(`${BASE}/signout`)
    expect(await readSession(browser)).toBeNull()
  })

  // proves §7.2 createUser, §7.5, §5.3
  it('can choose its own ids, including numbers, which are passed on unchanged', async () => {
    const adapter = withoutExtensions()
    const withNumericIds: Adapter = {
      ...adapter,
      createUser: (user) => adapter.createUser?.({ ...user, id: 7 as unknown as string }) as never,
    }
    const subjects: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token }) => {
        subjects.push(token.sub)
        return token
      },
    }
    const { idp, browser, calls } = createTestApp({ session: { strategy: 'jwt' }, callbacks }, withNumericIds)
    await signInAt(idp, browser)
    expect(calls).toContainEqual({ method: 'linkAccount', args: [expect.objectContaining({ userId: 7 })] })
    expect(subjects).toEqual(['7'])
  })

  // proves P-SE-7, §7.1 a
  it('can store extra fields of a user, which callbacks receive', async () => {
    const users: unknown[] = []
    const idp = createIdp()
    const profile = ({ sub, email }: { sub?: string | null; email?: string | null }): { id: string } =>
      ({ id: String(sub), email, role: 'admin' }) as { id: string }
    const callbacks: AuthConfig['callbacks'] = {
      session: ({ session, user }) => {
        users.push(user)
        return { ...session, user: { email: user.email } }
      },
    }
    const browser = new Browser(
      createApp({ adapter: memory(), providers: [oidcFor(idp, { profile })], callbacks }),
    )
    await signInAt(idp, browser)
    expect(await readSession(browser)).toEqual({
      user: { email: 'ann@example.com' },
      userId: expect.any(String),
      expires: expect.any(String),
    })
    expect(users).toEqual([expect.objectContaining({ role: 'admin', emailVerified: null })])
  })

  // proves P-LG-1, §6.4, §7.4 b
  it('has each of its calls in the debug log, with arguments that contain no secret', async () => {
    const { idp, browser, app, methods } = createTestApp()
    await signInAt(idp, browser)
    await readSession(browser)
    const calls = app.log.filter(
      ({ level, entry }) => level === 'debug' && String(entry).startsWith('adapter_'),
    )
    expect(methods().length).toBeGreaterThan(4)
    expect(calls.map(({ entry }) => entry)).toEqual(methods().map((method) => `adapter_${method}`))
    const logged = JSON.stringify(calls.map(({ details }) => details))
    expect(logged).toContain('"providerAccountId"')
    for (const { value } of browser.cookies(ORIGIN)) expect(logged).not.toContain(value)
    expect(logged).not.toMatch(/[\da-f]{64}/)
  })

  // proves §7.4 a, §14 AdapterError, §20 Q-19
  it('has its errors logged once, with the original error as the cause', async () => {
    const adapter: Adapter = {
      ...memory(),
      getUserByAccount: () => Promise.reject(new Error('connection refused')),
    }
    const { idp, browser, app } = createTestApp({}, adapter)
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&/)
    expect(app.errors).toEqual(['AdapterError'])
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      cause: { err: { message: 'connection refused' }, method: 'getUserByAccount' },
    })
  })
})

describe('a request for an e-mail link', () => {
  // proves P-ML-5
  it('has the same response for a known and an unknown e-mail address', async () => {
    const { browser, app, links } = createTestApp()
    await app.config.adapter?.createUser?.({ id: 'ann', email: 'ann@example.com', emailVerified: new Date() })
    const responses: object[] = []
    for (const email of ['ann@example.com', 'unknown@example.com']) {
      const response = await browser.post(`${BASE}/signin/email`, { email })
      const cookies = response.headers
        .getSetCookie()
        .map((cookie) => cookie.replace(/=[^;]+/, '').replace(/\.[\w-]{16};/, ';'))
      responses.push({
        status: response.status,
        body: await response.text(),
        location: response.headers.get('location'),
        cookies,
      })
    }
    expect(responses[0]).toEqual(responses[1])
    expect(links).toHaveLength(2)
  })
})
