import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { customFetch, type OAuth2Config } from 'latchkey'
import { expect, it } from 'vitest'

it('`token.form` of a provider replaces the token request body and drops undefined fields', async () => {
  const sent: string[] = []
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/token')) return Response.json({ id: 'ann' })
    sent.push(await request.text())
    return Response.json({ access_token: 'at', token_type: 'bearer' })
  }
  const provider: OAuth2Config = {
    id: 'other',
    name: 'Other',
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'the secret',
    authorization: 'https://other.test/authorize',
    token: {
      url: 'https://other.test/token',
      form: ({ code, client_secret, redirect_uri }) => ({
        assertion: code,
        secret: client_secret,
        redirect_uri,
        none: undefined,
      }),
    },
    userinfo: 'https://other.test/userinfo',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    [customFetch]: send,
  }
  const browser = new Browser(createApp({ providers: [provider] }))
  const start = await browser.post(`${BASE}/signin/other`, { callbackUrl: '/after' })
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const response = await browser.get(`${BASE}/callback/other?code=a+code&state=${state}`)
  expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
  const form = { assertion: 'a code', secret: 'the secret', redirect_uri: `${BASE}/callback/other` }
  expect(sent.map((body) => [...new URLSearchParams(body)])).toEqual([Object.entries(form)])
})
