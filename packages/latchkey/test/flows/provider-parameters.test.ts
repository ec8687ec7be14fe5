import { customFetch, type OAuth2Config } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

interface Walk {
  /** Where the browser was sent. */
  readonly authorization: URL
  /** What the token endpoint was sent. */
  readonly token: URLSearchParams
}

/** Signs in with a vendor who answers with a `device_id` beside the code. */
async function walk(options: Partial<OAuth2Config>): Promise<Walk> {
  let token = new URLSearchParams()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/token')) return Response.json({ id: '7' })
    token = new URLSearchParams(await request.text())
    return Response.json({ access_token: 'at', token_type: 'bearer' })
  }
  const provider: OAuth2Config = {
    id: 'vendor',
    name: 'Vendor',
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: 'https://vendor.test/authorize',
    token: 'https://vendor.test/token',
    userinfo: 'https://vendor.test/userinfo',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    [customFetch]: send,
    ...options,
  }
  const browser = new Browser(createApp({ providers: [provider] }))
  const begun = await browser.post(`${BASE}/signin/vendor`, { callbackUrl: '/after' })
  const authorization = new URL(begun.headers.get('location') ?? '')
  await browser.get(
    `${BASE}/callback/vendor?code=x&device_id=d&ext_id=e&state=${authorization.searchParams.get('state')}`,
  )
  return { authorization, token }
}

describe('a vendor with names of its own', () => {
  it('gets the id and the secret of the client under them, and under no other', async () => {
    const { authorization, token } = await walk({
      clientIdParameter: 'appid',
      token: {
        url: 'https://vendor.test/token',
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
  it('has its parameters in the order of the standard, whatever the configuration adds', async () => {
    const params = { redirect_uri: 'https://elsewhere.test/', scope: 'snsapi_userinfo' }
    const { authorization } = await walk({
      authorization: { url: 'https://vendor.test/authorize#wechat_redirect', params },
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
    expect(authorization.searchParams.get('redirect_uri')).toContain(`${BASE}/callback/vendor`)
    expect(authorization.hash).toBe('#wechat_redirect')
  })
})

describe('what comes back beside the code', () => {
  it('is repeated in the token request where the vendor wants that, and nothing else', async () => {
    const { authorization, token } = await walk({
      token: { url: 'https://vendor.test/token', repeats: ['device_id', 'state'] },
    })
    expect([token.get('device_id'), token.get('state')]).toEqual([
      'd',
      authorization.searchParams.get('state'),
    ])
    expect(token.has('ext_id')).toBe(false)
  })

  it('is kept back from any other vendor', async () => {
    const { token } = await walk({})
    expect([...token.keys()].sort()).toEqual([
      'client_id',
      'client_secret',
      'code',
      'code_verifier',
      'grant_type',
      'redirect_uri',
    ])
  })

  it('cannot take the place of what the request has itself', async () => {
    const { token } = await walk({
      token: { url: 'https://vendor.test/token', repeats: ['redirect_uri', 'code'] },
    })
    expect([token.get('code'), token.getAll('redirect_uri')]).toEqual([
      'x',
      [expect.stringContaining('/callback/vendor')],
    ])
  })
})
