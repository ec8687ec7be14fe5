import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { generateKeyPair, jwtVerify } from 'jose'
import {
  type AuthConfig,
  customFetch,
  type EmailConfig,
  type OAuth2Config,
  type Profile,
  type User,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import type { UserinfoEndpoint } from 'latchkey/providers'
import Google from 'latchkey/providers/google'
import MicrosoftEntraID, { type MicrosoftEntraIDProfile } from 'latchkey/providers/microsoft-entra-id'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

interface Call {
  readonly url: string
  readonly redirect: RequestRedirect
  readonly authorization: string | null
  readonly body: URLSearchParams
}

interface Provider {
  readonly calls: Call[]
  readonly config: OAuth2Config
}

/**
 * Creates an OAuth provider with the given options, and a list of the back-channel requests to it.
 */
function plainProvider(
  options: Partial<OAuth2Config> = {},
  responses: Record<string, object> = {},
): Provider {
  const calls: Call[] = []
  const bodies: Record<string, object> = {
    '/token': { access_token: 'at', token_type: 'bearer' },
    '/userinfo': { id: 7 },
    ...responses,
  }
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { url, headers, redirect } = request
    calls.push({
      url,
      redirect,
      authorization: headers.get('authorization'),
      body: new URLSearchParams(await request.text()),
    })
    return Response.json(bodies[new URL(url).pathname])
  }
  const config: OAuth2Config = {
    id: 'plain',
    name: 'Plain',
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: 'https://plain.test/authorize',
    token: 'https://plain.test/token',
    userinfo: 'https://plain.test/userinfo',
    [customFetch]: send,
    ...options,
  }
  return { calls, config }
}

/** The outcome of a sign-in. */
interface SignInOutcome {
  readonly app: App
  readonly location: string | null
  readonly user: User | undefined
  readonly profile: Profile | undefined
}

async function authorization(
  config: OAuth2Config,
  browser = new Browser(createApp({ providers: [config] })),
): Promise<URL> {
  const response = await browser.post(`${BASE}/signin/${config.id}`, { callbackUrl: '/after' })
  return new URL(response.headers.get('location') ?? '')
}

async function signIn({ config }: Provider): Promise<SignInOutcome> {
  let event: { user?: User; profile?: Profile } = {}
  const app = createApp({ providers: [config], events: { signIn: (message) => (event = message) } })
  const browser = new Browser(app)
  const state = (await authorization(config, browser)).searchParams.get('state') ?? ''
  const response = await browser.get(`${BASE}/callback/${config.id}?code=x&state=${state}`)
  return { app, location: response.headers.get('location'), user: event.user, profile: event.profile }
}

