import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { generateKeyPair, SignJWT } from 'jose'
import { customFetch, type OAuthUserConfig, type OIDCConfig, type ProviderConfig } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import GitLab from 'latchkey/providers/gitlab'
import Kakao from 'latchkey/providers/kakao'
import OIDC from 'latchkey/providers/oidc'
import { describe, expect, it } from 'vitest'
import { ProviderServer } from './provider-server.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, CLIENT_SECRET, type Sample } from './sample.ts'

const ann = { sub: 'ann', name: 'Ann Example', email: 'ann@example.com' }
const sample: Sample = {
  documentation: { unavailable: 'This provider does not exist.' },
  profile: ann,
  user: { id: 'ann' },
}
const A = '72f988bf-86f1-41af-91ab-2d7cd011db47'
const B = '9188040d-6c67-4c5b-b112-36a304b66dad'
const TEMPLATE = 'https://login.acme.test/{tid}/v2'

interface SignInResult {
  readonly server: ProviderServer
  /** Parameters of the authorization request. */
  readonly authorization: URLSearchParams
  /** Target of the redirect after the callback. */
  readonly location: string | null
  /** Messages of the logged errors. */
  readonly errors: readonly string[]
}

async function signIn(options: OAuthUserConfig, changes: Partial<Sample> = {}): Promise<SignInResult> {
  const allOptions = {
    id: 'acme',
    name: 'Acme',
    issuer: 'https://id.acme.test',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    ...options,
  }
  const server = new ProviderServer(await resolve(OIDC(allOptions)), { ...sample, ...changes })
  const provider: OIDCConfig = OIDC({ ...allOptions, [customFetch]: server.fetch })
  const app = createApp({ providers: [provider] })
  const browser = new Browser(app)
  const redirect = await browser.post(`${BASE}/signin/acme`, { callbackUrl: '/after' })
  const authorizationUrl = redirect.headers.get('location') ?? ''
  const response = await browser.get(server.authorize(authorizationUrl).url.href, {
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  })
  return {
    server,
    authorization: new URL(authorizationUrl).searchParams,
    location: response.headers.get('location'),
    errors: app.log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as Error).message),
  }
}

const SIGNED_IN = `${ORIGIN}/after`

describe('a provider without PKCE or nonce', () => {
  it('gets no code challenge and no code verifier if it omits PKCE', async () => {
    const { authorization, server, location } = await signIn({ omits: ['pkce'] })
    expect([
      authorization.has('code_challenge'),
      authorization.has('code_challenge_method'),
      authorization.has('nonce'),
    ]).toEqual([false, false, true])
    expect([server.rejections, location]).toEqual([[], SIGNED_IN])
  })

  it('gets no nonce if it omits the nonce', async () => {
    const { authorization, server, location } = await signIn({ omits: ['nonce'] })
    expect([authorization.has('code_challenge'), authorization.has('nonce')]).toEqual([true, false])
    expect([server.rejections, location]).toEqual([[], SIGNED_IN])
  })

  it.each([{ nonce: 'of the provider' }, { nonce: '' }, { nonce: null }, { nonce: 7 }])(
    'signs in if its ID token has a nonce that was not requested: $nonce',
    async ({ nonce }) => {
      const { location, errors } = await signIn({ omits: ['nonce'] }, { profile: { ...ann, nonce } })
      expect({ location, errors }).toEqual({ location: SIGNED_IN, errors: [] })
    },
  )

  it('is rejected if its ID token has a wrong nonce', async () => {
    const { errors } = await signIn({}, { profile: { ...ann, nonce: 'another' } })
    expect(errors).toEqual([expect.stringContaining('nonce')])
  })
})

