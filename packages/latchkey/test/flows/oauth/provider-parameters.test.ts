import { BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { customFetch, type OAuth2Config } from 'latchkey'
import { describe, expect, it } from 'vitest'

interface SignInRequests {
  /** URL of the authorization request. */
  readonly authorization: URL
  /** Body of the token request. */
  readonly token: URLSearchParams
}

/** Signs in with a provider that adds `device_id` and `ext_id` to the callback URL. */
async function signIn(options: Partial<OAuth2Config>): Promise<SignInRequests> {
  let token = new URLSearchParams()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/token')) return Response.json({ id: '7' })
    token = new URLSearchParams(await request.text())
    return Response.json({ access_token: 'at', token_type: 'bearer' })
  }
  const provider: OAuth2Config = {
    id: 'acme',
    name: 'Acme',
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: 'https://acme.test/authorize',
    token: 'https://acme.test/token',
    userinfo: 'https://acme.test/userinfo',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    [customFetch]: send,
    ...options,
  }
  const browser = new Browser(createApp({ providers: [provider] }))
  const redirect = await browser.post(`${BASE}/signin/acme`, { callbackUrl: '/after' })
  const authorization = new URL(redirect.headers.get('location') ?? '')
  await browser.get(
    `${BASE}/callback/acme?code=x&device_id=d&ext_id=e&state=${authorization.searchParams.get('state')}`,
  )
  return { authorization, token }
}

describe('a provider with its own parameter names', () => {
  it('gets the client ID and the client secret under these names only', async () => {
    const { authorization, token } = await signIn({
      clientIdParameter: 'appid',
      token: {
        url: 'https://acme.test/token',
        form: ({ client_secret: secret, ...others }) => ({ ...others, secret }),
      },
    })
    expect(authorization.searchParams.get('appid')).toBe('app')
    expect([token.get('appid'), token.get('secret')]).toEqual(['app', 'secret'])
    expect(
      token.has('client_id') || token.has('client_secret') || authorization.searchParams.has('client_id'),
    ).toBe(false)
  })
})

describe('an authorization request', () => {
  it('keeps its parameters in the standard order, regardless of configured parameters', async () => {
    const params = { redirect_uri: 'https://elsewhere.test/', scope: 'snsapi_userinfo' }
    const { authorization } = await signIn({
      authorization: { url: 'https://acme.test/authorize#wechat_redirect', params },
      clientIdParameter: 'appid',
      omits: ['pkce'],
    })
    expect([...authorization.searchParams.keys()]).toEqual([
      'appid',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ])
    expect(authorization.searchParams.get('redirect_uri')).toBe('https://elsewhere.test/')
    expect(authorization.hash).toBe('#wechat_redirect')
  })
})

describe('an additional callback parameter', () => {
  it('is sent in the token request if it is listed in `repeats`', async () => {
    const { authorization, token } = await signIn({
      token: { url: 'https://acme.test/token', repeats: ['device_id', 'state'] },
    })
    expect([token.get('device_id'), token.get('state')]).toEqual([
      'd',
      authorization.searchParams.get('state'),
    ])
    expect(token.has('ext_id')).toBe(false)
  })

  it('is not sent in the token request by default', async () => {
    const { token } = await signIn({})
    expect([...token.keys()].sort()).toEqual([
      'client_id',
      'client_secret',
      'code',
      'code_verifier',
      'grant_type',
      'redirect_uri',
    ])
  })

  it('cannot replace a parameter of the token request', async () => {
    const { token } = await signIn({
      token: { url: 'https://acme.test/token', repeats: ['redirect_uri', 'code'] },
    })
    expect([token.get('code'), token.getAll('redirect_uri')]).toEqual([
      'x',
      [expect.stringContaining('/callback/acme')],
    ])
  })
})