describe('the authorization request', () => {
  // proves §8.2 a, §10.1
  it('has the configured parameters: strings, objects as JSON, but no null or undefined', async () => {
    const claims = { id_token: { email: null } }
    const params = { claims, max_age: 60, prompt: undefined, display: null, audience: 'api' }
    const { searchParams } = await authorization(
      plainProvider({ authorization: { url: 'https://plain.test/authorize?tenant=t', params } }).config,
    )
    expect(JSON.parse(searchParams.get('claims') ?? '')).toEqual(claims)
    expect({
      max_age: searchParams.get('max_age'),
      audience: searchParams.get('audience'),
      tenant: searchParams.get('tenant'),
    }).toEqual({ max_age: '60', audience: 'api', tenant: 't' })
    expect(searchParams.has('prompt') || searchParams.has('display')).toBe(false)
  })

  // proves P-OA-8
  it.each([
    ['in `params`', { params: { redirect_uri: 'https://public.test/auth/callback/fixed' } }],
    [
      'in its URL',
      { url: 'https://plain.test/authorize?redirect_uri=https://public.test/auth/callback/fixed' },
    ],
  ])('has the redirect_uri of the configuration, and the token request has it: %s', async (where, own) => {
    const id = where === 'in `params`' ? 'fixed' : 'fixed-url'
    const authorizationOptions = { url: 'https://plain.test/authorize', ...own }
    const provider = plainProvider({ id, authorization: authorizationOptions })
    const warnings: string[] = []
    const logger = { warn: (code: string, text: unknown) => void warnings.push(`${code}: ${text}`) }
    const browser = new Browser(createApp({ providers: [provider.config], logger }))
    const query = '?redirect_uri=https%3A%2F%2Fevil.test'
    const response = await browser.post(`${BASE}/signin/${id}${query}`, { callbackUrl: '/after' })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.getAll('redirect_uri')).toEqual(['https://public.test/auth/callback/fixed'])
    const callback = `${BASE}/callback/${id}?code=x&state=${searchParams.get('state')}`
    expect((await browser.get(callback)).headers.get('location')).toBe(`${ORIGIN}/after`)
    const token = provider.calls.find(({ url }) => url.endsWith('/token'))
    expect(token?.body.get('redirect_uri')).toBe('https://public.test/auth/callback/fixed')
    expect(warnings).toEqual([expect.stringMatching(/^redirect-uri-configured: .*AUTH_URL/)])
  })

  // proves AUD-S4
  it('ignores a scope from the browser, and logs a warning once', async () => {
    const warnings: string[] = []
    const logger = { warn: (code: string) => void warnings.push(code) }
    const provider = plainProvider({ id: 'scoped' }).config
    const browser = new Browser(createApp({ providers: [provider], logger }))
    const readScope = async (query: string): Promise<string | null> => {
      const response = await browser.post(`${BASE}/signin/scoped${query}`, { callbackUrl: '/after' })
      return new URL(response.headers.get('location') ?? '').searchParams.get('scope')
    }
    expect(await readScope('?prompt=login')).toBe('openid profile email')
    expect(warnings).toEqual([])
    expect([await readScope('?scope=admin'), await readScope('?scope=admin')]).toEqual([
      'openid profile email',
      'openid profile email',
    ])
    expect(warnings).toEqual(['scope-ignored'])
  })

  // proves §8.2 g, §10.1 d
  it.each([
    ['https://plain.test/authorize', 'openid profile email'],
    ['https://plain.test/authorize?scope=', null],
    ['https://plain.test/authorize?scope=read', 'read'],
  ])('to %s requests the scope "%s"', async (url, scope) => {
    expect(
      (await authorization(plainProvider({ authorization: url }).config)).searchParams.get('scope'),
    ).toBe(scope)
    const params = { scope: 'configured' }
    expect(
      (await authorization(plainProvider({ authorization: { url, params } }).config)).searchParams.get(
        'scope',
      ),
    ).toBe('configured')
  })

  // proves §10.1
  it('has the response_type and client_id that are configured, for non-standard providers', async () => {
    const params = { response_type: 'Assertion', client_id: 'other' }
    const { searchParams } = await authorization(
      plainProvider({ authorization: { url: 'https://plain.test/authorize', params } }).config,
    )
    expect({
      response_type: searchParams.get('response_type'),
      client_id: searchParams.get('client_id'),
    }).toEqual({ response_type: 'Assertion', client_id: 'other' })
  })

  // proves §8.2 i, P-OA-1, P-OA-2
  it('always has `state` and PKCE, regardless of `checks`', async () => {
    for (const checks of [['none'], ['pkce'], ['state']] as const) {
      const { searchParams } = await authorization(plainProvider({ checks }).config)
      expect({
        hasState: searchParams.has('state'),
        code_challenge_method: searchParams.get('code_challenge_method'),
      }).toEqual({ hasState: true, code_challenge_method: 'S256' })
    }
  })
})

