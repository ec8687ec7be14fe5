import { createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { catchError, HOUR, passTime } from '@latchkey/test-support/kit/user-tokens.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import OIDC from 'latchkey/providers/oidc'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../../src/types/current-user.ts'

const APP = 'http://app.localhost:5175'
/** As a public client, so that the provider rotates each refresh token and detects its reuse. */
const rotating = {
  clientId: 'rotating',
  clientSecret: '',
  redirectUris: [`${APP}/auth/callback/rotating`],
  tokenEndpointAuthMethod: 'none',
} as const
/** As a client with a secret, whose refresh tokens the provider lets stay the same at first. */
const keeping = {
  clientId: 'keeping',
  clientSecret: 'the secret: of the tests',
  redirectUris: [`${APP}/auth/callback/keeping`],
  tokenEndpointAuthMethod: 'client_secret_post',
} as const

let provider: Awaited<ReturnType<typeof startProvider>>
let requests: string[] = []

beforeAll(async () => {
  provider = await startProvider({
    clients: [rotating, keeping],
    onRequest: ({ method, path }) => requests.push(`${method} ${path}`),
  })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => provider.close())

const refreshes = (): number => requests.filter((request) => request === 'POST /token').length

/** Signs a user in. @returns a function that returns the user of the browser */
async function signedIn(id: 'rotating' | 'keeping', config: Partial<AuthConfig> = {}) {
  const { clientId, clientSecret, tokenEndpointAuthMethod } = id === 'rotating' ? rotating : keeping
  const acme = OIDC({
    id,
    name: 'Playground',
    issuer: provider.issuer,
    clientId,
    clientSecret,
    client: { token_endpoint_auth_method: tokenEndpointAuthMethod },
    authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
  })
  const app = createApp({ adapter: memory(), providers: [acme], ...config }, APP)
  const browser = new Browser(app)
  const start = await browser.post(`${APP}/auth/signin/${id}`, { callbackUrl: '/after' })
  const [first] = provider.users
  await browser.get(await completeAtProvider(browser, APP, start, first?.name ?? '', 'Allow'))
  const auth = createAuth(app.config)
  requests = []
  return async (): Promise<CurrentUser> => {
    const request = new Request(`${APP}/page`, { headers: { cookie: browser.cookiesFor(APP) } })
    const write = (cookies: readonly { name: string; value: string }[]): void => {
      for (const { name, value } of cookies) browser.plant(APP, name, value)
    }
    const user = await auth.currentUser(request, write)
    if (user === null) throw new Error(`No user is signed in: ${app.errors.join()}`)
    return user
  }
}

/** Calls the provider's API. */
async function nameWith(accessToken: string): Promise<string> {
  const response = await fetch(`${provider.issuer}/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { name } = await response.json()
  return name
}

describe.each([
  { kept: 'rows', config: {} },
  { kept: 'a cookie', config: { adapter: undefined, providerTokens: true } },
])('a real provider with rotation and reuse detection, and tokens in $kept', ({ config }) => {
  // proves TOK-2, TOK-3, TOK-5, TOK-9, TOK-11
  it('accepts each access token and each rotated refresh token, even from parallel calls', async () => {
    const user = await signedIn('rotating', config)
    const seen = new Set<string>()
    for (let hour = 1; hour <= 4; hour++) {
      passTime(HOUR)
      const users = await Promise.all([user(), user(), user(), user(), user()])
      const results = await Promise.all(users.map((each) => each.tokens('rotating')))
      expect(new Set(results.map(({ accessToken }) => accessToken)).size).toBe(1)
      const [{ accessToken = '', scopes = [] } = {}] = results
      expect(await nameWith(accessToken)).toBe(provider.users[0]?.name)
      expect(scopes).toContain('offline_access')
      seen.add(accessToken)
      expect(refreshes()).toBe(hour)
    }
    expect(seen.size).toBe(4)
  })
})

// proves TOK-2, TOK-5, TOK-11
it('a real provider that does not rotate gets the same refresh token again', async () => {
  const user = await signedIn('keeping')
  for (let hour = 1; hour <= 3; hour++) {
    passTime(HOUR)
    const { accessToken } = await (await user()).tokens('keeping')
    expect(await nameWith(accessToken)).toBe(provider.users[0]?.name)
    expect(refreshes()).toBe(hour)
  }
})

// proves TOK-6
it('a real provider that revoked the grant leads to a new sign-in, and ends no session', async () => {
  const adapter = memory()
  const user = await signedIn('rotating', { adapter, providerTokens: { seal: false } })
  const [row] = await adapter.listAccounts((await user()).id)
  const body = new URLSearchParams({ client_id: 'rotating', token: row?.refresh_token ?? '' })
  await fetch(`${provider.issuer}/token/revocation`, { method: 'POST', body })
  passTime(HOUR)
  expect(await catchError((await user()).tokens('rotating'))).toMatchObject({
    type: 'TokensExpired',
    reason: 'revoked',
    signInUrl: `${APP}/auth/signin`,
  })
  expect((await user()).id).toEqual(expect.any(String))
})
