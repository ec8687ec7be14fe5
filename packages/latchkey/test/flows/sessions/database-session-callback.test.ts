import type { AuthConfig as AuthJsConfig } from '@auth/core'
import { Auth as authJs, skipCSRFCheck } from '@auth/core'
import { BASE, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readToken, type Setup, setUp, signedIn } from '@latchkey/test-support/kit/database.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { INTEGRATIONS } from '@latchkey/test-support/kit/integrations.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AdapterSession, type AdapterUser, type Callbacks, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

const CREATED_AT = new Date('2026-01-02T03:04:05.678Z')

/** A database whose users and sessions have more columns than Latchkey writes. */
function withColumns(user: object, session: object = {}): Adapter {
  const base = memory()
  return {
    ...base,
    async getSessionAndUser(token) {
      const found = await base.getSessionAndUser?.(token)
      return found ? { session: { ...found.session, ...session }, user: { ...found.user, ...user } } : null
    },
  }
}

/** A `session` callback that stores its parameters, and returns the session as it is. */
function recordTo(seen: unknown[]): Required<Callbacks>['session'] {
  return (params) => {
    seen.push(params)
    return params.session
  }
}

async function updateIn(browser: Browser, data: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const body = JSON.stringify({ data })
  return (await browser.send(`${BASE}/session`, { method: 'POST', headers, body })).json()
}

