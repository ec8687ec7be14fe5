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
import Google from 'latchkey/providers/google'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

afterEach(() => {
  vi.unstubAllEnvs()
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

/** A plain OAuth provider, as options make it, with what it was asked over the back channel. */
function plain(options: Partial<OAuth2Config> = {}, answers: Record<string, object> = {}): Provider {
  const calls: Call[] = []
  const known: Record<string, object> = {
    '/token': { access_token: 'at', token_type: 'bearer' },
    '/userinfo': { id: 7 },
    ...answers,
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
    return Response.json(known[new URL(url).pathname])
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

/** What an application learns of who signed in. */
interface Seen {
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

async function signIn({ config }: Provider): Promise<Seen> {
  let seen: { user?: User; profile?: Profile } = {}
  const app = createApp({ providers: [config], events: { signIn: (message) => (seen = message) } })
  const browser = new Browser(app)
  const state = (await authorization(config, browser)).searchParams.get('state') ?? ''
  const response = await browser.get(`${BASE}/callback/${config.id}?code=x&state=${state}`)
  return { app, location: response.headers.get('location'), user: seen.user, profile: seen.profile }
}

describe('an authorization request', () => {
  // proves §8.2 a, §10.1
  it('has the configured parameters: text as it is, objects as JSON, nothing not at all', async () => {
    const claims = { id_token: { email: null } }
    const params = { claims, max_age: 60, prompt: undefined, display: null, audience: 'api' }
    const { searchParams } = await authorization(
      plain({ authorization: { url: 'https://plain.test/authorize?tenant=t', params } }).config,
    )
    expect(JSON.parse(searchParams.get('claims') ?? '')).toEqual(claims)
    expect([searchParams.get('max_age'), searchParams.get('audience'), searchParams.get('tenant')]).toEqual([
      '60',
      'api',
      't',
    ])
    expect(searchParams.has('prompt') || searchParams.has('display')).toBe(false)
  })

  // proves §8.2 g, §10.1 d
  it.each([
    ['https://plain.test/authorize', 'openid profile email'],
    ['https://plain.test/authorize?scope=', null],
    ['https://plain.test/authorize?scope=read', 'read'],
  ])('at %s asks for the scope "%s"', async (url, scope) => {
    expect((await authorization(plain({ authorization: url }).config)).searchParams.get('scope')).toBe(scope)
    const params = { scope: 'configured' }
    expect(
      (await authorization(plain({ authorization: { url, params } }).config)).searchParams.get('scope'),
    ).toBe('configured')
  })

  // proves §10.1
  it('may have another response_type and client_id where they are configured, for providers that differ', async () => {
    const params = { response_type: 'Assertion', client_id: 'other' }
    const { searchParams } = await authorization(
      plain({ authorization: { url: 'https://plain.test/authorize', params } }).config,
    )
    expect([searchParams.get('response_type'), searchParams.get('client_id')]).toEqual(['Assertion', 'other'])
  })

  // proves §8.2 i, P-OA-1, P-OA-2
  it('goes on using `state` and PKCE, whatever `checks` says', async () => {
    for (const checks of [['none'], ['pkce'], ['state']] as const) {
      const { searchParams } = await authorization(plain({ checks }).config)
      expect([searchParams.has('state'), searchParams.get('code_challenge_method')]).toEqual([true, 'S256'])
    }
  })
})

describe('the back channel', () => {
  // proves §8.2
  it('asks endpoints with the parameters that they need', async () => {
    const provider = plain({
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
  it('asks also discovered endpoints with them', async () => {
    const idp = createIdp()
    const provider = oidcFor(idp, {
      token: { params: { tenant: 't' } },
      idToken: false,
      userinfo: { params: { lang: 'de' } },
    })
    const browser = new Browser(createApp({ providers: [provider] }))
    const begun = await browser.post(`${BASE}/signin/idp`)
    await browser.get(idp.agree(begun.headers.get('location') ?? '').href)
    expect(idp.urls).toContain('https://id.test/token?tenant=t')
    expect(idp.urls).toContain('https://id.test/userinfo?lang=de')
  })

  // proves §8.2
  it('does not use `wellKnown` and `token.request`', async () => {
    const request = vi.fn()
    const provider = plain({
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
  it('lets `conform` repair an answer, or leave it as it is', async () => {
    const broken = { '/token': { data: { access_token: 'at' } } }
    const conform = async (response: Response): Promise<Response> => {
      const { data } = (await response.json()) as { data: object }
      return Response.json({ ...data, token_type: 'bearer' })
    }
    expect(
      (await signIn(plain({ token: { url: 'https://plain.test/token', conform } }, broken))).location,
    ).toBe(`${ORIGIN}/after`)
    expect((await signIn(plain({}, broken))).app.errors).toEqual(['CallbackRouteError'])
    const leave = async (response: Response): Promise<undefined> => {
      await response.text()
    }
    expect(
      (await signIn(plain({ token: { url: 'https://plain.test/token', conform: leave } }))).location,
    ).toBe(`${ORIGIN}/after`)
  })

  // proves §8.2 b
  it('lets `userinfo.request` ask in its own way, with tokens, provider and fetch', async () => {
    const request: NonNullable<Exclude<OAuth2Config['userinfo'], string | undefined>['request']> = async ({
      tokens,
      provider,
      fetch: send,
    }) => {
      const response = await send(
        `${provider.userinfo.url}/${provider.clientId}?token=${tokens.access_token}`,
      )
      return (await response.json()) as Profile
    }
    const provider = plain(
      { userinfo: { url: 'https://plain.test/me', request } },
      { '/me/app': { id: 8, nickname: 'ann' } },
    )
    const { user, profile } = await signIn(provider)
    expect(provider.calls.at(-1)).toMatchObject({
      url: 'https://plain.test/me/app?token=at',
      redirect: 'manual',
    })
    expect([user?.name, profile]).toEqual(['ann', { id: 8, nickname: 'ann' }])
  })
})

describe('the client proves who it is', () => {
  const secret = 'a secret that is long enough to sign with'

  async function tokenCall(options: Partial<OAuth2Config>): Promise<Call> {
    const provider = plain({ clientSecret: secret, ...options })
    expect((await signIn(provider)).location).toBe(`${ORIGIN}/after`)
    return provider.calls[0] as Call
  }

  // proves §8.2 f, §10.2 d
  it.each([undefined, 'client_secret_basic'] as const)('%s: in a header, form-encoded', async (method) => {
    const options = {
      clientId: 'a:b c',
      clientSecret: 'd&e',
      client: { token_endpoint_auth_method: method },
    }
    expect((await tokenCall(options)).authorization).toBe(`Basic ${btoa('a%3Ab+c:d%26e')}`)
  })

  // proves §8.2 f
  it('client_secret_post: in the form', async () => {
    const { authorization: header, body } = await tokenCall({
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
    expect([header, body.get('client_id'), body.get('client_secret')]).toEqual([null, 'app', secret])
  })

  // proves §8.2 f
  it('none: not at all', async () => {
    const { authorization: header, body } = await tokenCall({
      client: { token_endpoint_auth_method: 'none' },
      clientSecret: undefined,
    })
    expect([header, body.get('client_id'), body.has('client_secret')]).toEqual([null, 'app', false])
  })

  // proves §8.2 f
  it('client_secret_jwt: by a token that the secret signs', async () => {
    const { body } = await tokenCall({ client: { token_endpoint_auth_method: 'client_secret_jwt' } })
    const { payload } = await jwtVerify(body.get('client_assertion') ?? '', new TextEncoder().encode(secret))
    expect([payload.iss, payload.sub]).toEqual(['app', 'app'])
  })

  // proves §8.2 f
  it.each([['clientPrivateKey'], ['token.clientPrivateKey'], ['token.clientPrivateKey with its id']])(
    'private_key_jwt: by a token that %s signs',
    async (where) => {
      const { privateKey, publicKey } = await generateKeyPair('ES256')
      const clientPrivateKey = where.endsWith('id') ? { key: privateKey, kid: 'key-7' } : privateKey
      const token = { url: 'https://plain.test/token', clientPrivateKey }
      const { body, authorization: header } = await tokenCall({
        ...(where.startsWith('token') ? { token } : { clientPrivateKey }),
        client: { token_endpoint_auth_method: 'private_key_jwt' },
      })
      const { payload, protectedHeader } = await jwtVerify(body.get('client_assertion') ?? '', publicKey)
      expect([header, payload.iss, protectedHeader.kid]).toEqual([
        null,
        'app',
        where.endsWith('id') ? 'key-7' : undefined,
      ])
    },
  )
})

describe('what becomes of a profile', () => {
  // proves §8.2 d
  it('has the standard’s names by default, and no field without a value', async () => {
    const { user } = await signIn(
      plain({}, { '/userinfo': { id: 7, nickname: 'ann', picture: 'https://plain.test/a.png' } }),
    )
    expect(Object.entries(user ?? {})).toEqual([
      ['id', expect.any(String)],
      ['name', 'ann'],
      ['image', 'https://plain.test/a.png'],
    ])
  })

  describe('by a form that Apple posts', () => {
    const user = { name: { firstName: 'Ann', lastName: 'Lee', x: {} }, email: 'ceo@corp.test' }

    async function posted(
      field: string | undefined,
      claims: object = {},
      options: Parameters<typeof oidcFor>[1] = {},
    ): Promise<unknown> {
      const idp = createIdp()
      let seen: Profile | undefined
      const provider = oidcFor(idp, { authorization: { params: { response_mode: 'form_post' } }, ...options })
      const browser = new Browser(
        createApp({ providers: [provider], events: { signIn: ({ profile }) => (seen = profile) } }),
      )
      const begun = await browser.post(`${BASE}/signin/idp`)
      const answer = idp.agree(begun.headers.get('location') ?? '', { sub: 'ann', ...claims })
      const fields = {
        ...Object.fromEntries(answer.searchParams),
        ...(field === undefined ? {} : { user: field }),
      }
      if (options.authorization)
        await browser.post(
          answer.href,
          { user: field ?? '' },
          { origin: idp.issuer, 'sec-fetch-site': 'cross-site' },
        )
      else
        await browser.post(`${BASE}/callback/idp`, fields, {
          origin: idp.issuer,
          'sec-fetch-site': 'cross-site',
        })
      expect(seen?.sub).toBe('ann')
      return seen?.user
    }

    // proves §10.2 m, P-OA-10
    it('has the name as `user`, and not the address, which nobody signed', async () => {
      expect(await posted(JSON.stringify(user))).toEqual({ name: { firstName: 'Ann', lastName: 'Lee' } })
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
    ])('has no `user` by %s', async (field) => {
      expect(await posted(field)).toBeUndefined()
    })

    // proves §10.2 m
    it('keeps what the ID token says', async () => {
      expect(await posted(JSON.stringify(user), { user: 'signed' })).toBe('signed')
    })

    // proves §10.2 m
    it('and by no other way of answering', async () => {
      expect(await posted(JSON.stringify(user), {}, { authorization: { params: {} } })).toBeUndefined()
    })
  })
})

describe('a provider’s no', () => {
  // proves §10.2 c, §14 OAuthCallbackError
  it('is told to server code with its parameters, and to nobody else', async () => {
    const { config } = plain()
    const app = createApp({ providers: [config] })
    const browser = new Browser(app)
    const state = (await authorization(config, browser)).searchParams.get('state') ?? ''
    const no = {
      error: 'access_denied',
      error_description: `not today ${'x'.repeat(999)}`,
      error_uri: 'https://plain.test/no',
    }
    const response = await browser.get(
      `${BASE}/callback/plain?${new URLSearchParams({ ...no, state, code: 'secret code' })}`,
    )
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthCallbackError`)
    const error = app.log.find(({ level }) => level === 'error')?.entry
    expect(error).toHaveProperty('cause', {
      ...no,
      error_description: no.error_description.slice(0, 200),
      provider: 'plain',
    })
  })
})

describe('the id and the environment of a provider', () => {
  // proves §8.1 b, §8.1 c
  it('an id in its options renames it, everywhere', async () => {
    const { config } = plain()
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
  it('reads the variables of its own id, else those of its factory’s', async () => {
    vi.stubEnv('AUTH_GOOGLE_ID', 'of google')
    vi.stubEnv('AUTH_GOOGLE_SECRET', 'secret')
    vi.stubEnv('AUTH_GOOGLE_WORK_ID', 'of google-work')
    const issuer = 'https://accounts.google.com'
    const send: typeof fetch = async () =>
      Response.json({ issuer, authorization_endpoint: `${issuer}/authorize` })
    const clientIdOf = async (id: string): Promise<string | null> => {
      const app = createApp({ providers: [Google({ id, [customFetch]: send })] })
      const response = await new Browser(app).post(`${BASE}/signin/${id}`)
      return new URL(response.headers.get('location') ?? '').searchParams.get('client_id')
    }
    expect([
      await clientIdOf('google'),
      await clientIdOf('google-work'),
      await clientIdOf('google-home'),
    ]).toEqual(['of google', 'of google-work', 'of google'])
  })

  // proves §8.4, §9.1 e
  it.each([
    [{ apiKey: 'configured' }, 'configured'],
    [{}, 'of the environment'],
  ])('a mail provider with %j sends with the key "%s"', async (options, expected) => {
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
