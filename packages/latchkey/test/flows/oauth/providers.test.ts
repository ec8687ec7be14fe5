import { BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, customFetch, type OAuthUserConfig } from 'latchkey'
import Auth0 from 'latchkey/providers/auth0'
import GitHub from 'latchkey/providers/github'
import Google from 'latchkey/providers/google'
import Keycloak from 'latchkey/providers/keycloak'
import { describe, expect, it } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: the profiles of the providers in one table differ.
type AnyProfile = any

interface Call {
  readonly url: string
  readonly authorization: string | null
}

/** Creates the back channel of GitHub as its documentation describes it. */
function createGitHub(user: object, emails: unknown): { calls: Call[]; fetch: typeof fetch } {
  const calls: Call[] = []
  const responses: Record<string, unknown> = {
    '/login/oauth/access_token': {
      access_token: 'gho_x',
      token_type: 'bearer',
      scope: 'read:user,user:email',
    },
    '/user': user,
    '/user/emails': emails,
    '/api/v3/user': user,
  }
  return {
    calls,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      calls.push({ url: request.url, authorization: request.headers.get('authorization') })
      const body = responses[new URL(request.url).pathname]
      return body === undefined ? new Response('no', { status: 404 }) : Response.json(body)
    },
  }
}

async function signIn(provider: AuthConfig['providers'][number]): Promise<unknown> {
  const app = createApp({
    providers: [provider],
    callbacks: { session: ({ session, token }) => ({ ...session, sub: token.sub }) },
  })
  const browser = new Browser(app)
  const started = await browser.post(`${BASE}/signin/github`)
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? ''
  await browser.get(`${BASE}/callback/github?code=x&state=${state}`)
  return (await browser.get(`${BASE}/session`)).json()
}

const octocat = {
  id: 583231,
  login: 'octocat',
  name: null,
  avatar_url: 'https://avatars.githubusercontent.com/u/583231',
  email: null,
}

describe('GitHub', () => {
  const client = { clientId: 'id', clientSecret: 'secret' }

  // proves §8.2 b, §8.2 d, §10.2 d
  it('requests the e-mail address when the profile lacks it', async () => {
    const github = createGitHub(octocat, [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'Octocat@Example.com', primary: true, verified: true },
    ])
    expect(await signIn(GitHub({ ...client, [customFetch]: github.fetch }))).toMatchObject({
      user: { name: 'octocat', email: 'octocat@example.com', image: octocat.avatar_url },
      sub: expect.any(String),
    })
    expect(github.calls.map(({ url }) => url)).toEqual([
      'https://github.com/login/oauth/access_token',
      'https://api.github.com/user',
      'https://api.github.com/user/emails',
    ])
    expect(github.calls.map(({ authorization }) => authorization)).toEqual([
      `Basic ${btoa('id:secret')}`,
      'Bearer gho_x',
      'Bearer gho_x',
    ])
  })

  it('uses no unverified e-mail address', async () => {
    const github = createGitHub(octocat, [
      { email: 'ceo@corp.test', primary: true, verified: false },
      { email: 'mona@example.com', primary: false, verified: true },
    ])
    expect(await signIn(GitHub({ ...client, [customFetch]: github.fetch }))).toMatchObject({
      user: { email: 'mona@example.com' },
    })
  })

  it('uses the e-mail address of the profile without another request', async () => {
    const github = createGitHub({ ...octocat, name: 'Mona', email: 'mona@example.com' }, undefined)
    expect(await signIn(GitHub({ ...client, [customFetch]: github.fetch }))).toMatchObject({
      user: { name: 'Mona', email: 'mona@example.com' },
    })
    expect(github.calls).toHaveLength(2)
  })

  it('signs in without an e-mail address when the list cannot be read', async () => {
    const github = createGitHub(octocat, undefined)
    expect(await signIn(GitHub({ ...client, [customFetch]: github.fetch }))).toMatchObject({
      user: { name: 'octocat' },
    })
  })

  it('works with an enterprise server', async () => {
    const github = createGitHub({ ...octocat, email: 'mona@corp.test' }, [])
    await signIn(
      GitHub({ ...client, [customFetch]: github.fetch, enterprise: { baseUrl: 'https://git.corp.test/' } }),
    )
    expect(github.calls.map(({ url }) => url)).toEqual([
      'https://git.corp.test/login/oauth/access_token',
      'https://git.corp.test/api/v3/user',
    ])
  })
})

describe('OpenID Connect providers', () => {
  const metadata = (issuer: string): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  })

  // proves §8.2, §8.2 h, §10.1
  it.each([
    {
      factory: (options: OAuthUserConfig<AnyProfile>) => Google(options),
      id: 'google',
      issuer: 'https://accounts.google.com',
      options: {},
    },
    {
      factory: (options: OAuthUserConfig<AnyProfile>) => Keycloak(options),
      id: 'keycloak',
      issuer: 'https://id.test/realms/main',
      options: { issuer: 'https://id.test/realms/main' },
    },
    {
      factory: (options: OAuthUserConfig<AnyProfile>) => Auth0(options),
      id: 'auth0',
      issuer: 'https://tenant.eu.auth0.com',
      options: { issuer: 'https://tenant.eu.auth0.com' },
    },
  ])('discover their endpoints at the issuer: $id', async ({ factory, id, issuer, options }) => {
    const requested: string[] = []
    const send: typeof fetch = async (input) => {
      requested.push(String(input))
      return Response.json(metadata(issuer))
    }
    const app = createApp({
      providers: [factory({ clientId: 'id', clientSecret: 'secret', ...options, [customFetch]: send })],
    })
    const response = await new Browser(app).post(`${BASE}/signin/${id}`)
    expect(response.headers.get('location')).toMatch(new RegExp(`^${issuer}/authorize\\?`))
    expect(requested).toEqual([`${issuer}/.well-known/openid-configuration`])
  })
})

describe('the sign-in page', () => {
  it('is shown without an icon that cannot be loaded', async () => {
    const github = GitHub({ clientId: 'id', clientSecret: 'secret' })
    const app = createApp({
      providers: [{ ...github, style: { icon: () => Promise.reject(new Error('no such file')) } }],
    })
    const response = await new Browser(app).get(`${BASE}/signin`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(`action="${BASE}/signin/github"`)
  })
})
