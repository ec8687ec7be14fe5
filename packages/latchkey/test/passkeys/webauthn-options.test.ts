import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  optionsFor,
  register,
  requestOptions,
  type Setup,
  setUp,
} from '@latchkey/test-support/kit/passkeys.ts'
import type { Adapter, WebAuthnConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { decode } from 'latchkey/jwt'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, it } from 'vitest'

const BASE64URL = /^[\w-]+$/

/** Status and body of the response to an invalid request. */
async function readRejection(browser: Browser, query: Record<string, string>, id?: string): Promise<unknown> {
  const response = await requestOptions(browser, query, id)
  return { status: response.status, body: await response.json() }
}

const INVALID_REQUEST = { status: 400, body: { error: 'Invalid request' } }
const INVALID_ACTION = { status: 400, body: { error: 'Invalid action' } }

/** The `Set-Cookie` headers of the challenges that the browser stores. */
function challenges({ browser }: Pick<Setup, 'browser'>): string[] {
  return browser
    .cookies(ORIGIN)
    .filter(({ name }) => name.startsWith('__Host-latchkey.challenge.'))
    .map(({ header }) => header)
}

describe('passkey options for a signed-out user', () => {
  // proves §12.3, §3 GET /webauthn-options/<id>
  it('allow any passkey of the device without an e-mail address', async () => {
    const { browser } = setUp()
    const queries: Record<string, string>[] = [
      {},
      { action: 'authenticate' },
      { email: 'no address' },
      { email: '' },
    ]
    for (const query of queries) {
      const { action, options } = await optionsFor(browser, query)
      expect(action).toBe('authenticate')
      expect(options).toEqual({
        challenge: expect.stringMatching(BASE64URL),
        rpId: 'app.test',
        timeout: 300_000,
        userVerification: 'required',
      })
    }
  })

  // proves §12.3
  it('allow a registration with a new e-mail address', async () => {
    const { browser } = setUp()
    const queries: Record<string, string>[] = [
      { email: ' New@Example.com ' },
      { email: 'new@example.com', action: 'register' },
    ]
    for (const query of queries) {
      const { action, options } = await optionsFor(browser, query)
      expect(action).toBe('register')
      expect(options).toMatchObject({
        challenge: expect.stringMatching(BASE64URL),
        rp: { id: 'app.test', name: 'app.test' },
        user: {
          id: expect.stringMatching(/^[\w-]{43}$/),
          name: 'new@example.com',
          displayName: 'new@example.com',
        },
        timeout: 300_000,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      })
    }
  })

  // proves §12.3
  it('list the passkeys of an existing user', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const queries: Record<string, string>[] = [
      { email: 'ann@example.com' },
      { email: 'ANN@example.com', action: 'authenticate' },
    ]
    for (const query of queries) {
      const { action, options } = await optionsFor(new Browser(setup.app), query)
      expect({ action, allowCredentials: options.allowCredentials }).toEqual({
        action: 'authenticate',
        allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
      })
    }
  })

  // proves P-WA-5, §12.3
  it('reject a registration for an existing user, without an address and for an invalid one', async () => {
    const setup = setUp()
    await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    expect(await readRejection(visitor, { action: 'register', email: 'ann@example.com' })).toEqual(
      INVALID_REQUEST,
    )
    expect(await readRejection(visitor, { action: 'register' })).toEqual(INVALID_REQUEST)
    expect(await readRejection(visitor, { action: 'register', email: 'a@b@c' })).toEqual(INVALID_REQUEST)
    expect(challenges({ browser: visitor })).toEqual([])
  })

  // proves §12.3
  it.each(['__proto__', 'toString', '', 'Register', 'any'])(
    'reject the unknown action "%s"',
    async (action) => {
      expect(await readRejection(setUp().browser, { action })).toEqual(INVALID_ACTION)
    },
  )
})

