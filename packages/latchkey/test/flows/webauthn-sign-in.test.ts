import { UnstorageAdapter } from '@auth/unstorage-adapter'
import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import Passkey from 'latchkey/providers/passkey'
import { createStorage } from 'unstorage'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { createPasskey } from '../kit/authenticator.ts'
import { Browser } from '../kit/browser.ts'
import {
  authenticate,
  locationOf,
  optionsFor,
  register,
  type Setting,
  send,
  session,
  setting,
  storedId,
} from '../kit/passkeys.ts'

function opened(): Adapter {
  const adapter = sqlite(':memory:')
  onTestFinished(() => adapter.close())
  return adapter
}

const adapters: [string, () => Adapter][] = [
  ['the memory adapter', memory],
  ['SQLite', opened],
  ['a published adapter', () => UnstorageAdapter(createStorage()) as Adapter],
]
const strategies: NonNullable<AuthConfig['session']>['strategy'][] = ['jwt', 'database']
const combinations = adapters.flatMap(([name, make]) =>
  strategies.map((strategy) => [name, strategy, make] as const),
)

describe.each(combinations)('with %s and the strategy %s', (_, strategy, make) => {
  const here = (): Setting => setting({ adapter: make(), config: { session: { strategy } } })

  // proves §11.2 14, §12.3, §7.1 a, §7.2 createAuthenticator, §3 POST /callback/<id> webauthn
  it('a stranger registers a passkey: a user, an account, an authenticator and a session', async () => {
    const { browser, adapter, events } = here()
    const { passkey, response } = await register(browser, 'Ann@Example.com')
    expect([response.status, locationOf(response)]).toEqual([302, `${ORIGIN}/after`])
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
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
      ['createUser', { user: expect.objectContaining({ email: 'ann@example.com' }) }],
      ['linkAccount', { user: expect.anything(), account, profile: { email: 'ann@example.com' } }],
      [
        'signIn',
        { user: expect.objectContaining({ id: user?.id }), account, profile: undefined, isNewUser: true },
      ],
    ])
  })

  // proves §12.3, §7.2 updateAuthenticatorCounter, §7.2 getAuthenticator
  it('a passkey signs in, again and again, and its counter is kept', async () => {
    const { app, adapter, events, browser } = here()
    const { passkey } = await register(browser, 'ann@example.com')
    events.length = 0
    for (const counter of [1, 2, 3]) {
      const visitor = new Browser(app)
      expect(locationOf(await authenticate(visitor, passkey))).toBe(`${ORIGIN}/after`)
      expect(await session(visitor)).toMatchObject({ user: { email: 'ann@example.com' } })
      expect((await adapter.getAuthenticator?.(storedId(passkey)))?.counter).toBe(counter)
    }
    expect(events.map(([name, message]) => [name, (message as { isNewUser: boolean }).isNewUser])).toEqual(
      Array(3).fill(['signIn', false]),
    )
    expect(app.errors).toEqual([])
  })

  // proves §11.2 12, P-WA-5
  it('a user adds a second device, and either of the two signs in', async () => {
    const { app, adapter, events, browser } = here()
    const first = await register(browser, 'ann@example.com')
    events.length = 0
    const second = await register(browser, undefined)
    expect(locationOf(second.response)).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    expect(events.map(([name]) => name)).toEqual(['linkAccount', 'signIn'])
    const user = await adapter.getUserByEmail?.('ann@example.com')
    expect(await adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(2)
    for (const { passkey } of [first, second]) {
      const visitor = new Browser(app)
      await authenticate(visitor, passkey)
      expect(await session(visitor)).toMatchObject({ user: { email: 'ann@example.com' } })
    }
  })

  // proves §11.2 11
  it('who is signed in uses one of their own passkeys, and stays who they are', async () => {
    const { app, browser } = here()
    const { passkey } = await register(browser, 'ann@example.com')
    expect(locationOf(await authenticate(browser, passkey))).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    expect(app.errors).toEqual([])
  })
})

