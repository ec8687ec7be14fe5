import type { Adapter, WebAuthnConfig } from 'latchkey'
import { decode } from 'latchkey/jwt'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { optionsFor, register, requestOptions, type Setting, setting } from '../kit/passkeys.ts'

const BASE64URL = /^[\w-]+$/

/** The answer to a request that makes no sense. */
async function refusal(browser: Browser, query: Record<string, string>): Promise<unknown> {
  const response = await requestOptions(browser, query)
  return [response.status, await response.json()]
}

const INVALID_REQUEST = [400, { error: 'Invalid request' }]
const INVALID_ACTION = [400, { error: 'Invalid action' }]

/** Challenges that the browser keeps. */
function challenges({ browser }: Pick<Setting, 'browser'>): string[] {
  return browser
    .cookies(ORIGIN)
    .filter(({ name }) => name.startsWith('__Host-latchkey.challenge.'))
    .map(({ header }) => header)
}

describe('what a stranger is told', () => {
  // proves §12.3, §3 GET /webauthn-options/<id>
  it('who names nobody may use any passkey that the device has', async () => {
    const { browser } = setting()
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
  it('who names a new address may register a passkey for it', async () => {
    const { browser } = setting()
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
          id: expect.stringMatching(/^[0-9a-f]{64}$/),
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
  it('who names a user gets the passkeys that the user has', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const queries: Record<string, string>[] = [
      { email: 'ann@example.com' },
      { email: 'ANN@example.com', action: 'authenticate' },
    ]
    for (const query of queries) {
      const { action, options } = await optionsFor(new Browser(here.app), query)
      expect([action, options.allowCredentials]).toEqual([
        'authenticate',
        [{ id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
      ])
    }
  })

  // proves P-WA-5, §12.3
  it('nobody registers a passkey for a user whom they only name, or for nobody', async () => {
    const here = setting()
    await register(here.browser, 'ann@example.com')
    const stranger = new Browser(here.app)
    expect(await refusal(stranger, { action: 'register', email: 'ann@example.com' })).toEqual(INVALID_REQUEST)
    expect(await refusal(stranger, { action: 'register' })).toEqual(INVALID_REQUEST)
    expect(await refusal(stranger, { action: 'register', email: 'a@b@c' })).toEqual(INVALID_REQUEST)
    expect(challenges({ browser: stranger })).toEqual([])
  })

  // proves §12.3
  it.each(['__proto__', 'toString', '', 'Register', 'any'])(
    'an action "%s" there is none',
    async (action) => {
      expect(await refusal(setting().browser, { action })).toEqual(INVALID_ACTION)
    },
  )
})

describe('whether an address has a user', () => {
  async function shapeOf(browser: Browser, email: string): Promise<unknown> {
    const { options } = await optionsFor(browser, { action: 'authenticate', email })
    return {
      ...options,
      challenge: typeof options.challenge,
      allowCredentials: options.allowCredentials?.map((listed) => Object.keys(listed)),
    }
  }

  // proves P-WA-4
  it('is not to be seen from the options for a sign-in', async () => {
    const here = setting()
    await register(here.browser, 'ann@example.com')
    await here.adapter.createUser?.({ id: 'x', email: 'without@example.com', emailVerified: null })
    const stranger = new Browser(here.app)
    const known = await shapeOf(stranger, 'ann@example.com')
    const single = await findWithOne(stranger)
    expect(await shapeOf(stranger, single)).toEqual(known)
    expect(await listed(stranger, 'without@example.com')).not.toEqual([])
  })

  // proves P-WA-4
  it('nor from a list that changes, from that of somebody else, or from its cookie', async () => {
    const here = setting()
    await register(here.browser, 'ann@example.com')
    const lists = new Set<string>()
    for (let index = 0; index < 12; index++) {
      const email = `nobody${index}@example.com`
      const first = await listed(new Browser(here.app), email)
      expect(await listed(new Browser(here.app), email)).toEqual(first)
      expect(first.every(({ id }) => BASE64URL.test(id) && id.length >= 22)).toBe(true)
      for (const { id } of first) lists.add(id)
    }
    expect(lists.size).toBeGreaterThanOrEqual(12)
    const sizes = ['ann@example.com', 'nobody@example.com'].map(async (email) => {
      const browser = new Browser(here.app)
      await optionsFor(browser, { action: 'authenticate', email })
      return challenges({ browser })[0]?.length
    })
    const [known, unknown] = await Promise.all(sizes)
    expect(unknown).toBe(known)
  })

  // proves P-WA-4
  it('needs the secret to be invented', async () => {
    const [one, other] = [
      setting(),
      setting({ config: { secret: 'another secret that is long enough for every test' } }),
    ]
    expect(await listed(one.browser, 'x@example.com')).not.toEqual(
      await listed(other.browser, 'x@example.com'),
    )
  })

  // proves P-WA-4
  it('nor from anything where every passkey is found by the device itself', async () => {
    const app = createApp({
      adapter: setting().adapter,
      providers: [Passkey],
      experimental: { enableWebAuthn: true },
    })
    const { options } = await optionsFor(
      new Browser(app),
      { action: 'authenticate', email: 'x@example.com' },
      'passkey',
    )
    expect(options.allowCredentials).toBeUndefined()
  })

  // proves P-WA-4, P-WA-5
  it('nor at all, where only users register passkeys', async () => {
    const here = setting({ provider: { registration: 'authenticated' } })
    await here.adapter.createUser?.({ id: 'x', email: 'ann@example.com', emailVerified: null })
    const stranger = new Browser(here.app)
    for (const email of ['ann@example.com', 'new@example.com']) {
      expect((await optionsFor(stranger, { email })).action).toBe('authenticate')
      expect(await refusal(stranger, { email, action: 'register' })).toEqual(INVALID_REQUEST)
    }
  })

  /** An address for which one passkey is invented, and not two. */
  async function findWithOne(browser: Browser): Promise<string> {
    for (let index = 0; index < 100; index++) {
      const credentials = await listed(browser, `somebody${index}@example.com`)
      if (credentials.length === 1) return `somebody${index}@example.com`
    }
    throw new Error('Two passkeys were invented for everybody.')
  }

  async function listed(browser: Browser, email: string): Promise<readonly { id: string }[]> {
    return (await optionsFor(browser, { action: 'authenticate', email })).options.allowCredentials ?? []
  }
})

describe('who is signed in', () => {
  // proves §12.3
  it('adds a passkey of another device, or uses one of theirs; which of the two they have to say', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const adding = await optionsFor(here.browser, { action: 'register', email: 'other@example.com' })
    expect(adding.options.user?.name).toBe('ann@example.com')
    expect(adding.options.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
    const using = await optionsFor(here.browser, { action: 'authenticate' })
    expect(using.options.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id])
    expect(await refusal(here.browser, {})).toEqual(INVALID_REQUEST)
  })

  // proves §20 Q-13
  it('cannot add one without an address to name it by', async () => {
    const here = setting()
    await register(here.browser, 'ann@example.com')
    const user = await here.adapter.getUserByEmail?.('ann@example.com')
    // Some databases have users without an address.
    await here.adapter.updateUser?.({ id: user?.id ?? '', email: '' })
    expect(await refusal(here.browser, { action: 'register' })).toEqual(INVALID_REQUEST)
  })
})

describe('a challenge', () => {
  // proves P-WA-1, §4.1 webauthnChallenge
  it('has 256 random bits and lives for five minutes, sealed, in a cookie that no neighbour can plant', async () => {
    const { browser } = setting()
    const { options } = await optionsFor(browser)
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const [cookie = ''] = challenges({ browser })
    expect(cookie).toMatch(
      /^__Host-latchkey\.challenge\.[\w-]{16}=[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(cookie).not.toContain(options.challenge)
    expect((await optionsFor(browser)).options.challenge).not.toBe(options.challenge)
  })

  it('of two tabs are two; there are five at most', async () => {
    const { browser } = setting()
    for (let index = 0; index < 7; index++) await optionsFor(browser)
    expect(challenges({ browser })).toHaveLength(5)
  })

  // proves P-CS-6
  it('is not made by HEAD, nor for a page of another site', async () => {
    const asked: unknown[] = []
    const getUserInfo: WebAuthnConfig['getUserInfo'] = (_, { method }) => {
      asked.push(method)
      return null
    }
    const { browser } = setting({ provider: { getUserInfo } })
    const action = `${BASE}/webauthn-options/webauthn`
    const head = await browser.send(action, { method: 'HEAD' })
    expect(head.status).toBe(200)
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.test' },
    ]
    for (const headers of foreign) {
      const response = await browser.get(action, headers)
      expect([response.status, await response.json()]).toEqual([
        403,
        expect.objectContaining({ error: 'MissingCSRF' }),
      ])
    }
    expect([browser.cookies(ORIGIN), asked]).toEqual([[], []])
  })

  // proves P-WA-1, §5.5 b
  it('holds what its answer is checked against, and nothing of a user whom the database has', async () => {
    const here = setting()
    const held = async (query: Record<string, string>): Promise<unknown> => {
      const { options } = await optionsFor(here.browser, query)
      const token = here.browser.cookies(ORIGIN).at(-1)?.value
      const { iat, exp, jti, challenge, ...claims } =
        (await decode({ token, secret: SECRET, salt: '__Host-latchkey.challenge' })) ?? {}
      expect([challenge, Number(exp) - Number(iat), typeof jti]).toEqual([options.challenge, 300, 'string'])
      return claims
    }
    const common = { provider: 'webauthn', relyingPartyId: 'app.test' }
    expect(await held({ action: 'authenticate', email: 'ann@example.com' })).toEqual({
      ...common,
      ceremony: 'authenticate',
    })
    expect(await held({ email: 'ann@example.com' })).toEqual({
      ...common,
      ceremony: 'register',
      user: { email: 'ann@example.com' },
    })
    await register(here.browser, 'ann@example.com')
    const user = await here.adapter.getUserByEmail?.('ann@example.com')
    expect(await held({ action: 'authenticate' })).toEqual({
      ...common,
      ceremony: 'authenticate',
      startedBy: user?.id,
    })
    expect(await held({ action: 'register' })).toEqual({
      ...common,
      ceremony: 'register',
      startedBy: user?.id,
    })
  })

  // proves §3 GET /webauthn-options/<id>
  it('is given by GET alone, by providers for passkeys alone', async () => {
    const here = setting()
    expect((await here.browser.post(`${BASE}/webauthn-options/webauthn`)).status).toBe(405)
    for (const id of ['credentials', 'nobody', ''])
      expect((await requestOptions(here.browser, {}, id)).ok).toBe(false)
    expect(here.app.errors.slice(1)).toEqual(['InvalidProvider', 'UnknownProvider', 'InvalidProvider'])
  })
})

describe('what the application may decide', () => {
  it('who is meant, by fields of its own; what it gets to know', async () => {
    const seen: unknown[] = []
    const here = setting({
      provider: {
        getUserInfo: async ({ adapter, provider, url }, { query, method }) => {
          seen.push([query, method, provider.id, url.href])
          const user = await adapter.getUserByEmail?.(`${query.name}@example.com`)
          return user
            ? { user, exists: true }
            : { user: { email: `${query.name}@example.com`, name: query.name }, exists: false }
        },
      },
    })
    const { options } = await optionsFor(here.browser, { name: 'ann' })
    expect(options.user).toMatchObject({ name: 'ann@example.com', displayName: 'ann' })
    expect(seen).toEqual([[{ name: 'ann' }, 'GET', 'webauthn', `${BASE}`]])
  })

  it('the relying party; of lists the first id and name', async () => {
    const relayingParty = {
      id: ['test', 'other'],
      name: ['Example', 'Other'],
      origin: ['https://app.test', 'https://www.test'],
    }
    const here = setting({ provider: { relayingParty } })
    expect((await optionsFor(here.browser, { email: 'a@example.com' })).options.rp).toEqual({
      id: 'test',
      name: 'Example',
    })
    const chosen = setting({
      provider: { getRelayingParty: () => ({ id: 'chosen.test', name: 'Chosen', origin: ORIGIN }) },
    })
    expect((await optionsFor(chosen.browser)).options.rpId).toBe('chosen.test')
  })

  // proves P-WA-2
  it('it follows the address that is configured, and no header', async () => {
    const adapter: Adapter = setting().adapter
    const here = setting({ adapter, config: { baseUrl: 'https://pinned.test' } })
    const headers = { 'x-forwarded-host': 'evil.test', host: 'evil.test' }
    const response = await here.browser.get(`${BASE}/webauthn-options/webauthn?email=a@example.com`, headers)
    expect(await response.json()).toMatchObject({
      options: { rp: { id: 'pinned.test', name: 'pinned.test' } },
    })
  })

  it('options of its own; with less than a verified person it is content, too', async () => {
    const here = setting({
      provider: {
        authenticationOptions: { timeout: 1000, userVerification: 'preferred' },
        registrationOptions: { timeout: 2000, attestationType: 'direct', supportedAlgorithmIDs: [-7] },
        verifyRegistrationOptions: { requireUserVerification: false },
      },
    })
    expect((await optionsFor(here.browser)).options).toMatchObject({
      timeout: 1000,
      userVerification: 'preferred',
    })
    expect((await optionsFor(here.browser, { email: 'a@example.com' })).options).toMatchObject({
      timeout: 2000,
      attestation: 'direct',
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      authenticatorSelection: { userVerification: 'preferred' },
    })
  })
})