/** What `auth()` of server code returns. */
async function serverSession({ app }: Setup, browser: Browser): Promise<unknown> {
  const request = new Request(ORIGIN, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
  return (await createAuth(app.config).session(request)).session
}

describe('the session callback with database sessions', () => {
  // proves DROP-1, USR-6, CB-11, §13.2
  it('receives the columns of the session and the whole user, but no session token', async () => {
    const seen: unknown[] = []
    const adapter = withColumns({ role: 'admin' }, { id: 'row 1', createdAt: CREATED_AT })
    const setup = setUp({ callbacks: { session: recordTo(seen) } }, adapter)
    const browser = await signedIn(setup)
    await readSession(browser)
    const user = {
      id: expect.any(String),
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: null,
      image: expect.any(String),
      role: 'admin',
    }
    const userId = (await adapter.getUserByEmail?.('ann@example.com'))?.id
    expect(seen).toEqual([
      { session: { id: 'row 1', userId, expires: expect.any(Date), createdAt: CREATED_AT, user }, user },
    ])
  })

  // proves DROP-1, §20 Q-26
  it.each([{ hashToken: false }, { hashToken: true }])(
    'receives the session token in no column, with $hashToken',
    async (session) => {
      const seen: object[] = []
      const base = memory()
      const adapter: Adapter = {
        ...base,
        async getSessionAndUser(token) {
          const found = await base.getSessionAndUser?.(token)
          return found ? { ...found, session: { ...found.session, id: token } as AdapterSession } : null
        },
      }
      const setup = setUp({ session, callbacks: { session: recordTo(seen) } }, adapter)
      const browser = await signedIn(setup)
      const shown = [
        await readSession(browser),
        await updateIn(browser, {}),
        await serverSession(setup, browser),
      ]
      expect(seen).toHaveLength(3)
      expect(Object.keys((seen[0] as { session: object }).session)).toEqual(['userId', 'expires', 'user'])
      expect(JSON.stringify([seen, shown])).not.toContain(readToken(browser))
    },
  )

  // proves DROP-1, CB-11
  it('keeps every column of the user when it adds the id and returns the session', async () => {
    const setup = setUp(
      {
        callbacks: {
          session({ session, user }) {
            session.user.id = user.id
            return session
          },
        },
      },
      withColumns({ role: 'admin', emailVerified: CREATED_AT }),
    )
    const browser = await signedIn(setup)
    const shown = await readSession(browser)
    expect(shown).toMatchObject({
      userId: expect.any(String),
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      user: { role: 'admin', emailVerified: CREATED_AT.toISOString(), email: 'ann@example.com' },
    })
    // Server code receives what the browser receives.
    expect(await serverSession(setup, browser)).toEqual(shown)
    expect(setup.events.filter(({ name }) => name === 'session').at(-1)?.message).toMatchObject({
      session: { expires: expect.any(Date), user: { emailVerified: CREATED_AT } },
    })
  })

  // proves DROP-1
  it.each(INTEGRATIONS)('shapes the session that $name sends to the browser', async ({ base, respond }) => {
    const adapter = withColumns({ role: 'admin', passwordHash: 'scrypt$1' })
    const callbacks: Callbacks = { session: ({ session }) => session }
    const setup = setUp({ callbacks }, adapter)
    const browser = await signedIn(setup)
    const headers = { cookie: browser.cookiesFor(ORIGIN), host: 'app.test', 'x-forwarded-proto': 'https' }
    const response = await respond(setup.app.config, new Request(`${base}/session`, { headers }))
    const session = await response.json()
    expect(session).toMatchObject({
      userId: expect.any(String),
      user: { role: 'admin', emailVerified: null },
    })
    expect(JSON.stringify(session)).not.toMatch(/scrypt|sessionToken/)
  })

  // proves CB-11, §13.2 b, §13.4
  it('receives the data of an update and its trigger, and only then', async () => {
    const seen: unknown[] = []
    const setup = setUp({
      callbacks: {
        session({ session, newSession, trigger }) {
          seen.push({ newSession, trigger })
          return session
        },
      },
    })
    const browser = await signedIn(setup)
    await readSession(browser)
    await updateIn(browser, { nickname: 'Annie' })
    expect(seen).toEqual([
      { newSession: undefined, trigger: undefined },
      { newSession: { nickname: 'Annie' }, trigger: 'update' },
    ])
  })

  // proves DROP-1
  it('has the arguments, results and events that Auth.js has, except the session token', async () => {
    const setup = setUp(
      { session: { hashToken: false } },
      withColumns({ role: 'admin' }, { device: 'phone' }),
    )
    const browser = await signedIn(setup)
    const [expected, seen]: [unknown[], unknown[]] = [[], []]
    const createConfig = (to: unknown[]): object => ({
      callbacks: {
        session(params: { session: { user: AdapterUser }; user: AdapterUser }) {
          to.push(structuredClone(params))
          params.session.user.id = params.user.id
          return params.session
        },
      },
      events: { session: (message: unknown) => void to.push(structuredClone(message)) },
    })
    const base = { adapter: setup.adapter, secret: SECRET, trustHost: true, providers: [] }
    const requests = [
      new Request(`${BASE}/session`),
      new Request(`${BASE}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { nickname: 'Annie' } }),
      }),
    ]
    for (const request of requests) {
      const cookie = `__Secure-authjs.session-token=${readToken(browser)}`
      const sent = new Request(request.clone(), {
        headers: [
          ...request.headers,
          ['cookie', cookie],
          ['origin', ORIGIN],
          ['sec-fetch-site', 'same-origin'],
        ],
      })
      const reference = await authJs(sent.clone(), {
        ...base,
        ...createConfig(expected),
        skipCSRFCheck,
        basePath: '/auth',
        session: { strategy: 'database' },
      } as unknown as AuthJsConfig)
      const response = await createAuth({
        ...base,
        ...createConfig(seen),
        cookiePrefix: 'authjs',
        session: { hashToken: false },
      }).handle(sent)
      expected.push(await reference.json())
      seen.push(await response.json())
    }
    expect(seen).toHaveLength(6)
    expect(seen).toEqual(withoutToken(expected))
  })
})

/** Returns a copy without any `sessionToken`. */
function withoutToken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutToken)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'sessionToken')
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutToken(inner)]))
}

describe('a secret column of the user', () => {
  const SECRETS = {
    password: 'scrypt$1',
    passwordHash: 'scrypt$2',
    hashed_password: 'scrypt$3',
    hash: 'scrypt$4',
    salt: 'pepper',
    totpSecret: 'JBSWY3DP',
    recoveryCodes: ['one', 'two'],
    resetToken: 'reset',
    passkeyKey: 'shown',
  }

  /** Tokens by usual names, and columns that only look like some. */
  const TOKENS = {
    ...Object.fromEntries(
      [
        ...['accessToken', 'access_token', 'idToken', 'verificationToken', 'rememberToken', 'inviteToken'],
        ...[
          'token',
          'apiKey',
          'api_key',
          'signingKey',
          'mfaSeed',
          'magicCode',
          'securityAnswer',
          'pin',
          'pw',
        ],
      ].map((name) => [name, `token of ${name}`]),
    ),
    pinCode: '110001',
    countryCode: 'IN',
    tokenType: 'Bearer',
    publicKey: 'shown',
  }

  // proves DROP-1
  it.each([
    ['returns the session', ({ session }: { session: object }) => session],
    [
      'copies the user',
      ({ session, user }: { session: object; user: object }) => ({ ...session, user: { ...user } }),
    ],
    [
      'returns the user elsewhere',
      ({ session, user }: { session: object; user: object }) => ({ ...session, me: user }),
    ],
  ])('is not sent to a browser when the callback %s, and is logged once', async (_, session) => {
    const setup = setUp({ callbacks: { session: session as never } }, withColumns(SECRETS))
    const browser = await signedIn(setup)
    const texts = [
      await readSession(browser),
      await updateIn(browser, {}),
      await serverSession(setup, browser),
    ]
    expect(JSON.stringify(texts)).not.toMatch(/scrypt|pepper|JBSWY3DP|one|"reset"/)
    expect(JSON.stringify(texts)).toContain('shown')
  })

  // proves DROP-1
  it.each([
    ['in a copy of the user', ({ user }: { user: object }) => structuredClone(user)],
    ['in JSON of the user', ({ user }: { user: object }) => JSON.parse(JSON.stringify(user))],
    [
      'in a user who converts to JSON',
      ({ user }: { user: object }) => ({ toJSON: () => structuredClone(user) }),
    ],
    [
      'in a part of the user',
      ({ user }: { user: object }) => ({ auth: { ...('auth' in user && (user.auth as object)) } }),
    ],
  ])('is not sent to a browser %s', async (_, pick) => {
    const columns = {
      recoveryCodes: ['scrypt$1', 'scrypt$2'],
      'password-hash': 'scrypt$3',
      auth: { password: { hash: 'scrypt$4' }, privateKey: 'scrypt$5', attempts: 10 },
    }
    const session = (params: { session: object; user: AdapterUser }): object => ({
      ...params.session,
      user: pick(params),
    })
    const setup = setUp({ callbacks: { session: session as never } }, withColumns(columns))
    const browser = await signedIn(setup)
    const texts = [
      await readSession(browser),
      await updateIn(browser, {}),
      await serverSession(setup, browser),
    ]
    expect(JSON.stringify(texts)).toContain('attempts')
    expect(JSON.stringify(texts)).not.toContain('scrypt')
  })

  // proves DROP-1
  it.each([
    ['returns the session', ({ session }: { session: object }) => session],
    ['copies the user', ({ user }: { user: object }) => ({ user: { ...user, role: 'admin' } })],
    ['copies the user into the session', ({ user }: { user: object }) => ({ ...user })],
    [
      'copies all but another secret',
      ({ user: { salt, ...rest } }: { user: { salt: string } }) => ({ me: [structuredClone(rest)] }),
    ],
  ])('is not sent to a browser if it is a token, and the callback %s', async (_, session) => {
    const setup = setUp(
      { callbacks: { session: session as never } },
      withColumns({ ...TOKENS, salt: 'pepper', accounts: [{ access_token: 'token of a part', id: 7 }] }),
    )
    const browser = await signedIn(setup)
    const texts = [
      await readSession(browser),
      await updateIn(browser, {}),
      await serverSession(setup, browser),
    ]
    expect(JSON.stringify(texts)).not.toMatch(/"token of|pepper/)
    expect(JSON.stringify(texts)).toContain('ann@example.com')
    expect(JSON.stringify(texts)).toContain('110001')
  })

  // proves DROP-1
  it('is sent if it is a token that the callback picked', async () => {
    const setup = setUp(
      {
        callbacks: {
          session: ({ session, user }) => {
            const { accessToken, id, name } = user as AdapterUser & { accessToken: string }
            return { ...session, user: { id, name, accessToken }, accessToken, idToken: 'of a query' }
          },
        },
      },
      withColumns(TOKENS),
    )
    expect(await readSession(await signedIn(setup))).toMatchObject({
      user: { accessToken: 'token of accessToken' },
      accessToken: 'token of accessToken',
      idToken: 'of a query',
    })
    expect(setup.app.log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  // proves DROP-1
  it('is passed on as text if it is a `bigint` and not a secret', async () => {
    const callbacks: Callbacks = { session: ({ session }) => session }
    const setup = setUp({ callbacks }, withColumns({ discordId: 80351110224678912n }))
    const browser = await signedIn(setup)
    const expected = { user: { discordId: '80351110224678912' } }
    expect(await readSession(browser)).toMatchObject(expected)
    expect(await serverSession(setup, browser)).toMatchObject(expected)
  })

  // proves DROP-1, CB-11
  it.each([
    [
      'a circle',
      () => {
        const circle: { self?: object } = {}
        circle.self = circle
        return circle
      },
    ],
    ['nothing', () => ({ toJSON: () => undefined })],
  ])('leaves the session unchanged if the callback returns %s', async (_, session) => {
    const extended = vi.fn()
    const base = memory()
    const adapter: Adapter = {
      ...base,
      async updateSession(changed) {
        extended()
        return base.updateSession?.(changed)
      },
    }
    const setup = setUp({ session: { updateAge: 0 }, callbacks: { session: session as never } }, adapter)
    const browser = await signedIn(setup)
    const response = await browser.get(`${BASE}/session`)
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
    expect(extended).not.toHaveBeenCalled()
    const errors = setup.app.log.filter(({ level }) => level === 'error')
    expect(JSON.stringify(errors)).toContain('SessionError')
  })

  // proves DROP-1
  it('is named in the log once, with the fix', async () => {
    const setup = setUp({ callbacks: { session: ({ session }) => session } }, withColumns({ pwd: 'x' }))
    const browser = await signedIn(setup)
    await readSession(browser)
    await readSession(browser)
    const warnings = setup.app.log.filter(({ level }) => level === 'warn')
    expect(warnings.map(({ entry }) => entry)).toEqual(['session-secret'])
    expect(JSON.stringify(warnings)).toContain('`pwd`')
  })

  // proves DROP-1
  it('is passed to the callback, which may return what it derives from it', async () => {
    const setup = setUp(
      {
        callbacks: {
          session: ({ session, user }) => ({
            ...session,
            hasPassword: Boolean((user as { passwordHash?: string }).passwordHash),
            passwordChangedAt: (user as { passwordChangedAt?: Date }).passwordChangedAt,
            mustChangePassword: (user as { mustChangePassword?: boolean }).mustChangePassword,
          }),
        },
      },
      withColumns({ ...SECRETS, passwordChangedAt: CREATED_AT, mustChangePassword: true }),
    )
    expect(await readSession(await signedIn(setup))).toMatchObject({
      hasPassword: true,
      passwordChangedAt: CREATED_AT.toISOString(),
      mustChangePassword: true,
      user: { mustChangePassword: true },
    })
  })
})
