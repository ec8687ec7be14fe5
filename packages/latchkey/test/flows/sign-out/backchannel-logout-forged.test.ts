import { BASE, createIdp } from '@latchkey/test-support/kit/app.ts'
import {
  ANN,
  browserWith,
  STRATEGIES,
  type Strategy,
  sendToken,
  setUpLogout,
} from '@latchkey/test-support/kit/backchannel-logout.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Idp, LogoutToken } from '@latchkey/test-support/kit/idp.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { base64url, CompactEncrypt, exportJWK, generateKeyPair } from 'jose'
import type { OIDCConfig } from 'latchkey'
import { describe, expect, it } from 'vitest'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const now = (): number => Math.floor(Date.now() / 1000)
const other = await generateKeyPair('RS256')
const elliptic = await generateKeyPair('ES256')

/** Names the session at the provider that must not end. */
const NAMES = { sub: 'ann', sid: 'sid-1' }

type Forgery = (idp: Idp) => string | Promise<string>

const claims =
  (changes: Record<string, unknown>): Forgery =>
  (idp) =>
    idp.logoutToken({ claims: { ...NAMES, ...changes } })
const header =
  (changes: Record<string, unknown>, key?: LogoutToken['key']): Forgery =>
  (idp) =>
    idp.logoutToken({ claims: NAMES, header: changes, ...(key && { key }) })
const unsigned =
  (alg: string): Forgery =>
  async (idp) => {
    const [, payload] = (await idp.logoutToken({ claims: NAMES })).split('.')
    return `${base64url.encode(JSON.stringify({ alg, typ: 'logout+jwt' }))}.${payload}.`
  }
const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** Each must be refused, for the named reason. */
const FORGERIES: readonly (readonly [string, Forgery, string])[] = [
  ['is signed with another key', header({}, other.privateKey), 'its signature is wrong'],
  ['is signed with another key, without `kid`', header({ kid: undefined }, other.privateKey), 'signature'],
  ['names an unknown key', header({ kid: 'unknown' }), 'its signature is wrong'],
  ['has a changed claim', async (idp) => changed(await claims({})(idp)), 'its signature is wrong'],
  [
    'has no signature',
    async (idp) => (await claims({})(idp)).replace(/[^.]+$/, ''),
    'its signature is wrong',
  ],
  ['is unsigned', unsigned('none'), 'its algorithm is not one'],
  ['is unsigned, in capitals', unsigned('NONE'), 'its algorithm is not one'],
  ['is signed with the client secret', header({ alg: 'HS256', kid: undefined }, secret()), 'its algorithm'],
  ['is signed with the public key as a secret', confused, 'its algorithm is not one'],
  ['has an algorithm that is not agreed', header({ alg: 'ES256' }, elliptic.privateKey), 'its algorithm'],
  ['has an embedded key', embedded, 'its signature is wrong'],
  ['has `crit`', header({ crit: ['b64'], b64: true }), '`crit`'],
  ['is an ID token', header({ typ: undefined }), 'its `typ` is not `logout+jwt`'],
  ['has the type JWT', header({ typ: 'JWT' }), 'its `typ` is not `logout+jwt`'],
  ['has the type of an access token', header({ typ: 'at+jwt' }), 'its `typ` is not `logout+jwt`'],
  ['has another issuer', claims({ iss: 'https://evil.test' }), 'its `iss`'],
  ['has the issuer with a slash', claims({ iss: 'https://id.test/' }), 'its `iss`'],
  ['has no issuer', claims({ iss: undefined }), 'its `iss`'],
  ['is for another client', claims({ aud: 'other' }), 'its `aud`'],
  ['is for no client', claims({ aud: undefined }), 'its `aud`'],
  ['is also for another client', claims({ aud: ['app', 'other'] }), 'its `aud`'],
  ['is for this and another authorized party', claims({ azp: 'other' }), 'its `aud`'],
  ['has no `iat`', claims({ iat: undefined }), 'its `iat`'],
  ['has an `iat` as text', claims({ iat: String(now()) }), 'its `iat`'],
  ['is old', claims({ iat: now() - 600, exp: now() + 600 }), 'its `iat`'],
  ['is of the future', claims({ iat: now() + 120, exp: now() + 300 }), 'its `iat`'],
  ['has no `exp`', claims({ exp: undefined }), 'its `exp`'],
  ['has expired', claims({ iat: now() - 120, exp: now() - 60 }), 'its `exp`'],
  ['is not valid yet', claims({ nbf: now() + 120 }), 'its `nbf`'],
  ['has no `events`', claims({ events: undefined }), 'its `events`'],
  ['has another event', claims({ events: { 'http://schemas.openid.net/event/other': {} } }), 'its `events`'],
  ['has the event as text', claims({ events: EVENT }), 'its `events`'],
  ['has the events in a list', claims({ events: [EVENT] }), 'its `events`'],
  ['has an event that is no object', claims({ events: { [EVENT]: true } }), 'its `events`'],
  ['has a nonce', claims({ nonce: 'n' }), 'it has a `nonce`'],
  ['has an empty nonce', claims({ nonce: null }), 'it has a `nonce`'],
  [
    'names neither a user nor a session',
    claims({ sub: undefined, sid: undefined }),
    'neither `sub` nor `sid`',
  ],
  ['has a `sub` that is no text', claims({ sub: ['ann'] }), 'neither `sub` nor `sid`'],
  ['has a `sid` that is no text', claims({ sid: 1 }), 'neither `sub` nor `sid`'],
  ['has an empty `sid`', claims({ sid: '' }), 'neither `sub` nor `sid`'],
  ['has a `sub` without an end', claims({ sub: 'a'.repeat(1025) }), 'neither `sub` nor `sid`'],
  [
    'names another user for the session',
    claims({ sub: 'bob' }),
    'its `sub` and `sid` belong to different users',
  ],
  ['has no `jti`', claims({ jti: undefined }), 'its `jti`'],
  ['has a `jti` that is no text', claims({ jti: 1 }), 'its `jti`'],
  ['is encrypted', encrypted, 'it is encrypted'],
  ['is not a JWT', () => 'a.b.c', 'it is not a JWT'],
  [
    'has two parts',
    async (idp) => (await claims({})(idp)).split('.').slice(0, 2).join('.'),
    'it is not a JWT',
  ],
  [
    'has no claims',
    () => `${base64url.encode('{"alg":"RS256"}')}.${base64url.encode('[]')}.x`,
    'it is not a JWT',
  ],
  ['has no end', claims({ extra: 'a'.repeat(20_000) }), 'it is too long'],
  ['is missing', () => '', '`logout_token` is missing'],
]

