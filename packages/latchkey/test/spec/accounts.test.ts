import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { sessionOf, signInAt } from '../kit/sign-in.ts'

/** An application with a database whose calls are written down, two ways to sign in at one provider, and links in mails. */
function setting(config: Partial<AuthConfig> = {}, adapter: Adapter = memory()) {
  const calls: [string, unknown[]][] = []
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const idp = createIdp()
  const app = createApp({
    adapter: watched(adapter, (method, args) => calls.push([method, args])),
    providers: [oidcFor(idp), oidcFor(idp, { id: 'second' }), mail],
    ...config,
  })
  return { app, idp, links, calls, browser: new Browser(app), names: () => calls.map(([name]) => name) }
}

/** Without what is ours beside the common methods. */
function common(adapter: Adapter = memory()): Adapter {
  const { createUserWithAccount, updateAccount, ...rest } = adapter
  return rest
}

describe('an account of who is signed in already', () => {
  // proves §11.2 5, §10.2 h
  it('stays theirs: no user, no account is made', async () => {
    const { idp, browser, calls, names } = setting({}, common())
    await signInAt(idp, browser)
    calls.length = 0
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(names()).not.toContain('createUser')
    expect(names()).not.toContain('linkAccount')
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('a link in a mail that is opened while somebody else is signed in', () => {
  // proves P-SE-3, §11.2 1, §11.2 3
  it('ends their session and begins one for the owner of the address', async () => {
    const { idp, links, browser, app } = setting()
    await signInAt(idp, browser)
    const kept = new Browser(app)
    for (const { name, value } of browser.cookies(ORIGIN)) kept.plant(ORIGIN, name, value)
    await browser.post(`${BASE}/signin/email`, { email: 'bob@example.com' })
    await browser.get(links[0] ?? '')
    expect(await sessionOf(browser)).toMatchObject({ user: { email: 'bob@example.com' } })
    expect(await sessionOf(kept)).toBeNull()
  })
})

describe('without a database', () => {
  // proves §11.2
  it('nobody is new, and nothing is stored', async () => {
    const told: unknown[] = []
    const idp = createIdp()
    const events = {
      createUser: () => told.push('createUser'),
      linkAccount: () => told.push('linkAccount'),
      signIn: told.push.bind(told),
    }
    const browser = new Browser(
      createApp({ providers: [oidcFor(idp)], events, pages: { newUser: '/welcome' } }),
    )
    expect((await signInAt(idp, browser)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(told).toEqual([expect.objectContaining({ isNewUser: false })])
  })
})

describe('linking with sessions in a cookie', () => {
  // proves P-AL-3, §7.2 getUser, §11.2 7
  it('finds the signed-in user by the id in the token', async () => {
    const { idp, browser, calls } = setting({ session: { strategy: 'jwt' } }, common())
    await signInAt(idp, browser)
    const claims = { sub: 'other', email: 'other@example.com' }
    await signInAt(idp, browser, { provider: 'second', claims })
    const [, [created]] = calls.find(([name]) => name === 'createUser') ?? ['', []]
    const { id } = created as { id: string }
    expect(calls).toContainEqual(['getUser', [id]])
    expect(calls).toContainEqual([
      'linkAccount',
      [expect.objectContaining({ provider: 'second', providerAccountId: 'other', userId: id })],
    ])
    expect(calls.filter(([name]) => name === 'createUser')).toHaveLength(1)
  })
})

describe('a database', () => {
  // proves §7.1, §7.2 createUser, §7.2 getUserByEmail, §7.2 getUserByAccount, §7.2 linkAccount
  // proves §7.2 createSession, §7.2 getSessionAndUser, §7.2 updateSession, §7.2 deleteSession
  // proves §7.2 createVerificationToken, §7.2 useVerificationToken, §7.2 updateUser
  // proves §7.2 unlinkAccount, §7.2 deleteUser, §7.5 b, §11.2 a, §11.2 b
  it('is called with what the contract says, and no method that has no place', async () => {
    const { idp, browser, links, calls } = setting({ session: { updateAge: 0 } }, common())
    await signInAt(idp, browser)
    await sessionOf(browser)
    await browser.post(`${BASE}/signout`)
    await browser.post(`${BASE}/signin/email`, { email: 'Ann@Example.com' })
    await browser.get(links[0] ?? '')
    const argumentsOf = (method: string): unknown[][] =>
      calls.filter(([name]) => name === method).map(([, args]) => args)
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
    const hash = expect.stringMatching(/^[\da-f]{64}$/)
    const date = expect.any(Date)
    const email = 'ann@example.com'
    expect(argumentsOf('createUser')).toEqual([
      [{ id: uuid, name: 'Ann', email, image: 'https://id.test/ann.png', emailVerified: null }],
    ])
    expect(argumentsOf('getUserByAccount')).toEqual([[{ provider: 'idp', providerAccountId: 'ann' }]])
    expect(new Set(argumentsOf('getUserByEmail').flat())).toEqual(new Set([email]))
    const kept = {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
    }
    const rest = { expires_at: expect.any(Number), scope: 'openid profile email', token_type: 'bearer' }
    const account = {
      provider: 'idp',
      providerAccountId: 'ann',
      type: 'oidc',
      userId: uuid,
      ...kept,
      ...rest,
    }
    expect(argumentsOf('linkAccount')).toEqual([[account]])
    const session = { sessionToken: hash, userId: uuid, expires: date }
    expect(argumentsOf('createSession')).toEqual([[session], [session]])
    expect(argumentsOf('getSessionAndUser')[0]).toEqual([hash])
    expect(argumentsOf('updateSession')).toEqual([[{ sessionToken: hash, expires: date }]])
    expect(argumentsOf('deleteSession')).toEqual([[hash]])
    expect(argumentsOf('createVerificationToken')).toEqual([
      [{ identifier: email, token: hash, expires: date }],
    ])
    expect(argumentsOf('useVerificationToken')).toEqual([[{ identifier: email, token: hash }]])
    expect(argumentsOf('updateUser')).toEqual([[{ id: uuid, emailVerified: date }]])
    expect([...argumentsOf('unlinkAccount'), ...argumentsOf('deleteUser')]).toEqual([])
  })

  // proves §7.2
  it.each([
    ['at once', (adapter: Adapter) => adapter],
    ['later', (adapter: Adapter) => watched(adapter, () => new Promise((resolve) => setTimeout(resolve, 1)))],
  ])('may answer %s', async (_, shape) => {
    const idp = createIdp()
    const browser = new Browser(
      createApp({ adapter: shape(memory()), providers: [oidcFor(idp)], session: { updateAge: 0 } }),
    )
    await signInAt(idp, browser)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
    await browser.post(`${BASE}/signout`)
    expect(await sessionOf(browser)).toBeNull()
  })

  // proves §7.2 createUser, §7.5, §5.3
  it('may choose ids of its own, numbers too: they go on as it gave them', async () => {
    const adapter = common()
    const numbered: Adapter = {
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
    const { idp, browser, calls } = setting({ session: { strategy: 'jwt' }, callbacks }, numbered)
    await signInAt(idp, browser)
    expect(calls).toContainEqual(['linkAccount', [expect.objectContaining({ userId: 7 })]])
    expect(subjects).toEqual(['7'])
  })

  // proves P-SE-7, §7.1 a
  it('may keep more of a user than the contract knows: it reaches callbacks and nothing else', async () => {
    const seen: unknown[] = []
    const idp = createIdp()
    const profile = ({ sub, email }: { sub?: string | null; email?: string | null }): { id: string } =>
      ({ id: String(sub), email, role: 'admin' }) as { id: string }
    const callbacks: AuthConfig['callbacks'] = {
      session: ({ session, user }) => {
        seen.push(user)
        return session
      },
    }
    const browser = new Browser(
      createApp({ adapter: memory(), providers: [oidcFor(idp, { profile })], callbacks }),
    )
    await signInAt(idp, browser)
    expect(await sessionOf(browser)).toEqual({
      user: { email: 'ann@example.com' },
      expires: expect.any(String),
    })
    expect(seen).toEqual([expect.objectContaining({ role: 'admin', emailVerified: null })])
  })

  // proves P-LG-1, §6.4, §7.4 b
  it('has each of its calls in the debug log, with what is no secret of its arguments', async () => {
    const { idp, browser, app, names } = setting()
    await signInAt(idp, browser)
    await sessionOf(browser)
    const calls = app.log.filter(
      ({ level, entry }) => level === 'debug' && String(entry).startsWith('adapter_'),
    )
    expect(names().length).toBeGreaterThan(4)
    expect(calls.map(({ entry }) => entry)).toEqual(names().map((name) => `adapter_${name}`))
    const told = JSON.stringify(calls.map(({ details }) => details))
    expect(told).toContain('"providerAccountId"')
    for (const { value } of browser.cookies(ORIGIN)) expect(told).not.toContain(value)
    expect(told).not.toMatch(/[\da-f]{64}/)
  })

  // proves §7.4 a, §14 AdapterError, §20 Q-19
  it('that fails is told once, with the original as cause', async () => {
    const adapter: Adapter = {
      ...memory(),
      getUserByAccount: () => Promise.reject(new Error('connection refused')),
    }
    const { idp, browser, app } = setting({}, adapter)
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&/)
    expect(app.errors).toEqual(['AdapterError'])
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      cause: { err: { message: 'connection refused' }, method: 'getUserByAccount' },
    })
  })
})

describe('a mail', () => {
  // proves P-ML-5
  it('is asked for with the same answer, whoever has the address', async () => {
    const { browser, app, links } = setting()
    await app.config.adapter?.createUser?.({ id: 'ann', email: 'ann@example.com', emailVerified: new Date() })
    const answers: object[] = []
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const response = await browser.post(`${BASE}/signin/email`, { email })
      const cookies = response.headers
        .getSetCookie()
        .map((cookie) => cookie.replace(/=[^;]+/, '').replace(/\.[\w-]{16};/, ';'))
      answers.push({
        status: response.status,
        body: await response.text(),
        location: response.headers.get('location'),
        cookies,
      })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(links).toHaveLength(2)
  })
})
