import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  authenticate,
  optionsFor,
  readLocation,
  register,
  type Setup,
  send,
  setUp,
  storedId,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import Passkey from 'latchkey/providers/passkey'
import { createStorage } from 'unstorage'
import { describe, expect, it, onTestFinished } from 'vitest'

function sqliteInMemory(): Adapter {
  const adapter = sqlite(':memory:')
  onTestFinished(() => adapter.close())
  return adapter
}

const adapters: [string, () => Adapter][] = [
  ['the memory adapter', memory],
  ['the SQLite adapter', sqliteInMemory],
  ['a published Auth.js adapter', () => UnstorageAdapter(createStorage()) as Adapter],
]
const strategies: NonNullable<AuthConfig['session']>['strategy'][] = ['jwt', 'database']
const combinations = adapters.flatMap(([name, make]) =>
  strategies.map((strategy) => [name, strategy, make] as const),
)

describe.each(combinations)('passkeys with %s and the strategy %s', (_, strategy, make) => {
  const start = (): Setup => setUp({ adapter: make(), config: { session: { strategy } } })

  // proves §11.2 14, §12.3, §7.1 a, §7.2 createAuthenticator, §3 POST /callback/<id> webauthn
  it('creates a user, an account, an authenticator and a session at the first registration', async () => {
    const { browser, adapter, events } = start()
    const { passkey, response } = await register(browser, 'Ann@Example.com')
    expect({ status: response.status, location: readLocation(response) }).toEqual({
      status: 302,
      location: `${ORIGIN}/after`,
    })
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    const user = await adapter.getUserByEmail?.('ann@example.com')
    expect(user).toMatchObject({ email: 'ann@example.com', emailVerified: null })
    const account = { provider: 'webauthn', providerAccountId: storedId(passkey), type: 'webauthn' }
    expect(await adapter.getAccount?.(storedId(passkey), 'webauthn')).toMatchObject({
      ...account,
      userId: user?.id,
    })
    expect(await adapter.getAuthenticator?.(storedId(passkey))).toEqual(
      expect.objectContaining({
        userId: user?.id,
        providerAccountId: storedId(passkey),
        credentialID: storedId(passkey),
        credentialPublicKey: expect.stringMatching(/^[\w+/]+=*$/),
        counter: 0,
        credentialBackedUp: false,
        credentialDeviceType: 'singleDevice',
        transports: 'internal,hybrid',
      }),
    )
    expect(events).toEqual([
      {
        name: 'createUser',
        message: { user: expect.objectContaining({ email: 'ann@example.com' }) },
      },
      {
        name: 'linkAccount',
        message: { user: expect.anything(), account, profile: { email: 'ann@example.com' } },
      },
      {
        name: 'signIn',
        message: {
          user: expect.objectContaining({ id: user?.id }),
          account,
          profile: undefined,
          isNewUser: true,
        },
      },
    ])
  })

  // proves §12.3, §7.2 updateAuthenticatorCounter, §7.2 getAuthenticator
  it('signs in repeatedly with a passkey, and stores its counter', async () => {
    const { app, adapter, events, browser } = start()
    const { passkey } = await register(browser, 'ann@example.com')
    events.length = 0
    for (const counter of [1, 2, 3]) {
      const visitor = new Browser(app)
      expect(readLocation(await authenticate(visitor, passkey))).toBe(`${ORIGIN}/after`)
      expect(await readSession(visitor)).toMatchObject({ user: { email: 'ann@example.com' } })
      expect((await adapter.getAuthenticator?.(storedId(passkey)))?.counter).toBe(counter)
    }
    expect(events).toEqual(
      Array(3).fill({ name: 'signIn', message: expect.objectContaining({ isNewUser: false }) }),
    )
    expect(app.errors).toEqual([])
  })

  // proves §11.2 12, P-WA-5
  it('adds a passkey of a second device, and signs in with either of the two', async () => {
    const { app, adapter, events, browser } = start()
    const first = await register(browser, 'ann@example.com')
    events.length = 0
    const second = await register(browser, undefined)
    expect(readLocation(second.response)).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    expect(events.map(({ name }) => name)).toEqual(['linkAccount', 'signIn'])
    const user = await adapter.getUserByEmail?.('ann@example.com')
    expect(await adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(2)
    for (const { passkey } of [first, second]) {
      const visitor = new Browser(app)
      await authenticate(visitor, passkey)
      expect(await readSession(visitor)).toMatchObject({ user: { email: 'ann@example.com' } })
    }
  })

  // proves §11.2 11
  it('accepts a passkey of the signed-in user, and keeps the user', async () => {
    const { app, browser } = start()
    const { passkey } = await register(browser, 'ann@example.com')
    expect(readLocation(await authenticate(browser, passkey))).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    expect(app.errors).toEqual([])
  })
})

describe('a sign-in with a passkey', () => {
  // proves §12.3
  it('redirects a new user to `pages.newUser`, once', async () => {
    const setup = setUp({ config: { pages: { newUser: '/welcome' } } })
    const { passkey, response } = await register(setup.browser, 'ann@example.com')
    expect(readLocation(response)).toBe(`${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fafter`)
    expect(readLocation(await authenticate(new Browser(setup.app), passkey))).toBe(`${ORIGIN}/after`)
  })

  // proves §2.6, §17.5
  it('accepts JSON, and returns the callback URL as JSON to a script', async () => {
    const setup = setUp()
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(setup.browser, { action: 'register', email: 'ann@example.com' })
    const body = JSON.stringify({
      action: 'register',
      data: JSON.stringify(await passkey.create(options)),
      callbackUrl: '/x',
    })
    const headers = { origin: ORIGIN, 'content-type': 'application/json', 'x-auth-return-redirect': '1' }
    const response = await setup.browser.send(`${BASE}/callback/webauthn`, { method: 'POST', headers, body })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { url: `${ORIGIN}/x` },
    })
  })

  // proves §7.2 getAccount, §7.2 listAuthenticatorsByUserId, §12.3
  it('calls the adapter in the order and with the arguments of Auth.js', async () => {
    const calls: { method: string; args: unknown[] }[] = []
    const setup = setUp({ adapter: watched(memory(), (method, args) => calls.push({ method, args })) })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    calls.length = 0
    await authenticate(new Browser(setup.app), passkey)
    const id = storedId(passkey)
    const user = await setup.adapter.getUserByEmail?.('ann@example.com')
    expect(calls.slice(0, 5)).toEqual([
      { method: 'getAuthenticator', args: [id] },
      { method: 'updateAuthenticatorCounter', args: [id, 1] },
      { method: 'getAccount', args: [id, 'webauthn'] },
      { method: 'getUser', args: [user?.id] },
      { method: 'getUserByAccount', args: [{ provider: 'webauthn', providerAccountId: id }] },
    ])
  })

  // proves P-WA-2
  it('accepts a signature whose r or s starts with a zero byte', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    await authenticate(visitor, passkey, { hasShortSignature: true })
    expect(await readSession(visitor)).not.toBeNull()
  })

  it('accepts a passkey without a signature counter, and ignores unknown transports', async () => {
    const setup = setUp()
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(setup.browser, { email: 'ann@example.com' })
    const credential = (await passkey.create(options)) as { response: { transports?: unknown } }
    credential.response.transports = ['internal', '<script>', 7, 'x'.repeat(30)]
    await send(setup.browser, 'register', credential)
    expect((await setup.adapter.getAuthenticator?.(storedId(passkey)))?.transports).toBe('internal')
    for (let count = 0; count < 2; count++) {
      const visitor = new Browser(setup.app)
      await authenticate(visitor, passkey, { counter: 0 })
      expect(await readSession(visitor)).not.toBeNull()
    }
  })

  it('accepts a passkey from each configured origin', async () => {
    const origin = [ORIGIN, 'android:apk-key-hash:c2hhMjU2']
    const setup = setUp({ provider: { relayingParty: { id: 'test', origin } } })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    for (const from of origin)
      expect(readLocation(await authenticate(new Browser(setup.app), passkey, { origin: from }))).toBe(
        `${ORIGIN}/after`,
      )
  })

  it('accepts a passkey on a related domain, and refuses it on a domain that is not listed', async () => {
    const relayingParty = { id: 'app.test', origin: [ORIGIN, 'https://app.example'] }
    const setup = setUp({ provider: { relayingParty } })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const related = createApp({ ...setup.app.config, baseUrl: undefined }, 'https://app.example')
    for (const [origin, location] of [
      ['https://app.example', 'https://app.example/after'],
      ['https://evil.example', 'https://app.example/auth/error?error=WebAuthnVerificationError'],
    ] as const) {
      const visitor = new Browser(related)
      const url = 'https://app.example/auth'
      const asked = await visitor.get(`${url}/webauthn-options/webauthn`, { accept: 'application/json' })
      const { options } = (await asked.json()) as { options: object }
      expect(options).toMatchObject({ rpId: 'app.test' })
      const data = JSON.stringify(await passkey.get(options, { origin }))
      const response = await visitor.post(`${url}/callback/webauthn`, {
        action: 'authenticate',
        data,
        callbackUrl: '/after',
      })
      expect(readLocation(response)).toBe(location)
    }
  })

  it('signs in from two tabs at the same time', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const tabs = [await optionsFor(visitor), await optionsFor(visitor)]
    for (const { options } of tabs) {
      expect(readLocation(await send(visitor, 'authenticate', await passkey.get(options)))).toBe(
        `${ORIGIN}/after`,
      )
    }
  })

  it('registers a passkey for a user who signed in with another provider', async () => {
    const idp = createIdp()
    const setup = setUp()
    const providers = [...setup.app.config.providers, oidcFor(idp)]
    const app = createApp({ adapter: setup.adapter, providers })
    const browser = new Browser(app)
    const start = await browser.post(`${BASE}/signin/idp`)
    await browser.get(
      idp.agree(readLocation(start) ?? '', { sub: 'bob', name: 'Bob', email: 'bob@example.com' }).href,
    )
    const { options } = await optionsFor(browser, { action: 'register' })
    expect(options.user).toMatchObject({ name: 'bob@example.com', displayName: 'Bob' })
    const passkey = await createPasskey(ORIGIN)
    await send(browser, 'register', await passkey.create(options))
    const visitor = new Browser(app)
    await authenticate(visitor, passkey)
    expect(await readSession(visitor)).toMatchObject({ user: { name: 'Bob', email: 'bob@example.com' } })
  })

  // proves §8.6
  it('requires user verification and a discoverable credential with the Passkey provider', async () => {
    const app = createApp({
      adapter: memory(),
      providers: [Passkey({ registration: 'anyone' })],
    })
    const browser = new Browser(app)
    const { options } = await optionsFor(browser, { email: 'ann@example.com' }, 'passkey')
    expect(options.authenticatorSelection).toEqual({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    })
    const passkey = await createPasskey(ORIGIN)
    expect(readLocation(await send(browser, 'register', await passkey.create(options), 'passkey'))).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves §11.1, §11.3
  it('passes the stored user to the signIn callback, and the trigger to the jwt callback', async () => {
    const calls: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      signIn: ({ user, account, ...rest }) => {
        const others = Object.values(rest).filter(Boolean)
        calls.push({ callback: 'signIn', email: user.email, type: account?.type, others })
        return true
      },
      jwt: ({ token, trigger, account }) => {
        if (trigger) calls.push({ callback: 'jwt', trigger, provider: account?.provider })
        return token
      },
    }
    const setup = setUp({ config: { callbacks, session: { strategy: 'jwt' } } })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    await authenticate(new Browser(setup.app), passkey)
    const signIn = { callback: 'signIn', email: 'ann@example.com', type: 'webauthn', others: [] }
    expect(calls).toEqual([
      signIn,
      { callback: 'jwt', trigger: 'signUp', provider: 'webauthn' },
      signIn,
      { callback: 'jwt', trigger: 'signIn', provider: 'webauthn' },
    ])
  })
})