describe('a provider with another name for `client_id`', () => {
  it('gets the client ID under that name; the query of the sign-in request cannot override it', async () => {
    const { authorization, server, location } = await signIn({
      clientIdParameter: 'client_key',
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
    expect([authorization.get('client_key'), authorization.has('client_id')]).toEqual([CLIENT_ID, false])
    expect([server.rejections, location]).toEqual([[], SIGNED_IN])
    const config = OIDC({
      id: 'acme',
      name: 'Acme',
      issuer: 'https://id.acme.test',
      clientId: CLIENT_ID,
      clientSecret: 's',
      clientIdParameter: 'client_key',
      [customFetch]: server.fetch,
    })
    const redirect = await new Browser(createApp({ providers: [config] })).post(
      `${BASE}/signin/acme?client_key=evil`,
    )
    expect(new URL(redirect.headers.get('location') ?? '').searchParams.getAll('client_key')).toEqual([
      CLIENT_ID,
    ])
  })
})

describe('a provider with one issuer for each tenant', () => {
  const common = { issuer: 'https://login.acme.test/common/v2', issuerTemplate: TEMPLATE }
  const discovery = { issuer: 'https://login.acme.test/{tenantid}/v2' }
  const findProfile = (tenant: string, tid: unknown = tenant) =>
    ({ ...ann, tid, iss: `https://login.acme.test/${tenant}/v2` }) as Sample['profile']

  it.each([A, B])('signs in users of the tenant %s', async (tenant) => {
    expect(await signIn(common, { discovery, profile: findProfile(tenant) })).toMatchObject({
      location: SIGNED_IN,
      errors: [],
    })
  })

  it.each([
    ['a tenant other than the one in its issuer', findProfile(A, B)],
    ['no tenant', findProfile(A, null)],
    ['a tenant that is a path', findProfile('a/b', 'a/b')],
    ['a tenant that is another host', { ...ann, tid: 'x', iss: 'https://evil.test/x/v2' }],
    ['the placeholder itself', findProfile('{tenantid}', '{tenantid}')],
    ['a tenant that is not a string', findProfile('[object Object]', {})],
  ])('rejects an ID token with %s', async (_, profile) => {
    const { location, errors } = await signIn(common, { discovery, profile: profile as Sample['profile'] })
    expect(location).toContain('/auth/error')
    expect(errors).toEqual([expect.stringMatching(/has the issuer|does not name its tenant/)])
  })

  it('accepts only tokens of the tenant that the discovery document names', async () => {
    const singleTenant = { discovery: { issuer: `https://login.acme.test/${A}/v2` } }
    expect(await signIn(common, { ...singleTenant, profile: findProfile(A) })).toMatchObject({
      location: SIGNED_IN,
    })
    expect((await signIn(common, { ...singleTenant, profile: findProfile(B) })).errors).toEqual([
      expect.stringContaining('iss'),
    ])
  })

  it.each([
    'https://evil.test/common/v2',
    'https://login.acme.test.evil.test/{tenantid}/v2',
    'https://login.acme.test/a/b/v2',
  ])('rejects a discovery document with the issuer %s', async (issuer) => {
    await expect(signIn(common, { discovery: { issuer } })).rejects.toThrow()
  })

  it('requires the exact issuer without a template', async () => {
    await expect(signIn({ issuer: common.issuer }, { discovery })).rejects.toThrow()
  })
})

describe('a provider that signs ID tokens with the client secret', () => {
  const HS256 = { client: { id_token_signed_response_alg: 'HS256' } }

  it('signs users in', async () => {
    expect(await signIn(HS256)).toMatchObject({ location: SIGNED_IN, errors: [] })
  })

  it.each([
    ['another secret', 'HS256', 'the secret of another client'],
    ['another algorithm', 'HS512', CLIENT_SECRET.padEnd(64)],
  ])('is rejected with %s', async (_, alg, secret) => {
    const idToken = await new SignJWT({ ...ann, iss: 'https://id.acme.test', aud: CLIENT_ID })
      .setProtectedHeader({ alg })
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(new TextEncoder().encode(secret))
    // The nonce is omitted, so that only the signature can fail.
    const { location, errors } = await signIn(
      { ...HS256, omits: ['nonce'] },
      { tokens: { id_token: idToken } },
    )
    expect(location).toContain('/auth/error')
    expect(errors).toHaveLength(1)
  })
})

describe('a provider that signs its userinfo response', () => {
  const options = { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } }

  it('signs users in', async () => {
    expect(await signIn(options)).toMatchObject({ location: SIGNED_IN, errors: [] })
  })

  it('is rejected with an unknown signature or without one', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const wronglySigned = await new SignJWT(ann)
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .sign(privateKey)
    for (const response of [wronglySigned, ann]) {
      const { location, errors } = await signIn(options, {
        requests: [{ url: 'https://id.acme.test/userinfo', response }],
      })
      expect(location).toContain('/auth/error')
      expect(errors).toHaveLength(1)
    }
  })
})

// proves AUD-S2
describe('an address from a server that the application configures', () => {
  const baseUrl = 'https://git.example.com'
  const profile = { email: 'ann@example.com', confirmed_at: '2012-05-23T09:05:22Z' }
  const client = { clientId: 'a', clientSecret: 'b' }
  it.each([
    ['GitHub', GitHub(client), true],
    ['GitHub at its own URL', GitHub({ ...client, enterprise: { baseUrl: 'https://github.com/' } }), true],
    ['GitHub Enterprise Server', GitHub({ ...client, enterprise: { baseUrl } }), undefined],
    ['GitLab', GitLab(client), true],
    ['a GitLab server', GitLab({ ...client, baseUrl }), undefined],
    [
      'a GitLab server that the application trusts',
      GitLab({ ...client, baseUrl, isEmailVerified: () => true }),
      true,
    ],
  ])('counts as verified only if the provider promises it: %s', async (_, provider, isVerified) => {
    expect((await resolve(provider as ProviderConfig)).isEmailVerified(profile)).toBe(isVerified)
  })

  it('is not verified if the profile has none', async () => {
    const { isEmailVerified } = await resolve(GitHub(client) as ProviderConfig)
    expect([isEmailVerified({ email: null }), isEmailVerified({})]).toEqual([false, false])
  })
})

// proves AUD-F8
it('an address that only the `profile` of the application returns does not count as verified', async () => {
  const profile = {
    id: 1,
    kakao_account: { email: 'ann@example.com', is_email_valid: true, is_email_verified: true },
  }
  const chosen = {
    clientId: 'a',
    clientSecret: 'b',
    profile: () => ({ id: '1', email: 'victim@example.com' }),
  }
  const verified = async (provider: unknown) =>
    (await resolve(provider as ProviderConfig)).isEmailVerified(profile)
  expect(await verified(Kakao({ clientId: 'a', clientSecret: 'b' }))).toBe(true)
  expect(await verified(Kakao(chosen))).toBeUndefined()
  expect(await verified(Kakao({ ...chosen, isEmailVerified: () => true }))).toBe(true)
})

describe('a provider with its own `isEmailVerified`', () => {
  it.each([
    [{ isEmailVerified: () => true }, true],
    [{ isEmailVerified: () => false }, false],
    [{}, undefined],
  ] as [OAuthUserConfig, boolean | undefined][])(
    'decides whether the address is verified: %o',
    async (options, isVerified) => {
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
      expect(provider.isEmailVerified({ email: 'a@x.test', email_verified: 'true' })).toBe(isVerified)
    },
  )
})
