import { generateKeyPair, SignJWT } from 'jose'
import { customFetch, type OAuthUserConfig, type OIDCConfig } from 'latchkey'
import OIDC from 'latchkey/providers/oidc'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, CLIENT_SECRET, type Sample } from './sample.ts'
import { Vendor } from './provider-server.ts'

const ann = { sub: 'ann', name: 'Ann Example', email: 'ann@example.com' }
const sample: Sample = { checked: { not: 'There is no such vendor.' }, profile: ann, user: { id: 'ann' } }
const A = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const B = '9188040d-6c67-4c5b-b112-36a304b66dad'
const TEMPLATE = 'https://login.acme.test/{tid}/v2'

interface SignedIn {
  readonly vendor: Vendor
  readonly asked: URLSearchParams
  /** Where the application sent the browser in the end. */
  readonly location: string | null
  readonly errors: readonly string[]
}

async function signIn(options: OAuthUserConfig, faults: Partial<Sample> = {}): Promise<SignedIn> {
  const whole = {
    id: 'acme',
    name: 'Acme',
    issuer: 'https://id.acme.test',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    ...options,
  }
  const vendor = new Vendor(await resolve(OIDC(whole)), { ...sample, ...faults })
  const provider: OIDCConfig = OIDC({ ...whole, [customFetch]: vendor.fetch })
  const app = createApp({ providers: [provider] })
  const browser = new Browser(app)
  const begun = await browser.post(`${BASE}/signin/acme`, { callbackUrl: '/after' })
  const location = begun.headers.get('location') ?? ''
  const answer = await browser.get(vendor.agree(location).url.href, {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  })
  return {
    vendor,
    asked: new URL(location).searchParams,
    location: answer.headers.get('location'),
    errors: app.log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as Error).message),
  }
}

const SIGNED_IN = `${ORIGIN}/after`

describe('a vendor that leaves something out', () => {
  it('is sent no code challenge and no verifier where it refuses them', async () => {
    const { asked, vendor, location } = await signIn({ omits: ['pkce'] })
    expect([asked.has('code_challenge'), asked.has('code_challenge_method'), asked.has('nonce')]).toEqual([
      false,
      false,
      true,
    ])
    expect([vendor.complaints, location]).toEqual([[], SIGNED_IN])
  })

  it('is sent no nonce where its ID tokens have none', async () => {
    const { asked, vendor, location } = await signIn({ omits: ['nonce'] })
    expect([asked.has('code_challenge'), asked.has('nonce')]).toEqual([true, false])
    expect([vendor.complaints, location]).toEqual([[], SIGNED_IN])
  })

  it('must not put a nonce that nobody sent into an ID token', async () => {
    const { location, errors } = await signIn(
      { omits: ['nonce'] },
      { profile: { ...ann, nonce: 'of-another-sign-in' } },
    )
    expect(location).toContain('/auth/error')
    expect(errors).toEqual([expect.stringContaining('nonce')])
  })

  it('has to send it back where it is not said to leave it out', async () => {
    const { errors } = await signIn({}, { profile: { ...ann, nonce: 'another' } })
    expect(errors).toEqual([expect.stringContaining('nonce')])
  })
})

