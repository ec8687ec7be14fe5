import {
  Auth,
  type AuthConfig,
  customFetch,
  type EmailConfig,
  type OAuth2Config,
  type Provider,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  BASE,
  createApp,
  createIdp,
  deepFreeze,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '../kit/app.ts'
import { Browser, formsOf } from '../kit/browser.ts'

beforeEach(() => {
  // Nothing of the machine's own environment reaches a test.
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

/** Where the form of a provider leads. */
async function authorizationOf(provider: AuthConfig['providers'][number], id: string): Promise<URL> {
  const response = await new Browser(createApp({ providers: [provider] })).post(`${BASE}/signin/${id}`)
  return new URL(response.headers.get('location') ?? '')
}

describe('providers', () => {
  // proves CFG-2
  it('are none when they are left out', async () => {
    const config = { secret: SECRET, trustHost: true } as unknown as AuthConfig
    const response = await Auth(new Request(`${BASE}/providers`), config)
    expect([response.status, await response.json()]).toEqual([200, {}])
  })

  // proves §8.1, ENV-3, §9.1 d
  it('are called with what the environment says, or used as they are', async () => {
    vi.stubEnv('AUTH_PLAIN_ID', 'of the environment')
    vi.stubEnv('AUTH_PLAIN_SECRET', 'hidden')
    const { clientId, clientSecret, ...preset } = plain
    const given: unknown[] = []
    const factory = (options: object = {}): Provider => {
      given.push(options)
      return { ...preset, options }
    }
    expect((await authorizationOf(factory, 'plain')).searchParams.get('client_id')).toBe('of the environment')
    expect(given).toEqual([
      {},
      { clientId: 'of the environment', clientSecret: 'hidden', issuer: undefined, apiKey: undefined },
    ])
    expect((await authorizationOf(factory(), 'plain')).searchParams.get('client_id')).toBe(
      'of the environment',
    )
    expect((await authorizationOf(plain, 'plain')).searchParams.get('client_id')).toBe('app')
  })

  // proves §8.1 a, §8.2 a, §20 Q-5, §8.1 c
  it('have what is passed merged over what is preset, lists replaced, and nothing changed', async () => {
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
    const { searchParams } = await authorizationOf(preset, 'renamed')
    expect(searchParams.get('client_id')).toBe('app')
    expect(searchParams.get('audience')).toBe('api')
    expect([searchParams.get('scope'), searchParams.get('prompt'), searchParams.get('max_age')]).toEqual([
      'write',
      'none',
      '60',
    ])
    expect(JSON.parse(searchParams.get('claims') ?? '')).toEqual({ a: 1, b: null, list: [3] })
    expect(JSON.stringify(preset)).toBe(before)
  })

  // proves §8.2 g, §10.1 d
  it('ask for the usual scope when none is configured, OAuth too', async () => {
    expect((await authorizationOf(plain, 'plain')).searchParams.get('scope')).toBe('openid profile email')
    expect((await authorizationOf(oidcFor(createIdp()), 'idp')).searchParams.get('scope')).toBe(
      'openid profile email',
    )
    const own = { ...plain, authorization: 'https://plain.test/authorize?scope=read' }
    expect((await authorizationOf(own, 'plain')).searchParams.get('scope')).toBe('read')
  })

  // proves P-OA-1, P-OA-2, §8.2 i, §20 Q-17
  it('always check state and PKCE, whatever `checks` says', async () => {
    const { searchParams } = await authorizationOf({ ...plain, checks: ['none'] }, 'plain')
    expect([searchParams.get('state'), searchParams.get('code_challenge')]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ])
  })

  // proves P-OA-12, §8.2 f, §10.2 d
  it.each([
    [
      'client_secret_basic',
      ({ authorization, body }: Sent) => [authorization, body.get('client_secret')],
      [`Basic ${btoa('app:a+b%2Fc')}`, null],
    ],
    [
      'client_secret_post',
      ({ authorization, body }: Sent) => [authorization, body.get('client_id'), body.get('client_secret')],
      [null, 'app', 'a b/c'],
    ],
    [
      'none',
      ({ authorization, body }: Sent) => [authorization, body.get('client_id'), body.has('client_secret')],
      [null, 'app', false],
    ],
    [
      'client_secret_jwt',
      ({ authorization, body }: Sent) => [authorization, audienceOf(body)],
      [null, 'https://plain.test'],
    ],
  ] as const)('prove who they are with %s', async (method, read, expected) => {
    const sent: Sent[] = []
    const send: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      if (request.url.endsWith('/userinfo')) return Response.json({ id: 1 })
      sent.push({
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
    const begun = await browser.post(`${BASE}/signin/plain`, { callbackUrl: '/after' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    const answer = `${BASE}/callback/plain?code=x&state=${state}&iss=https%3A%2F%2Fplain.test`
    expect((await browser.get(answer)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body.get('redirect_uri')).toBe(`${BASE}/callback/plain`)
    expect(read(sent[0] as Sent)).toEqual(expected)
  })

  // proves §8.2 c
  it('may repair the answer of their token endpoint', async () => {
    const answers: unknown[] = [{ data: { access_token: 'at' } }, { id: 7, name: 'Ann' }]
    const provider: OAuth2Config = {
      ...plain,
      token: {
        url: 'https://plain.test/token',
        conform: async (response) => {
          const { data } = (await response.json()) as { data: object }
          return Response.json({ ...data, token_type: 'bearer' })
        },
      },
      [customFetch]: async () => Response.json(answers.shift()),
    }
    const browser = new Browser(createApp({ providers: [provider] }))
    const begun = await browser.post(`${BASE}/signin/plain`, { callbackUrl: '/after' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state')
    expect((await browser.get(`${BASE}/callback/plain?code=x&state=${state}`)).headers.get('location')).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves §9.1 e, §8.4
  it('that send mail have their key from the environment', async () => {
    vi.stubEnv('AUTH_POST_OFFICE_KEY', 'of the environment')
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
    expect(keys).toEqual(['of the environment', 'passed'])
  })

  // proves §8.5, §15 signin
  it('with fields make a form of them', async () => {
    const credentials = {
      pin: { label: 'PIN', type: 'password', placeholder: '0000' },
      tenant: { value: 'main' },
    }
    const browser = new Browser(
      createApp({ providers: [Credentials({ id: 'pin', name: 'PIN', credentials, authorize: () => null })] }),
    )
    const page = await browser.get(`${BASE}/signin`)
    expect(await page.clone().text()).toMatch(/PIN[\s\S]*placeholder="0000"/)
    const [form] = await formsOf(page, BASE)
    expect(form).toMatchObject({ action: `${BASE}/callback/pin`, fields: { pin: '', tenant: 'main' } })
  })
})

interface Sent {
  readonly authorization: string | null
  readonly body: URLSearchParams
}

function audienceOf(body: URLSearchParams): unknown {
  const [, claims = ''] = body.get('client_assertion')?.split('.') ?? []
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).aud
}

describe('trust in the host', () => {
  // proves CFG-40, §9.1 c, P-HO-2
  it.each([
    ['VERCEL', '1', 200],
    ['VERCEL', '0', 500],
    ['CF_PAGES', '1', 200],
    ['CF_PAGES', '', 500],
  ])('follows the platform in production: %s=%s', async (name, value, status) => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubEnv(name, value)
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(
      status,
    )
  })

  // proves CFG-39, §9.1 c
  it('is not needed where the address is configured, and given outside production', async () => {
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(200)
    vi.stubEnv('NODE_ENV', 'production')
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(500)
    vi.stubEnv('AUTH_URL', ORIGIN)
    expect((await new Browser(createApp({ trustHost: undefined })).get(`${BASE}/session`)).status).toBe(200)
  })
})

describe('several faults', () => {
  // proves §2.4
  it('are told one at a time: the secret before the providers', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const faulty = { providers: [{ ...passwordProvider, authorize: undefined as never }] }
    for (const [config, type] of [
      [{ ...faulty, secret: [] }, 'MissingSecret'],
      [faulty, 'MissingAuthorize'],
    ] as const) {
      const app = createApp(config)
      await new Browser(app).get(`${BASE}/session`)
      expect(app.errors).toEqual([type])
    }
  })
})
