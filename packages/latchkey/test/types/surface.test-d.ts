import {
  Auth,
  type AuthAction,
  type AuthConfig,
  createActionURL,
  type EmailConfig,
  isAuthAction,
  type OAuth2Config,
  type RawResponse,
  type RawResult,
  type ReadonlyAuthConfig,
  raw,
  setEnvDefaults,
} from 'latchkey'
import type { LatchkeyConfig } from 'latchkey/next'
import { describe, expectTypeOf, it } from 'vitest'

declare const request: Request
declare const config: AuthConfig

describe('Auth', () => {
  // proves §2.7
  it('returns a Response, or a raw result with `raw`', () => {
    expectTypeOf(Auth(request, config)).toEqualTypeOf<Promise<Response>>()
    expectTypeOf(Auth(request, { providers: [] })).toEqualTypeOf<Promise<Response>>()
    expectTypeOf(Auth(request, { ...config, raw })).toEqualTypeOf<Promise<RawResult>>()
    expectTypeOf<true>().not.toExtend<AuthConfig['raw']>()
    expectTypeOf<symbol>().not.toExtend<AuthConfig['raw']>()
  })

  // Server code that was written for Auth.js reads the result like this.
  // proves §2.7
  it('returns raw results that can be read without a type check', async () => {
    const result = await Auth(request, { ...config, raw })
    for (const { name, value, options } of result.cookies ?? [])
      expectTypeOf([name, value, options.path]).toExtend<unknown[]>()
    const url = result instanceof Response ? result.headers.get('location') : result.redirect
    expectTypeOf(url).toEqualTypeOf<string | null | undefined>()
    expectTypeOf<RawResponse>().toExtend<RawResult>()
  })

  // proves CFG-43
  it('accepts `raw`, which the configuration for Next.js does not have', () => {
    expectTypeOf<'raw'>().toExtend<keyof AuthConfig>()
    expectTypeOf<'raw'>().not.toExtend<keyof LatchkeyConfig>()
  })
})

describe('the functions for custom integrations', () => {
  // proves §1, §9.3
  it('accept the environment and headers of a platform', () => {
    expectTypeOf(setEnvDefaults).parameters.toEqualTypeOf<
      [env: object, config: ReadonlyAuthConfig, suppressBasePathWarning?: boolean]
    >()
    expectTypeOf(createActionURL('signin', 'https', new Headers(), process.env, config)).toEqualTypeOf<URL>()
    expectTypeOf(isAuthAction).guards.toEqualTypeOf<AuthAction>()
    expectTypeOf<'login'>().not.toExtend<AuthAction>()
  })
})

describe('a provider', () => {
  // proves §8.2, §8.2 l, §8.4
  it('accepts the options of Auth.js providers', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ])
    const oauth: OAuth2Config = {
      id: 'x',
      name: 'X',
      type: 'oauth',
      wellKnown: 'https://x.test/.well-known/openid-configuration',
      authorization: { url: 'https://x.test/a', params: { claims: { id_token: { email: null } } } },
      token: {
        url: 'https://x.test/t',
        params: { appid: 'x' },
        clientPrivateKey: { key: privateKey, kid: '1' },
        request: async ({ params }: { params: object }) => params,
        conform: async (response) => (response.ok ? undefined : response),
      },
      userinfo: { url: 'https://x.test/u', params: { fields: 'id' } },
      checks: ['pkce', 'state'],
      style: { logo: '/x.svg', bg: '#fff', text: '#000', brandColor: '#fff' },
      redirectProxyUrl: 'https://proxy.test/auth',
    }
    const email: EmailConfig = {
      id: 'y',
      name: 'Y',
      type: 'email',
      apiKey: 'key',
      sendVerificationRequest: () => {},
    }
    expectTypeOf([oauth, email]).toExtend<AuthConfig['providers']>()
  })
})