describe('passkey options do not reveal whether an e-mail address has a user', () => {
  async function describeShape(browser: Browser, email: string): Promise<unknown> {
    const { options } = await optionsFor(browser, { action: 'authenticate', email })
    return {
      ...options,
      challenge: typeof options.challenge,
      allowCredentials: options.allowCredentials?.map((listed) => Object.keys(listed)),
    }
  }

  // proves P-WA-4
  it('by the shape of the options for a sign-in', async () => {
    const setup = setUp()
    await register(setup.browser, 'ann@example.com')
    await setup.adapter.createUser?.({ id: 'x', email: 'without@example.com', emailVerified: null })
    const visitor = new Browser(setup.app)
    const known = await describeShape(visitor, 'ann@example.com')
    const single = await findWithOne(visitor)
    expect(await describeShape(visitor, single)).toEqual(known)
    expect(await listed(visitor, 'without@example.com')).not.toEqual([])
  })

  // proves P-WA-4
  it('by a list that changes, by a repeated list or by the length of the cookie', async () => {
    const setup = setUp()
    await register(setup.browser, 'ann@example.com')
    const lists = new Set<string>()
    for (let index = 0; index < 12; index++) {
      const email = `unknown${index}@example.com`
      const first = await listed(new Browser(setup.app), email)
      expect(await listed(new Browser(setup.app), email)).toEqual(first)
      expect(first.every(({ id }) => BASE64URL.test(id) && id.length >= 22)).toBe(true)
      for (const { id } of first) lists.add(id)
    }
    expect(lists.size).toBeGreaterThanOrEqual(12)
    const sizes = ['ann@example.com', 'unknown@example.com'].map(async (email) => {
      const browser = new Browser(setup.app)
      await optionsFor(browser, { action: 'authenticate', email })
      return challenges({ browser })[0]?.length
    })
    const [known, unknown] = await Promise.all(sizes)
    expect(unknown).toBe(known)
  })

  // proves P-WA-4
  it('by a list that can be computed without the secret', async () => {
    const [one, other] = [
      setUp(),
      setUp({ config: { secret: 'another secret that is long enough for every test' } }),
    ]
    expect(await listed(one.browser, 'x@example.com')).not.toEqual(
      await listed(other.browser, 'x@example.com'),
    )
  })

  // proves P-WA-4
  it('by any list with the Passkey provider', async () => {
    const app = createApp({
      adapter: setUp().adapter,
      providers: [Passkey],
    })
    const { options } = await optionsFor(
      new Browser(app),
      { action: 'authenticate', email: 'x@example.com' },
      'passkey',
    )
    expect(options.allowCredentials).toBeUndefined()
  })

  // proves AUD-D5, AUD-D1, P-WA-4, P-WA-5
  it.each([WebAuthn({ id: 'keys' }), Passkey({ id: 'keys' })])(
    'by the action, unless anyone can register: %o',
    async (provider) => {
      const { adapter, browser } = await withPasskey([provider])
      expect(await adapter.listAuthenticatorsByUserId?.('ann')).toHaveLength(1)
      for (const email of ['ann@example.com', 'new@example.com']) {
        expect((await optionsFor(browser, { email }, 'keys')).action).toBe('authenticate')
        for (let attempt = 0; attempt < 2; attempt++)
          expect(await readRejection(browser, { email, action: 'register' }, 'keys')).toEqual(INVALID_REQUEST)
      }
    },
  )

  // proves AUD-D5, P-WA-4
  it.each([WebAuthn({ id: 'keys' }), Passkey({ id: 'keys' })])(
    'by the number of calls of the adapter: %o',
    async (provider) => {
      const { browser, calls } = await withPasskey([provider])
      const callsFor = async (query: Record<string, string>): Promise<number> => {
        calls.length = 0
        await optionsFor(browser, query, 'keys')
        return calls.length
      }
      const actions: Record<string, string>[] = [{}, { action: 'authenticate' }]
      for (const action of actions)
        expect(await callsFor({ email: 'ann@example.com', ...action })).toBe(
          await callsFor({ email: 'new@example.com', ...action }),
        )
    },
  )

  /** An application with a user who has one passkey, and the calls of its adapter. */
  async function withPasskey(providers: WebAuthnConfig[]) {
    const calls: string[] = []
    const adapter = watched(memory(), (method) => calls.push(method))
    await adapter.createUser?.({ id: 'ann', email: 'ann@example.com', emailVerified: null })
    await adapter.createAuthenticator?.({
      userId: 'ann',
      providerAccountId: 'AAAA',
      credentialID: 'AAAA',
      credentialPublicKey: 'AAAA',
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: 'singleDevice',
    })
    return { ...setUp({ adapter, config: { providers } }), calls }
  }

  /** An address for which the list has one made-up passkey, and not two. */
  async function findWithOne(browser: Browser): Promise<string> {
    for (let index = 0; index < 100; index++) {
      const credentials = await listed(browser, `unknown${index}@example.com`)
      if (credentials.length === 1) return `unknown${index}@example.com`
    }
    throw new Error('Each list has two made-up passkeys.')
  }

  async function listed(browser: Browser, email: string): Promise<readonly { id: string }[]> {
    return (await optionsFor(browser, { action: 'authenticate', email })).options.allowCredentials ?? []
  }
})

