import {
  BASE,
  createApp,
  createIdp,
  deepFreeze,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import {
  Auth,
  type AuthConfig,
  customFetch,
  type EmailConfig,
  type OAuth2Config,
  type ProviderConfig,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

beforeEach(() => {
  // The tests do not depend on the environment of the machine.
  for (const name of [
    'AUTH_URL',
    'AUTH_SECRET',
    'AUTH_TRUST_HOST',
    'NEXTAUTH_URL',
    'NEXTAUTH_SECRET',
    'VERCEL',
    'CF_PAGES',
  ])
    vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const plain: OAuth2Config = {
  id: 'plain',
  name: 'Plain',
  type: 'oauth',
  clientId: 'app',
  clientSecret: 'secret',
  authorization: 'https://plain.test/authorize?audience=api',
  token: 'https://plain.test/token',
  userinfo: 'https://plain.test/userinfo',
}

/** Returns the authorization URL to which the sign-in form of a provider redirects. */
async function findAuthorizationUrl(provider: AuthConfig['providers'][number], id: string): Promise<URL> {
  const response = await new Browser(createApp({ providers: [provider] })).post(`${BASE}/signin/${id}`)
  return new URL(response.headers.get('location') ?? '')
}

describe('providers', () => {
  // proves CFG-2
  it('are an empty list by default', async () => {
    const config = { secret: SECRET, trustHost: true } as unknown as AuthConfig
    const response = await Auth(new Request(`${BASE}/providers`), config)
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: {} })
  })

  // proves §8.1, ENV-3, §9.1 d
  it('are called with options from the environment if they are functions', async () => {
    vi.stubEnv('AUTH_PLAIN_ID', 'from the environment')
    vi.stubEnv('AUTH_PLAIN_SECRET', 'hidden')
    const { clientId, clientSecret, ...preset } = plain
    const receivedOptions: unknown[] = []
    const factory = (options: object = {}): ProviderConfig => {
      receivedOptions.push(options)
      return { ...preset, options }
    }
    expect((await findAuthorizationUrl(factory, 'plain')).searchParams.get('client_id')).toBe(
      'from the environment',
    )
    expect(receivedOptions).toEqual([
      {},
      { clientId: 'from the environment', clientSecret: 'hidden', issuer: undefined, apiKey: undefined },
    ])
    expect((await findAuthorizationUrl(factory(), 'plain')).searchParams.get('client_id')).toBe(
      'from the environment',
    )
    expect((await findAuthorizationUrl(plain, 'plain')).searchParams.get('client_id')).toBe('app')
  })

  // proves §8.1 a, §8.2 a, §20 Q-5, §8.1 c
  it('have the given options merged into the preset, with lists replaced and no object changed', async () => {
    const preset: OAuth2Config = deepFreeze({
      ...plain,
      authorization: {
        url: 'https://plain.test/authorize?audience=api',
        params: { scope: 'read', prompt: 'none', claims: { a: 1, list: [1, 2] } },
      },
      options: {
        id: 'renamed',
        clientId: undefined,
        authorization: { params: { scope: 'write', claims: { b: null, list: [3] }, max_age: 60 } },
      },
    })
    const before = JSON.stringify(preset)
    const { searchParams } = await findAuthorizationUrl(preset, 'renamed')
    expect(searchParams.get('client_id')).toBe('app')
    expect(searchParams.get('audience')).toBe('api')
    expect({
      scope: searchParams.get('scope'),
      prompt: searchParams.get('prompt'),
      maxAge: searchParams.get('max_age'),
    }).toEqual({ scope: 'write', prompt: 'none', maxAge: '60' })
    expect(JSON.parse(searchParams.get('claims') ?? '')).toEqual({ a: 1, b: null, list: [3] })
    expect(JSON.stringify(preset)).toBe(before)
  })

  // proves §8.2 g, §10.1 d
  it('request the scope `openid profile email` by default, even with plain OAuth', async () => {
    expect((await findAuthorizationUrl(plain, 'plain')).searchParams.get('scope')).toBe(
      'openid profile email',
    )
    expect((await findAuthorizationUrl(oidcFor(createIdp()), 'idp')).searchParams.get('scope')).toBe(
      'openid profile email',
    )
    const withScope = { ...plain, authorization: 'https://plain.test/authorize?scope=read' }
    expect((await findAuthorizationUrl(withScope, 'plain')).searchParams.get('scope')).toBe('read')
  })

  // proves P-OA-1, P-OA-2, §8.2 i, §20 Q-17
  it('always check state and PKCE, even with `checks: [none]`', async () => {
    const { searchParams } = await findAuthorizationUrl({ ...plain, checks: ['none'] }, 'plain')
    expect({
      state: searchParams.get('state'),
      codeChallenge: searchParams.get('code_challenge'),
    }).toEqual({
      state: expect.stringMatching(/^[\w-]{43}$/),
      codeChallenge: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  // proves P-OA-12, §8.2 f, §10.2 d
  it.each([
    {
      method: 'client_secret_basic',
      read: ({ authorization, body }: TokenRequest) => ({
        authorization,
        clientSecret: body.get('client_secret'),
      }),
      expected: { authorization: `Basic ${btoa('app:a+b%2Fc')}`, clientSecret: null },
    },
    {
      method: 'client_secret_post',
      read: ({ authorization, body }: TokenRequest) => ({
        authorization,
        clientId: body.get('client_id'),
        clientSecret: body.get('client_secret'),
      }),
      expected: { authorization: null, clientId: 'app', clientSecret: 'a b/c' },
    },
    {
      method: 'none',
      read: ({ authorization, body }: TokenRequest) => ({
        authorization,
        clientId: body.get('client_id'),
        hasClientSecret: body.has('client_secret'),
      }),
      expected: { authorization: null, clientId: 'app', hasClientSecret: false },
    },
    {
      method: 'client_secret_jwt',
      read: ({ authorization, body }: TokenRequest) => ({ authorization, audience: readAudience(body) }),
      expected: { authorization: null, audience: 'https://plain.test' },
    },
  ] as const)('authenticate the client with $method', async ({ method, read, expected }) => {
    const tokenRequests: TokenRequest[] = []
    const send: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.url.endsWith('/userinfo')) return Response.json({ id: 1 })
      tokenRequests.push({
        authorization: request.headers.get('authorization'),
        body: new URLSearchParams(await request.text()),
      })
      return Response.json({ access_token: 'at', token_type: 'Bearer' })
    }
    const provider = {
      ...plain,
      issuer: 'https://plain.test',
      clientSecret: 'a b/c',
      client: { token_endpoint_auth_method: method },
      [customFetch]: send,
    }
    const browser = new Browser(createApp({ providers: [provider] }))
    const redirect = await browser.post(`${BASE}/signin/plain`, { callbackUrl: '/after' })
    const state = new URL(redirect.headers.get('location') ?? '').searchParams.get('state')
    const callback = `${BASE}/callback/plain?code=x&state=${state}&iss=https%3A%2F%2Fplain.test`
    expect((await browser.get(callback)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(tokenRequests).toHaveLength(1)
    expect(tokenRequests[0]?.body.get('redirect_uri')).toBe(`${BASE}/callback/plain`)
    expect(read(tokenRequests[0] as TokenRequest)).toEqual(expected)
  })

  // proves §8.2 c
  it('can correct the response of the token endpoint with `conform`', async () => {
    const responses: unknown[] = [{ data: { access_token: 'at' } }, { id: 7, name: 'Ann' }]
    const provider: OAuth2Config = {
      ...plain,
      token: {
        url: 'https://plain.test/token',
        conform: async (response) => {
          const { data } = (await response.json()) as { data: object }
          return Response.json({ ...data, token_type: 'bearer' })
        },
      },
      [customFetch]: async () => Response.json(responses.shift()),
    }
    const browser = new Browser(createApp({ providers: [provider] }))
    const redirect = await browser.post(`${BASE}/signin/plain`, { callbackUrl: '/after' })
    const state = new URL(redirect.headers.get('location') ?? '').searchParams.get('state')
    expect((await browser.get(`${BASE}/callback/plain?code=x&state=${state}`)).headers.get('location')).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves §9.1 e, §8.4
  it('for e-mail read their API key from the environment', async () => {
    vi.stubEnv('AUTH_POST_OFFICE_KEY', 'from the environment')
    const keys: unknown[] = []
    const post: EmailConfig = {
      id: 'post-office',
      name: 'Post',
      type: 'email',
      sendVerificationRequest: ({ provider }) => void keys.push(provider.apiKey),
    }
    for (const provider of [post, { ...post, options: { apiKey: 'passed' } }]) {
      const browser = new Browser(createApp({ adapter: memory(), providers: [provider] }))
      await browser.post(`${BASE}/signin/post-office`, { email: 'ann@example.com' })
    }
    expect(keys).toEqual(['from the environment', 'passed'])
  })

  // proves §8.5, §15 signin
  it('with credentials have a form with their fields', async () => {
    const credentials = {
      pin: { label: 'PIN', type: 'password', placeholder: '0000' },
      tenant: { value: 'main' },
    }
    const browser = new Browser(
      createApp({ providers: [Credentials({ id: 'pin', name: 'PIN', credentials, authorize: () => null })] }),
    )
    const page = await browser.get(`${BASE}/signin`)
    expect(await page.clone().text()).toMatch(/PIN[\s\S]*placeholder="0000"/)
    const [form] = await findForms(page, BASE)
    expect(form).toMatchObject({ action: `${BASE}/callback/pin`, fields: { pin: '', tenant: 'main' } })
  })
})

interface TokenRequest {
  readonly authorization: string | null
  readonly body: URLSearchParams
}

function readAudience(body: URLSearchParams): unknown {
  const [, claims = ''] = body.get('client_assertion')?.split('.') ?? []
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aud
}

describe('the option `trustHost`', () => {
  // proves CFG-40, §9.1 c, P-HO-2
  it.each([
    { name: 'VERCEL', value: '1', status: 200 },
    { name: 'VERCEL', value: '0', status: 500 },
    { name: 'CF_PAGES', value: '1', status: 200 },
    { name: 'CF_PAGES', value: '', status: 500 },
  ])('follows the platform in production: $status with $name=$value', async ({ name, value, status }) => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv(name, value)
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(
      status,
    )
  })

  // proves CFG-39, §9.1 c
  it('is on by default outside production and when AUTH_URL is set', async () => {
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(200)
    vi.stubEnv('NODE_ENV', 'production')
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(500)
    vi.stubEnv('AUTH_URL', ORIGIN)
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(200)
  })
})

describe('several configuration errors', () => {
  // proves §2.4
  it('are reported one at a time: the secret before the providers', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const invalid = { providers: [{ ...passwordProvider, authorize: undefined as never }] }
    for (const { config, type } of [
      { config: { ...invalid, secret: [] }, type: 'MissingSecret' },
      { config: invalid, type: 'MissingAuthorize' },
    ]) {
      const app = createApp(config)
      await new Browser(app).get(`${BASE}/session`)
      expect(app.errors).toEqual([type])
    }
  })
})