describe('a vendor with a name of its own for `client_id`', () => {
  it('gets it by that name in both requests, and nobody who asks can change it', async () => {
    const { asked, vendor, location } = await signIn({
      clientIdParameter: 'client_key',
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
    expect([asked.get('client_key'), asked.has('client_id')]).toEqual([CLIENT_ID, false])
    expect([vendor.complaints, location]).toEqual([[], SIGNED_IN])
    const config = OIDC({
      id: 'acme',
      name: 'Acme',
      issuer: 'https://id.acme.test',
      clientId: CLIENT_ID,
      clientSecret: 's',
      clientIdParameter: 'client_key',
      [customFetch]: vendor.fetch,
    })
    const begun = await new Browser(createApp({ providers: [config] })).post(
      `${BASE}/signin/acme?client_key=evil`,
    )
    expect(new URL(begun.headers.get('location') ?? '').searchParams.getAll('client_key')).toEqual([
      CLIENT_ID,
    ])
  })
})

describe('a vendor whose tenants have an issuer each', () => {
  const common = { issuer: 'https://login.acme.test/common/v2', issuerTemplate: TEMPLATE }
  const discovery = { issuer: 'https://login.acme.test/{tenantid}/v2' }
  const of = (tenant: string, tid: unknown = tenant) =>
    ({ ...ann, tid, iss: `https://login.acme.test/${tenant}/v2` }) as Sample['profile']

  it.each([A, B])('signs in those of the tenant %s', async (tenant) => {
    expect(await signIn(common, { discovery, profile: of(tenant) })).toMatchObject({
      location: SIGNED_IN,
      errors: [],
    })
  })

  it.each([
    ['another tenant than its own', of(A, B)],
    ['no tenant', of(A, null)],
    ['a tenant that is a path', of('a/b', 'a/b')],
    ['a tenant that is another host', { ...ann, tid: 'x', iss: 'https://evil.test/x/v2' }],
    ['the placeholder itself', of('{tenantid}', '{tenantid}')],
    ['a tenant that is no text', of('[object Object]', {})],
  ])('refuses an ID token of %s', async (_, profile) => {
    const { location, errors } = await signIn(common, { discovery, profile: profile as Sample['profile'] })
    expect(location).toContain('/auth/error')
    expect(errors).toEqual([expect.stringMatching(/"iss"|does not name its tenant/)])
  })

  it('takes a document that names one tenant, and tokens of that one alone', async () => {
    const one = { discovery: { issuer: `https://login.acme.test/${A}/v2` } }
    expect(await signIn(common, { ...one, profile: of(A) })).toMatchObject({ location: SIGNED_IN })
    expect((await signIn(common, { ...one, profile: of(B) })).errors).toEqual([
      expect.stringContaining('iss'),
    ])
  })

  it.each([
    'https://evil.test/common/v2',
    'https://login.acme.test.evil.test/{tenantid}/v2',
    'https://login.acme.test/a/b/v2',
  ])('refuses a document of the issuer %s', async (issuer) => {
    await expect(signIn(common, { discovery: { issuer } })).rejects.toThrow()
  })

  it('does not stretch to providers without a template', async () => {
    await expect(signIn({ issuer: common.issuer }, { discovery })).rejects.toThrow()
  })
})

describe('a vendor that signs ID tokens with the client secret', () => {
  const HS256 = { client: { id_token_signed_response_alg: 'HS256' } }

  it('signs in', async () => {
    expect(await signIn(HS256)).toMatchObject({ location: SIGNED_IN, errors: [] })
  })

  it.each([
    ['another secret', 'HS256', 'the secret of somebody else'],
    ['another algorithm', 'HS512', CLIENT_SECRET.padEnd(64)],
  ])('is refused with %s', async (_, alg, secret) => {
    const idToken = await new SignJWT({ ...ann, iss: 'https://id.acme.test', aud: CLIENT_ID })
      .setProtectedHeader({ alg })
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(new TextEncoder().encode(secret))
    // Without a nonce the signature alone decides.
    const { location, errors } = await signIn(
      { ...HS256, omits: ['nonce'] },
      { tokens: { id_token: idToken } },
    )
    expect(location).toContain('/auth/error')
    expect(errors).toHaveLength(1)
  })
})

describe('a vendor that signs what its userinfo endpoint says', () => {
  const options = { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } }

  it('signs in', async () => {
    expect(await signIn(options)).toMatchObject({ location: SIGNED_IN, errors: [] })
  })

  it('is refused with the signature of somebody else, or without one', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const foreign = await new SignJWT(ann).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(privateKey)
    for (const answer of [foreign, ann]) {
      const { location, errors } = await signIn(options, {
        requests: [{ url: 'https://id.acme.test/userinfo', answer }],
      })
      expect(location).toContain('/auth/error')
      expect(errors).toHaveLength(1)
    }
  })
})

describe('a vendor that says in its own way whether it verified an address', () => {
  it.each([
    [{ isEmailVerified: () => true }, true],
    [{ isEmailVerified: () => false }, false],
    [{}, false],
  ] as [OAuthUserConfig, boolean][])('is heard: %o', async (options, isVerified) => {
    const provider = await resolve(
      OIDC({
        id: 'acme',
        name: 'Acme',
        issuer: 'https://id.acme.test',
        clientId: 'a',
        clientSecret: 'b',
        ...options,
      }),
    )
    expect(provider.isEmailVerified({ email_verified: 'true' })).toBe(isVerified)
  })
})