describe('passkey options for a signed-in user', () => {
  // proves §12.3
  it('are for another passkey or an existing one, depending on the required action', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const adding = await optionsFor(setup.browser, { action: 'register', email: 'other@example.com' })
    expect(adding.options.user?.name).toBe('ann@example.com')
    expect(adding.options.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    const using = await optionsFor(setup.browser, { action: 'authenticate' })
    expect(using.options.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id])
    expect(await readRejection(setup.browser, {})).toEqual(INVALID_REQUEST)
  })

  // proves §20 Q-13
  it('reject a registration when the user has no e-mail address', async () => {
    const setup = setUp()
    await register(setup.browser, 'ann@example.com')
    const user = await setup.adapter.getUserByEmail?.('ann@example.com')
    // Some databases have users without an address.
    await setup.adapter.updateUser?.({ id: user?.id ?? '', email: '' })
    expect(await readRejection(setup.browser, { action: 'register' })).toEqual(INVALID_REQUEST)
  })
})

describe('a new passkey challenge', () => {
  // proves P-WA-1, §4.1 webauthnChallenge
  it('has 256 random bits, and is stored encrypted in a __Host- cookie for five minutes', async () => {
    const { browser } = setUp()
    const { options } = await optionsFor(browser)
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const [cookie = ''] = challenges({ browser })
    const [pair, ...attributes] = cookie.split('; ')
    expect(pair).toMatch(/^__Host-latchkey\.challenge\.[\w-]{16}=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(attributes).toEqual(['Max-Age=300', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
    expect(cookie).not.toContain(options.challenge)
    expect((await optionsFor(browser)).options.challenge).not.toBe(options.challenge)
  })

  it('is added to those of other tabs, up to five', async () => {
    const { browser } = setUp()
    for (let index = 0; index < 7; index++) await optionsFor(browser)
    expect(challenges({ browser })).toHaveLength(5)
  })

  // proves P-CS-6
  it('is not created by HEAD or for another site', async () => {
    const calls: unknown[] = []
    const getUserInfo: WebAuthnConfig['getUserInfo'] = (_, { method }) => {
      calls.push(method)
      return null
    }
    const { browser } = setUp({ provider: { getUserInfo } })
    const endpoint = `${BASE}/webauthn-options/webauthn`
    const head = await browser.send(endpoint, { method: 'HEAD' })
    expect(head.status).toBe(200)
    const crossSite: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.test' },
    ]
    for (const headers of crossSite) {
      const response = await browser.get(endpoint, headers)
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 403,
        body: expect.objectContaining({ error: 'MissingCSRF' }),
      })
    }
    expect({ cookies: browser.cookies(ORIGIN), calls }).toEqual({ cookies: [], calls: [] })
  })

  // proves P-WA-1, §5.5 b
  it('contains what its response is checked against, and no data of an existing user', async () => {
    const setup = setUp()
    const claimsFor = async (query: Record<string, string>): Promise<unknown> => {
      const { options } = await optionsFor(setup.browser, query)
      const token = setup.browser.cookies(ORIGIN).at(-1)?.value
      const { iat, exp, jti, challenge, ...claims } =
        (await decode({ token, secret: SECRET, salt: '__Host-latchkey.challenge' })) ?? {}
      expect({ challenge, lifetime: Number(exp) - Number(iat), jti: typeof jti }).toEqual({
        challenge: options.challenge,
        lifetime: 300,
        jti: 'string',
      })
      return claims
    }
    const common = { provider: 'webauthn', relyingPartyId: 'app.test' }
    expect(await claimsFor({ action: 'authenticate', email: 'ann@example.com' })).toEqual({
      ...common,
      ceremony: 'authenticate',
    })
    expect(await claimsFor({ email: 'ann@example.com' })).toEqual({
      ...common,
      ceremony: 'register',
      user: { email: 'ann@example.com' },
    })
    await register(setup.browser, 'ann@example.com')
    const user = await setup.adapter.getUserByEmail?.('ann@example.com')
    expect(await claimsFor({ action: 'authenticate' })).toEqual({
      ...common,
      ceremony: 'authenticate',
      startedBy: user?.id,
    })
    expect(await claimsFor({ action: 'register' })).toEqual({
      ...common,
      ceremony: 'register',
      startedBy: user?.id,
    })
  })

  // proves §3 GET /webauthn-options/<id>
  it('is created only by GET, and only for passkey providers', async () => {
    const setup = setUp()
    expect((await setup.browser.post(`${BASE}/webauthn-options/webauthn`)).status).toBe(405)
    for (const id of ['credentials', 'unknown', ''])
      expect((await requestOptions(setup.browser, {}, id)).ok).toBe(false)
    expect(setup.app.errors.slice(1)).toEqual(['InvalidProvider', 'UnknownProvider', 'InvalidProvider'])
  })
})