describe('the back channel', () => {
  // proves §8.2
  it('adds the configured parameters to the URLs of endpoints', async () => {
    const provider = plainProvider({
      token: { url: 'https://plain.test/token?v=1', params: { appid: 'app' } },
      userinfo: { url: 'https://plain.test/userinfo', params: { fields: 'id,name', lang: undefined } },
    })
    expect((await signIn(provider)).location).toBe(`${ORIGIN}/after`)
    expect(provider.calls.map(({ url }) => url)).toEqual([
      'https://plain.test/token?v=1&appid=app',
      'https://plain.test/userinfo?fields=id%2Cname',
    ])
  })

  // proves §8.2
  it('adds the configured parameters to the URLs of discovered endpoints', async () => {
    const idp = createIdp()
    const provider = oidcFor(idp, {
      token: { params: { tenant: 't' } },
      idToken: false,
      userinfo: { params: { lang: 'de' } },
    })
    const browser = new Browser(createApp({ providers: [provider] }))
    const started = await browser.post(`${BASE}/signin/idp`)
    await browser.get(idp.agree(started.headers.get('location') ?? '').href)
    expect(idp.urls).toContain('https://id.test/token?tenant=t')
    expect(idp.urls).toContain('https://id.test/userinfo?lang=de')
  })

  // proves §8.2
  it('ignores `wellKnown` and `token.request`', async () => {
    const request = vi.fn()
    const provider = plainProvider({
      wellKnown: 'https://elsewhere.test/.well-known/x',
      token: { url: 'https://plain.test/token', request },
    })
    expect((await signIn(provider)).location).toBe(`${ORIGIN}/after`)
    expect(request).not.toHaveBeenCalled()
    expect(provider.calls.map(({ url }) => new URL(url).origin)).toEqual([
      'https://plain.test',
      'https://plain.test',
    ])
  })

  // proves §8.2 c
  it('lets `conform` replace a response or keep it', async () => {
    const broken = { '/token': { data: { access_token: 'at' } } }
    const conform = async (response: Response): Promise<Response> => {
      const { data } = (await response.json()) as { data: object }
      return Response.json({ ...data, token_type: 'bearer' })
    }
    expect(
      (await signIn(plainProvider({ token: { url: 'https://plain.test/token', conform } }, broken))).location,
    ).toBe(`${ORIGIN}/after`)
    expect((await signIn(plainProvider({}, broken))).app.errors).toEqual(['CallbackRouteError'])
    const keep = async (response: Response): Promise<undefined> => {
      await response.text()
    }
    expect(
      (await signIn(plainProvider({ token: { url: 'https://plain.test/token', conform: keep } }))).location,
    ).toBe(`${ORIGIN}/after`)
  })

  // proves §8.2 b
  it('lets `userinfo.request` fetch the profile itself, with tokens, provider and fetch', async () => {
    const request: UserinfoEndpoint<Profile>['request'] = async ({ tokens, provider, fetch: send }) => {
      const response = await send(
        `${provider.userinfo.url}/${provider.clientId}?token=${tokens.access_token}`,
      )
      return (await response.json()) as Profile
    }
    const provider = plainProvider(
      { userinfo: { url: 'https://plain.test/me', request } },
      { '/me/app': { id: 8, nickname: 'ann' } },
    )
    const { user, profile } = await signIn(provider)
    expect(provider.calls.at(-1)).toMatchObject({
      url: 'https://plain.test/me/app?token=at',
      redirect: 'manual',
    })
    expect({ name: user?.name, profile }).toEqual({ name: 'ann', profile: { id: 8, nickname: 'ann' } })
  })
})

