import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Context } from '../../src/contract/context.ts'
import { authorizationUrl } from '../../src/oauth/authorization-url.ts'
import { accountId } from '../../src/security/account-id.ts'
import type { ResolvedOAuthProvider } from '../../src/types/providers/oauth.ts'
import { hostileText } from './hostile.ts'
import { holdsFor } from './runs.ts'

const transaction = {
  provider: 'idp',
  state: 'the-state',
  codeVerifier: 'the-verifier',
  nonce: 'the-nonce',
  redirectUri: 'https://app.test/auth/callback/idp',
  callbackUrl: 'https://app.test/',
}
/** The parameters that protect the flow and that a request must not change. */
const FIXED: Readonly<Record<string, string>> = {
  response_type: 'code',
  client_id: 'app',
  redirect_uri: transaction.redirectUri,
  state: transaction.state,
  nonce: transaction.nonce,
  code_challenge_method: 'S256',
}
const RESERVED = [...Object.keys(FIXED), 'code_challenge', 'response_mode', 'request', 'request_uri']
const names = fc.oneof(
  fc.constantFrom(
    ...RESERVED,
    'scope',
    'prompt',
    'login_hint',
    'audience',
    'callbackUrl',
    '__proto__',
    'STATE',
    ' state',
    'state[]',
    'state&nonce',
  ),
  hostileText,
)
const queries = fc.array(
  fc.tuple(names, fc.oneof(hostileText, fc.constantFrom('evil', 'a&state=evil', 'a#&state=evil'))),
  { maxLength: 8 },
)
const endpoints = fc.constantFrom(
  'https://id.test/authorize',
  'https://id.test/authorize?tenant=1&state=evil&state=evil2',
  'https://id.test/a/b?x=%26state=evil',
)

// proves P-RD-5, §10.1
it('a query never changes or repeats the parameters that protect the authorization flow', async () => {
  const settings = {
    clientId: 'app',
    clientIdParameter: 'client_id',
    usesPkce: true,
    authorization: { params: { audience: 'api' } },
  }
  // `authorizationUrl` reads only these parts of a provider.
  const provider = settings as unknown as ResolvedOAuthProvider
  await holdsFor(
    fc.tuple(queries, endpoints),
    async ([pairs, endpoint]) => {
      const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
      // `authorizationUrl` reads only these parts of a context.
      const ctx = {
        auth: { warnOnce: () => {} },
        query,
        provider,
        url: new URL('https://app.test/auth/signin/idp'),
      } as unknown as Context<ResolvedOAuthProvider>
      const url = new URL(await authorizationUrl(ctx, new URL(endpoint), transaction))
      expect({
        origin: url.origin,
        pathname: url.pathname,
        hash: url.hash,
        username: url.username,
      }).toEqual({
        origin: 'https://id.test',
        pathname: new URL(endpoint).pathname,
        hash: '',
        username: '',
      })
      for (const [name, value] of Object.entries(FIXED))
        expect(url.searchParams.getAll(name)).toEqual([value])
      expect(url.searchParams.getAll('code_challenge')).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
      expect(url.searchParams.getAll('scope')).toEqual(['openid profile email'])
      for (const name of ['response_mode', 'request', 'request_uri', 'callbackUrl'])
        expect(url.searchParams.has(name)).toBe(false)
      const expectedNames = new Set([
        ...RESERVED,
        'scope',
        'audience',
        ...query.keys(),
        ...new URL(endpoint).searchParams.keys(),
      ])
      for (const [name, value] of url.searchParams) {
        expect(expectedNames).toContain(name)
        expect(value).not.toBe(RESERVED.includes(name) ? 'evil' : undefined)
      }
      return [...query.keys()].some((name) => RESERVED.includes(name)) ? 'attacked' : 'harmless'
    },
    { share: 0.2, outcomes: ['attacked', 'harmless'] },
  )
})

// proves P-HT-4, §8.1
it('an account id is an unchanged text of at most 1024 characters, or it is rejected', async () => {
  const ids = fc.oneof(
    fc.anything(),
    hostileText,
    fc.integer(),
    fc.double(),
    fc.maxSafeInteger(),
    fc.constantFrom('x'.repeat(1024), 'x'.repeat(1025), 2 ** 53, -0, Number.NaN),
  )
  await holdsFor(
    ids,
    async (id) => {
      const text = accountId(id)
      if (text === undefined) return 'rejected'
      expect(typeof id === 'string' || typeof id === 'number').toBe(true)
      expect(text.length).toBeGreaterThan(0)
      expect(text.length).toBeLessThanOrEqual(1024)
      expect(
        typeof id === 'number' ? BigInt(text) === BigInt(id) && Math.abs(id) < 2 ** 53 : text === id,
      ).toBe(true)
      return 'accepted'
    },
    { outcomes: ['accepted', 'rejected'] },
  )
})