describe('configured passkey options', () => {
  it('take the user from `getUserInfo`, which gets the other query parameters', async () => {
    const seen: unknown[] = []
    const setup = setUp({
      provider: {
        getUserInfo: async ({ adapter, provider, url }, { query, method }) => {
          seen.push({ query, method, provider: provider.id, url: url.href })
          const user = await adapter.getUserByEmail?.(`${query.name}@example.com`)
          return user
            ? { user, exists: true }
            : { user: { email: `${query.name}@example.com`, name: query.name }, exists: false }
        },
      },
    })
    const { options } = await optionsFor(setup.browser, { name: 'ann' })
    expect(options.user).toMatchObject({ name: 'ann@example.com', displayName: 'ann' })
    expect(seen).toEqual([{ query: { name: 'ann' }, method: 'GET', provider: 'webauthn', url: `${BASE}` }])
  })

  it('use the first id and name of the relying party', async () => {
    const relayingParty = {
      id: ['test', 'other'],
      name: ['Example', 'Other'],
      origin: ['https://app.test', 'https://www.test'],
    }
    const setup = setUp({ provider: { relayingParty } })
    expect((await optionsFor(setup.browser, { email: 'a@example.com' })).options.rp).toEqual({
      id: 'test',
      name: 'Example',
    })
    const chosen = setUp({
      provider: { getRelayingParty: () => ({ id: 'chosen.test', name: 'Chosen', origin: ORIGIN }) },
    })
    expect((await optionsFor(chosen.browser)).options.rpId).toBe('chosen.test')
  })

  // proves P-WA-2
  it('take the relying party from `baseUrl`, and not from a header', async () => {
    const adapter: Adapter = setUp().adapter
    const setup = setUp({ adapter, config: { baseUrl: 'https://pinned.test' } })
    const headers = { 'x-forwarded-host': 'evil.test', host: 'evil.test' }
    const response = await setup.browser.get(`${BASE}/webauthn-options/webauthn?email=a@example.com`, headers)
    expect(await response.json()).toMatchObject({
      options: { rp: { id: 'pinned.test', name: 'pinned.test' } },
    })
  })

  it('set the options of both ceremonies, and can make user verification optional', async () => {
    const setup = setUp({
      provider: {
        authenticationOptions: { timeout: 1000, userVerification: 'preferred' },
        registrationOptions: { timeout: 2000, attestationType: 'direct', supportedAlgorithmIDs: [-7] },
        verifyRegistrationOptions: { requireUserVerification: false },
      },
    })
    expect((await optionsFor(setup.browser)).options).toMatchObject({
      timeout: 1000,
      userVerification: 'preferred',
    })
    expect((await optionsFor(setup.browser, { email: 'a@example.com' })).options).toMatchObject({
      timeout: 2000,
      attestation: 'direct',
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      authenticatorSelection: { userVerification: 'preferred' },
    })
  })
})

describe('the handle of a user', () => {
  it('is the same for each passkey of a user, another one at another relying party, and not the id', async () => {
    const setup = setUp()
    await register(setup.browser, 'ann@example.com')
    const handles = async (browser: Browser): Promise<(string | undefined)[]> =>
      Promise.all(
        [0, 1].map(async () => (await optionsFor(browser, { action: 'register' })).options.user?.id),
      )
    const [first, second] = await handles(setup.browser)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(second).toBe(first)
    const elsewhere = setUp({ adapter: setup.adapter, provider: { relayingParty: { id: 'test' } } })
    for (const { name, value } of setup.browser.cookies(ORIGIN)) elsewhere.browser.plant(ORIGIN, name, value)
    const [other] = await handles(elsewhere.browser)
    expect(other).toMatch(/^[\w-]{43}$/)
    expect(other).not.toBe(first)
  })

  it('is random for a user who does not exist yet', async () => {
    const { browser } = setUp()
    const query = { action: 'register', email: 'new@example.com' }
    const [first, second] = [await optionsFor(browser, query), await optionsFor(browser, query)]
    expect(first.options.user?.id).not.toBe(second.options.user?.id)
  })
})