describe('an endpoint', () => {
  const url = (path: string): URL => new URL(path, 'https://plain.test')

  it.each<[name: string, endpoints: Partial<OAuth2Config>]>([
    ['given', { authorization: url('/a?tenant=t'), token: url('/token'), userinfo: url('/userinfo') }],
    [
      'with parameters',
      {
        authorization: { url: url('/a?tenant=t'), params: {} },
        token: { url: url('/token') },
        userinfo: { url: url('/userinfo') },
      },
    ],
  ])('can be a `URL`, %s', async (_, endpoints) => {
    const provider = plainProvider(endpoints)
    const { origin, pathname, searchParams } = await authorization(provider.config)
    expect(`${origin}${pathname} ${searchParams.get('tenant')}`).toBe('https://plain.test/a t')
    expect((await signIn(provider)).location).toBe(`${ORIGIN}/after`)
    expect(provider.calls.map((call) => call.url)).toEqual([
      'https://plain.test/token',
      'https://plain.test/userinfo',
    ])
  })

  it('can be a `URL` for revoking tokens', async () => {
    for (const revocation of [url('/revoke'), { url: url('/revoke') }]) {
      const { calls, config } = plainProvider({ revocation }, { '/revoke': {} })
      const browser = new Browser(createApp({ providers: [config], providerTokens: true }))
      const state = (await authorization(config, browser)).searchParams.get('state') ?? ''
      await browser.get(`${BASE}/callback/plain?code=x&state=${state}`)
      await browser.post(`${BASE}/signout`)
      expect(calls.at(-1)?.url).toBe('https://plain.test/revoke')
    }
  })
})

describe('`profile` of a provider', () => {
  it('can be called with a profile and tokens only', async () => {
    vi.stubGlobal('fetch', async () => new Response('photo'))
    const { profile } = MicrosoftEntraID()
    const user = await profile?.({ sub: 'ann' } as MicrosoftEntraIDProfile, { access_token: 'at' })
    expect(user?.image).toBe(`data:image/jpeg;base64,${btoa('photo')}`)
  })
})

