import { createAuth, customFetch, type OAuth2Config } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** A vendor that people run themselves: where it is, only the application knows. */
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

describe('an endpoint that is a path', () => {
  it.each(['https://hosted.test/at/home', 'https://hosted.test/at/home/'])(
    'lies at the issuer, also if that is %s in the environment',
    async (issuer) => {
      vi.stubEnv('AUTH_HOSTED_ISSUER', issuer)
      const asked: string[] = []
      const send: typeof fetch = async (input) => {
        asked.push(input instanceof Request ? input.url : String(input))
        return Response.json({ access_token: 'at', token_type: 'bearer', id: 7 })
      }
      const browser = new Browser(createApp({ providers: [selfHosted({ [customFetch]: send })] }))
      const begun = await browser.post(`${BASE}/signin/hosted`, { callbackUrl: '/after' })
      const { origin, pathname, searchParams } = new URL(begun.headers.get('location') ?? '')
      expect(origin + pathname).toBe('https://hosted.test/at/home/oauth/authorize')
      const answer = await browser.get(`${BASE}/callback/hosted?code=x&state=${searchParams.get('state')}`)
      expect(answer.headers.get('location')).toBe(`${ORIGIN}/after`)
      expect(asked).toEqual([
        'https://hosted.test/at/home/oauth/token',
        'https://hosted.test/at/home/api/me?full=1',
      ])
    },
  )

  it('is missing as long as there is no issuer', async () => {
    const { problem } = await createAuth({
      secret: 'x'.repeat(32),
      providers: [selfHosted()],
    }).config.checkConfig()
    expect(problem?.message).toContain('has neither `issuer` nor `authorization`')
  })
})
