import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import type { CurrentUser } from '../../src/types/current-user.ts'
import { AfterSignInServer, listTokens, withRefreshToken } from './after-sign-in-server.ts'
import { type Factory, ids, load } from './modules.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, NEW_ACCESS_TOKEN, NEW_REFRESH_TOKEN, type Sample, STATE } from './sample.ts'
import { type SignInResult, signIn, toOptions } from './sign-in.ts'

/** Longer than any access token of the samples is valid. */
const NEVER_VALID = { minValid: 10 ** 9 }

interface AfterSignInResult extends SignInResult {
  readonly provider: Awaited<ReturnType<typeof resolve>>
  readonly tokens: ReturnType<typeof listTokens>
  readonly after: AfterSignInServer
  readonly user: CurrentUser
}

/**
 * Signs a user in at a provider that issues a refresh token. The application logs the user out
 * there.
 */
async function signedIn(factory: Factory, given: Sample): Promise<AfterSignInResult> {
  const sample = withRefreshToken(given)
  const provider = await resolve(factory(toOptions(sample)))
  let after: AfterSignInServer | undefined
  const result = await signIn(factory, sample, {
    config: { adapter: memory() },
    options: { logout: true },
    serve: (server) => {
      after = new AfterSignInServer(server, provider, sample)
      return after.fetch
    },
  })
  const request = new Request(`${ORIGIN}/page`, {
    headers: { cookie: result.browser.cookiesFor(ORIGIN) },
  })
  const user = await createAuth(result.app.config).currentUser(request)
  if (user === null || after === undefined) throw new Error('No user is signed in.')
  return { ...result, provider, tokens: listTokens(sample), after, user }
}

describe.each(ids)('%s', async (id) => {
  const { factory, sample } = await load(id)
  const { afterSignIn } = sample

  // proves TOK-16, TOK-11
  it('refreshes tokens as the provider documents', async () => {
    const { provider, tokens, after, server, user } = await signedIn(factory, sample)
    if (provider.refresh === undefined) {
      const result = await user.tokens(provider.id, NEVER_VALID).then(
        ({ accessToken }) => accessToken,
        ({ reason }) => reason,
      )
      // A token whose lifetime the provider does not say counts as valid.
      expect(['expired', tokens.access]).toContain(result)
      expect({ refreshes: after.refreshes, served: after.served }).toEqual({ refreshes: [], served: [] })
      return
    }
    const first = await user.tokens(provider.id, NEVER_VALID)
    const second = await user.tokens(provider.id, NEVER_VALID)
    expect(server.rejections).toEqual([])
    expect([first.accessToken, second.accessToken]).toEqual([NEW_ACCESS_TOKEN, NEW_ACCESS_TOKEN])
    // The requests of the sample have the refresh tokens in their bodies.
    if (after.served.length > 0) return
    const next = afterSignIn?.rotates === false ? tokens.refresh : NEW_REFRESH_TOKEN
    expect(after.refreshes).toEqual([tokens.refresh, next])
  })

  // proves TOK-16
  it('revokes tokens as the provider documents', async () => {
    const { provider, tokens, after, app, browser, server, user } = await signedIn(factory, sample)
    if (provider.revocation?.endsGrant) {
      await browser.post(`${BASE}/signout`, { provider: 'false' })
      expect({ revocations: after.revocations, served: after.served }).toEqual({
        revocations: [],
        served: [],
      })
    }
    const [account] = await user.accounts.list()
    await user.accounts.unlink(provider.id, account?.providerAccountId ?? '', { allowLast: true })
    expect({ rejections: server.rejections, errors: app.errors }).toEqual({ rejections: [], errors: [] })
    const { request, url = server.discovery.revocation_endpoint, ...options } = provider.revocation ?? {}
    const all = (['refresh_token', 'access_token'] as const)
      .filter((type) => options.types?.includes(type) ?? true)
      .slice(0, options.endsGrant ? 1 : 2)
    if (request !== undefined) expect(after.served).toHaveLength(all.length)
    const hasEndpoint = provider.revocation !== undefined && request === undefined && url !== undefined
    expect(after.revocations).toEqual(
      hasEndpoint
        ? all.map((hint) => ({ token: hint === 'access_token' ? tokens.access : tokens.refresh, hint }))
        : [],
    )
  })

  // proves TOK-16
  it('redirects to the sign-out that the provider documents, and back', async () => {
    const { provider, browser, server } = await signedIn(factory, sample)
    const response = await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
    const location = response.headers.get('location') ?? ''
    const endpoint = provider.endSession && (provider.endSession.url ?? server.discovery.end_session_endpoint)
    if (endpoint === undefined) return expect(location).toBe(`${ORIGIN}/bye`)
    const { searchParams, origin, pathname } = new URL(location)
    expect(origin + pathname).toBe(String(endpoint))
    const postLogoutUri = `${BASE}/signout/${provider.id}`
    const parameters = Object.fromEntries(searchParams)
    const standard = {
      client_id: CLIENT_ID,
      post_logout_redirect_uri: postLogoutUri,
      state: STATE,
      ...(provider.type === 'oidc' && { id_token_hint: expect.stringMatching(/^ey/) }),
    }
    const expected = afterSignIn?.signOutParameters ?? standard
    const state = expected.state === STATE ? { state: parameters.state } : {}
    expect(parameters).toEqual({ ...expected, ...state })
    const back = await browser.get(`${postLogoutUri}?state=${parameters.state ?? ''}`)
    expect(back.headers.get('location')).toBe(`${ORIGIN}/bye`)
  })
})