describe('client authentication', () => {
  const secret = 'a secret that is long enough to sign with'

  async function tokenCall(options: Partial<OAuth2Config>): Promise<Call> {
    const provider = plainProvider({ clientSecret: secret, ...options })
    expect((await signIn(provider)).location).toBe(`${ORIGIN}/after`)
    return provider.calls[0] as Call
  }

  // proves §8.2 f, §10.2 d
  it.each([undefined, 'client_secret_basic'] as const)(
    '%s sends the credentials in a header, form-encoded',
    async (method) => {
      const options = {
        clientId: 'a:b c',
        clientSecret: 'd&e',
        client: { token_endpoint_auth_method: method },
      }
      expect((await tokenCall(options)).authorization).toBe(`Basic ${btoa('a%3Ab+c:d%26e')}`)
    },
  )

  // proves §8.2 f
  it('client_secret_basic does not encode characters that a form leaves unchanged', async () => {
    const options = { clientId: 'my-app_1.apps', clientSecret: 'GO-a_b.c*d~é' }
    expect((await tokenCall(options)).authorization).toBe(
      `Basic ${btoa('my-app_1.apps:GO-a_b.c*d%7E%C3%A9')}`,
    )
  })

  // proves §8.2 f
  it('client_secret_post sends the credentials in the form', async () => {
    const { authorization: header, body } = await tokenCall({
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
    expect({
      header,
      client_id: body.get('client_id'),
      client_secret: body.get('client_secret'),
    }).toEqual({ header: null, client_id: 'app', client_secret: secret })
  })

  // proves §8.2 f
  it('none sends the client id alone', async () => {
    const { authorization: header, body } = await tokenCall({
      client: { token_endpoint_auth_method: 'none' },
      clientSecret: undefined,
    })
    expect({
      header,
      client_id: body.get('client_id'),
      hasSecret: body.has('client_secret'),
    }).toEqual({ header: null, client_id: 'app', hasSecret: false })
  })

  // proves §8.2 f
  it('client_secret_jwt sends a token that is signed with the secret', async () => {
    const { body } = await tokenCall({ client: { token_endpoint_auth_method: 'client_secret_jwt' } })
    const { payload } = await jwtVerify(body.get('client_assertion') ?? '', new TextEncoder().encode(secret))
    expect({ iss: payload.iss, sub: payload.sub }).toEqual({ iss: 'app', sub: 'app' })
  })

  // proves §8.2 f
  it.each([['clientPrivateKey'], ['token.clientPrivateKey'], ['token.clientPrivateKey with its id']])(
    'private_key_jwt sends a token that is signed with %s',
    async (option) => {
      const { privateKey, publicKey } = await generateKeyPair('ES256')
      const clientPrivateKey = option.endsWith('id') ? { key: privateKey, kid: 'key-7' } : privateKey
      const token = { url: 'https://plain.test/token', clientPrivateKey }
      const { body, authorization: header } = await tokenCall({
        ...(option.startsWith('token') ? { token } : { clientPrivateKey }),
        client: { token_endpoint_auth_method: 'private_key_jwt' },
      })
      const { payload, protectedHeader } = await jwtVerify(body.get('client_assertion') ?? '', publicKey)
      expect({ header, iss: payload.iss, kid: protectedHeader.kid }).toEqual({
        header: null,
        iss: 'app',
        kid: option.endsWith('id') ? 'key-7' : undefined,
      })
    },
  )
})

describe('the profile', () => {
  // proves §8.2 d
  it('is read by its standard claims by default, without empty fields', async () => {
    const { user } = await signIn(
      plainProvider({}, { '/userinfo': { id: 7, nickname: 'ann', picture: 'https://plain.test/a.png' } }),
    )
    expect(Object.entries(user ?? {})).toEqual([
      ['id', expect.any(String)],
      ['name', 'ann'],
      ['image', 'https://plain.test/a.png'],
    ])
  })

  describe('with the user field that Apple posts', () => {
    const user = { name: { firstName: 'Ann', lastName: 'Lee', x: {} }, email: 'ceo@corp.test' }

    async function profileUser(
      field: string | undefined,
      claims: object = {},
      options: Parameters<typeof oidcFor>[1] = {},
    ): Promise<unknown> {
      const idp = createIdp()
      let profile: Profile | undefined
      const provider = oidcFor(idp, { authorization: { params: { response_mode: 'form_post' } }, ...options })
      const browser = new Browser(
        createApp({ providers: [provider], events: { signIn: (message) => (profile = message.profile) } }),
      )
      const started = await browser.post(`${BASE}/signin/idp`)
      const redirect = idp.agree(started.headers.get('location') ?? '', { sub: 'ann', ...claims })
      const fields = {
        ...Object.fromEntries(redirect.searchParams),
        ...(field === undefined ? {} : { user: field }),
      }
      if (options.authorization)
        await browser.post(
          redirect.href,
          { user: field ?? '' },
          { origin: idp.issuer, 'sec-fetch-site': 'cross-site' },
        )
      else
        await browser.post(`${BASE}/callback/idp`, fields, {
          origin: idp.issuer,
          'sec-fetch-site': 'cross-site',
        })
      expect(profile?.sub).toBe('ann')
      return profile?.user
    }

    // proves §10.2 m, P-OA-10
    it('has the name as `user`, but not the e-mail address, which is not signed', async () => {
      expect(await profileUser(JSON.stringify(user))).toEqual({ name: { firstName: 'Ann', lastName: 'Lee' } })
    })

    // proves §10.2 m, P-PR-3
    it.each([
      undefined,
      '',
      '{',
      'null',
      '7',
      '[]',
      '{}',
      '{"name":null}',
      '{"name":"Ann"}',
      '{"name":{"firstName":7}}',
      '{"__proto__":{"name":{}}}',
    ])('has no `user` for %s', async (field) => {
      expect(await profileUser(field)).toBeUndefined()
    })

    // proves §10.2 m
    it('keeps `user` from the ID token', async () => {
      expect(await profileUser(JSON.stringify(user), { user: 'signed' })).toBe('signed')
    })

    // proves §10.2 m
    it('has no `user` without response_mode form_post', async () => {
      expect(await profileUser(JSON.stringify(user), {}, { authorization: { params: {} } })).toBeUndefined()
    })
  })
})

describe('an error response of a provider', () => {
  // proves §10.2 c, §14 OAuthCallbackError
  it('is logged with its parameters, which users do not see', async () => {
    const { config } = plainProvider()
    const app = createApp({ providers: [config] })
    const browser = new Browser(app)
    const state = (await authorization(config, browser)).searchParams.get('state') ?? ''
    const parameters = {
      error: 'access_denied',
      error_description: `not today ${'x '.repeat(999)}`,
      error_uri: 'https://plain.test/no',
    }
    const response = await browser.get(
      `${BASE}/callback/plain?${new URLSearchParams({ ...parameters, state, code: 'secret code' })}`,
    )
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthCallbackError`)
    const error = app.log.find(({ level }) => level === 'error')?.entry
    expect(error).toHaveProperty('cause', {
      ...parameters,
      error_description: parameters.error_description.slice(0, 200),
      provider: 'plain',
    })
  })
})

describe('the id of a provider', () => {
  // proves §8.1 b, §8.1 c
  it('is replaced by the id in its options everywhere', async () => {
    const { config } = plainProvider()
    const renamed: OAuth2Config = { ...config, options: { id: 'my-plain' } }
    const browser = new Browser(createApp({ providers: [renamed, config] }))
    const list = (await (await browser.get(`${BASE}/providers`)).json()) as Record<
      string,
      { callbackUrl: string }
    >
    expect(Object.keys(list)).toEqual(['my-plain', 'plain'])
    expect(list['my-plain']?.callbackUrl).toBe(`${BASE}/callback/my-plain`)
    const { searchParams } = new URL(
      (await browser.post(`${BASE}/signin/my-plain`)).headers.get('location') ?? '',
    )
    expect(searchParams.get('redirect_uri')).toBe(`${BASE}/callback/my-plain`)
  })

  // proves §8.1 c, §9.1 d, ENV-3, ENV-4
  it('selects the environment variables, with those of the default id as fallback', async () => {
    vi.stubEnv('AUTH_GOOGLE_ID', 'of google')
    vi.stubEnv('AUTH_GOOGLE_SECRET', 'secret')
    vi.stubEnv('AUTH_GOOGLE_WORK_ID', 'of google-work')
    const issuer = 'https://accounts.google.com'
    const send: typeof fetch = async () =>
      Response.json({ issuer, authorization_endpoint: `${issuer}/authorize` })
    const findClientId = async (id: string): Promise<string | null> => {
      const app = createApp({ providers: [Google({ id, [customFetch]: send })] })
      const response = await new Browser(app).post(`${BASE}/signin/${id}`)
      return new URL(response.headers.get('location') ?? '').searchParams.get('client_id')
    }
    expect({
      google: await findClientId('google'),
      'google-work': await findClientId('google-work'),
      'google-home': await findClientId('google-home'),
    }).toEqual({ google: 'of google', 'google-work': 'of google-work', 'google-home': 'of google' })
  })

  // proves §8.4, §9.1 e
  it.each([
    [{ apiKey: 'configured' }, 'configured'],
    [{}, 'of the environment'],
  ])('selects the key of an e-mail provider with the options %j: "%s"', async (options, expected) => {
    vi.stubEnv('AUTH_MY_MAIL_KEY', 'of the environment')
    const keys: unknown[] = []
    const mail: EmailConfig = {
      id: 'my-mail',
      name: 'Mail',
      type: 'email',
      sendVerificationRequest: ({ provider }) => {
        keys.push(provider.apiKey)
      },
      options,
    }
    const config: Partial<AuthConfig> = { providers: [mail], adapter: memory() }
    await new Browser(createApp(config)).post(`${BASE}/signin/my-mail`, { email: 'ann@example.com' })
    expect(keys).toEqual([expected])
  })
})