describe('a sign-in with a passkey', () => {
  // proves §12.3
  it('sends a new user to the page for them, once', async () => {
    const here = setting({ config: { pages: { newUser: '/welcome' } } })
    const { passkey, response } = await register(here.browser, 'ann@example.com')
    expect(locationOf(response)).toBe(`${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fafter`)
    expect(locationOf(await authenticate(new Browser(here.app), passkey))).toBe(`${ORIGIN}/after`)
  })

  // proves §2.6, §17.5
  it('tells a script where to go, as JSON; takes JSON, too', async () => {
    const here = setting()
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(here.browser, { action: 'register', email: 'ann@example.com' })
    const body = JSON.stringify({
      action: 'register',
      data: JSON.stringify(await passkey.create(options)),
      callbackUrl: '/x',
    })
    const headers = { origin: ORIGIN, 'content-type': 'application/json', 'x-auth-return-redirect': '1' }
    const response = await here.browser.send(`${BASE}/callback/webauthn`, { method: 'POST', headers, body })
    expect([response.status, await response.json()]).toEqual([200, { url: `${ORIGIN}/x` }])
  })

  // proves §7.2 getAccount, §7.2 listAuthenticatorsByUserId, §12.3
  it('asks the adapter in the order and with the arguments that adapters know', async () => {
    const calls: [string, unknown[]][] = []
    const here = setting({ adapter: watched(memory(), (method, args) => calls.push([method, args])) })
    const { passkey } = await register(here.browser, 'ann@example.com')
    calls.length = 0
    await authenticate(new Browser(here.app), passkey)
    const id = storedId(passkey)
    const user = await here.adapter.getUserByEmail?.('ann@example.com')
    expect(calls.slice(0, 5)).toEqual([
      ['getAuthenticator', [id]],
      ['updateAuthenticatorCounter', [id, 1]],
      ['getAccount', [id, 'webauthn']],
      ['getUser', [user?.id]],
      ['getUserByAccount', [{ provider: 'webauthn', providerAccountId: id }]],
    ])
  })

  // proves P-WA-2
  it('takes a signature whose halves begin with a zero byte', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    await authenticate(visitor, passkey, { hasShortSignature: true })
    expect(await session(visitor)).not.toBeNull()
  })

  it('takes a passkey that does not count its signatures, and one without transports', async () => {
    const here = setting()
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(here.browser, { email: 'ann@example.com' })
    const credential = (await passkey.create(options)) as { response: { transports?: unknown } }
    credential.response.transports = ['internal', '<script>', 7, 'x'.repeat(30)]
    await send(here.browser, 'register', credential)
    expect((await here.adapter.getAuthenticator?.(storedId(passkey)))?.transports).toBe('internal')
    for (let times = 0; times < 2; times++) {
      const visitor = new Browser(here.app)
      await authenticate(visitor, passkey, { counter: 0 })
      expect(await session(visitor)).not.toBeNull()
    }
  })

  it('from each of the origins that are configured', async () => {
    const origin = [ORIGIN, 'android:apk-key-hash:c2hhMjU2']
    const here = setting({ provider: { relayingParty: { id: 'test', origin } } })
    const { passkey } = await register(here.browser, 'ann@example.com')
    for (const from of origin)
      expect(locationOf(await authenticate(new Browser(here.app), passkey, { origin: from }))).toBe(
        `${ORIGIN}/after`,
      )
  })

  it('in two tabs at once works in both', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const tabs = [await optionsFor(visitor), await optionsFor(visitor)]
    for (const { options } of tabs) {
      expect(locationOf(await send(visitor, 'authenticate', await passkey.get(options)))).toBe(
        `${ORIGIN}/after`,
      )
    }
  })

  it('of somebody who came by another provider adds a passkey to them', async () => {
    const idp = createIdp()
    const here = setting()
    const providers = [...here.app.config.providers, oidcFor(idp)]
    const app = createApp({ adapter: here.adapter, providers, experimental: { enableWebAuthn: true } })
    const browser = new Browser(app)
    const begin = await browser.post(`${BASE}/signin/idp`)
    await browser.get(
      idp.agree(locationOf(begin) ?? '', { sub: 'bob', name: 'Bob', email: 'bob@example.com' }).href,
    )
    const { options } = await optionsFor(browser, { action: 'register' })
    expect(options.user).toMatchObject({ name: 'bob@example.com', displayName: 'Bob' })
    const passkey = await createPasskey(ORIGIN)
    await send(browser, 'register', await passkey.create(options))
    const visitor = new Browser(app)
    await authenticate(visitor, passkey)
    expect(await session(visitor)).toMatchObject({ user: { name: 'Bob', email: 'bob@example.com' } })
  })

  // proves §8.6
  it('with the provider Passkey asks for a verified person and a passkey that is found by itself', async () => {
    const app = createApp({ adapter: memory(), providers: [Passkey], experimental: { enableWebAuthn: true } })
    const browser = new Browser(app)
    const { options } = await optionsFor(browser, { email: 'ann@example.com' }, 'passkey')
    expect(options.authenticatorSelection).toEqual({
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    })
    const passkey = await createPasskey(ORIGIN)
    expect(locationOf(await send(browser, 'register', await passkey.create(options), 'passkey'))).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves §11.1, §11.3
  it('asks the signIn callback about the user that the database knows, and the jwt callback who is new', async () => {
    const asked: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      signIn: ({ user, account, ...rest }) => {
        asked.push([user.email, account?.type, Object.values(rest).filter(Boolean)])
        return true
      },
      jwt: ({ token, trigger, account }) => {
        if (trigger) asked.push([trigger, account?.provider])
        return token
      },
    }
    const here = setting({ config: { callbacks, session: { strategy: 'jwt' } } })
    const { passkey } = await register(here.browser, 'ann@example.com')
    await authenticate(new Browser(here.app), passkey)
    const about = ['ann@example.com', 'webauthn', []]
    expect(asked).toEqual([about, ['signUp', 'webauthn'], about, ['signIn', 'webauthn']])
  })
})
