import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createAuth, customFetch, type OAuth2Config } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A self-hosted provider. Only the application knows its origin. */
function selfHosted(options: Partial<OAuth2Config> = {}): OAuth2Config {
  return {
    id: 'hosted',
    name: 'Hosted',
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: { url: '/oauth/authorize', params: { scope: 'read' } },
    token: '/oauth/token',
    userinfo: '/api/me?full=1',
    ...options,
  }
}

describe('a provider endpoint that is a path', () => {
  it.each(['https://hosted.test/at/home', 'https://hosted.test/at/home/'])(
    'is appended to the issuer %s from the environment',
    async (issuer) => {
      vi.stubEnv('AUTH_HOSTED_ISSUER', issuer)
      const urls: string[] = []
      const send: typeof fetch = async (input) => {
        urls.push(input instanceof Request ? input.url : String(input))
        return Response.json({ access_token: 'at', token_type: 'bearer', id: 7 })
      }
      const browser = new Browser(createApp({ providers: [selfHosted({ [customFetch]: send })] }))
      const start = await browser.post(`${BASE}/signin/hosted`, { callbackUrl: '/after' })
      const { origin, pathname, searchParams } = new URL(start.headers.get('location') ?? '')
      expect(origin + pathname).toBe('https://hosted.test/at/home/oauth/authorize')
      const response = await browser.get(`${BASE}/callback/hosted?code=x&state=${searchParams.get('state')}`)
      expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
      expect(urls).toEqual([
        'https://hosted.test/at/home/oauth/token',
        'https://hosted.test/at/home/api/me?full=1',
      ])
    },
  )

  it('is reported as missing without an issuer', async () => {
    const { problem } = await createAuth({
      secret: 'x'.repeat(32),
      providers: [selfHosted()],
    }).config.checkConfig()
    expect(problem?.message).toContain('has neither `issuer` nor `authorization`')
  })
})