function secret(): Uint8Array {
  return new TextEncoder().encode('app secret')
}

function changed(token: string): string {
  const [head, payload = '', signature] = token.split('.')
  const forged = { ...JSON.parse(new TextDecoder().decode(base64url.decode(payload))), jti: 'forged' }
  return [head, base64url.encode(JSON.stringify(forged)), signature].join('.')
}

/** The classic confusion: an HMAC whose secret is the public key. */
async function confused(idp: Idp): Promise<string> {
  const { keys } = (await (await idp.fetch(`${idp.issuer}/jwks`)).json()) as { keys: object[] }
  return header({ alg: 'HS256' }, text(keys[0]))(idp)
}

/** A token that brings its own key. */
async function embedded(idp: Idp): Promise<string> {
  const jwk = { ...(await exportJWK(other.publicKey)), kid: 'key-1' }
  return header({ jwk, jku: 'https://evil.test/jwks' }, other.privateKey)(idp)
}

async function encrypted(idp: Idp): Promise<string> {
  const token = await claims({})(idp)
  return new CompactEncrypt(new TextEncoder().encode(token))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT', typ: 'logout+jwt' })
    .encrypt((await generateKeyPair('RSA-OAEP-256')).publicKey)
}

describe.each(STRATEGIES)('with the strategy "%s", a logout token that', (strategy) => {
  // proves OUT-9, OUT-10
  it.each(FORGERIES)('%s ends no session', async (_, forge, reason) => {
    const setup = setUpLogout(strategy)
    const browser = await browserWith(setup, 'sid-1')
    const response = await sendToken(setup.app, await forge(setup.idp))
    expect(response.status).toBe(400)
    const body = (await response.json()) as { error: string; error_description: string }
    expect(body).toEqual({ error: 'invalid_request', error_description: expect.stringContaining(reason) })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(setup.app.errors).toEqual(['InvalidLogoutToken'])
    expect(setup.events).toEqual([])
    // The same names in a valid token end it.
    expect((await sendToken(setup.app, await claims({})(setup.idp))).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })
})

/** Sends a token to an application with other options. @returns whether the session ended */
async function ends(
  forge: Forgery,
  provider: Partial<OIDCConfig> = {},
  strategy: Strategy = 'jwt',
): Promise<boolean> {
  const setup = setUpLogout(strategy, { provider })
  const browser = await browserWith(setup, 'sid-1')
  await sendToken(setup.app, await forge(setup.idp))
  return (await readSession(browser)) === null
}

describe('a logout token that', () => {
  it.each([
    ['has the type with its prefix', header({ typ: 'application/logout+jwt' })],
    ['has the type in capitals', header({ typ: 'LOGOUT+JWT' })],
    ['has its client in a list', claims({ aud: ['app'] })],
    [
      'names this client as the authorized party among several',
      claims({ aud: ['app', 'other'], azp: 'app' }),
    ],
    ['was issued by a clock that is ahead by some seconds', claims({ iat: now() + 20 })],
    ['has other claims and events', claims({ extra: 1, events: { [EVENT]: {}, other: {} } })],
    ['has no `kid`', header({ kid: undefined })],
  ])('%s is accepted', async (_, forge) => {
    expect(await ends(forge)).toBe(true)
  })

  describe('of a provider with `allowsUntyped`', () => {
    const lenient = { backchannelLogout: { allowsUntyped: true } }

    it.each([
      ['has no type', header({ typ: undefined })],
      ['has the type JWT', header({ typ: 'JWT' })],
      ['has no `exp`', claims({ exp: undefined })],
    ])('%s is accepted', async (_, forge) => {
      expect(await ends(forge, lenient)).toBe(true)
    })

    // proves OUT-9
    it.each([
      ['has the type of an access token', header({ typ: 'at+jwt' })],
      ['has a nonce', claims({ nonce: 'n' })],
      ['has no `events`', claims({ events: undefined })],
      ['has expired', claims({ iat: now() - 120, exp: now() - 60 })],
      ['has no `exp` and is old', claims({ iat: now() - 600, exp: undefined })],
    ])('%s is rejected', async (_, forge) => {
      expect(await ends(forge, lenient)).toBe(false)
    })
  })

  // proves OUT-9
  it('is signed with the client secret is accepted only if that was agreed', async () => {
    const symmetric = header({ alg: 'HS256', kid: undefined }, secret())
    // No sign-in: the ID tokens of this provider have another algorithm.
    const client = { id_token_signed_response_alg: 'HS256' }
    const setup = setUpLogout('jwt', { provider: { client } })
    const status = async (forge: Forgery): Promise<number> =>
      (await sendToken(setup.app, await forge(setup.idp))).status
    expect(await status(symmetric)).toBe(200)
    expect(await status(header({ alg: 'HS256', kid: undefined }, text('other')))).toBe(400)
    expect(await status(claims({}))).toBe(400)
  })

  // proves OUT-9
  it('is of another tenant ends no session of this one', async () => {
    const template = 'https://id.test/{tid}/v2.0'
    const discovery = { issuer: template, authorization_response_iss_parameter_supported: false }
    const idp = createIdp('https://id.test', { discovery })
    const setup = setUpLogout('jwt', { idp, provider: { issuerTemplate: template } })
    const browser = new Browser(setup.app)
    const started = await browser.post(`${BASE}/signin/idp`)
    const tenant = { ...ANN, sid: 'sid-1', iss: 'https://id.test/one/v2.0', tid: 'one' }
    const callback = idp.agree(started.headers.get('location') ?? '', tenant)
    callback.searchParams.delete('iss')
    await browser.get(callback.href)
    expect(await readSession(browser)).not.toBeNull()
    const send = async (iss: string): Promise<number> =>
      (await sendToken(setup.app, await claims({ iss })(idp))).status
    expect(await send('https://id.test/two/v2.0')).toBe(200)
    expect(await send(template)).toBe(400)
    expect(await send('https://id.test/a/b/v2.0')).toBe(400)
    expect(await readSession(browser)).not.toBeNull()
    expect(await send('https://id.test/one/v2.0')).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })
})
