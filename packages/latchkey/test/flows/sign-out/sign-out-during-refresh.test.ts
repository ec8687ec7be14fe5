import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createIdp, type Idp } from '@latchkey/test-support/kit/idp.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { POST_LOGOUT_URL, signOut } from '@latchkey/test-support/kit/sign-out.ts'
import {
  catchError,
  HOUR,
  passTime,
  signedInApp,
  type TokenApp,
  userInOtherProcess,
} from '@latchkey/test-support/kit/user-tokens.ts'
import { type AuthConfig, customFetch, memoryStore, type OIDCConfig, type Store } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const BOB = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
const NEW = { access_token: 'new access', refresh_token: 'new refresh' }

interface CookieApp extends TokenApp {
  /** The tokens that the provider revoked. */
  readonly revoked: string[]
}

/** A provider that revokes tokens, and signs users out. */
function revoking(idp: Idp, revoked: string[]): Partial<OIDCConfig> {
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).pathname !== '/revoke') return idp.fetch(request)
    revoked.push(new URLSearchParams(await request.text()).get('token') ?? '')
    return new Response()
  }
  const endSession = 'https://id.test/logout'
  return { revocation: 'https://id.test/revoke', endSession, [customFetch]: send }
}

/** An application without a database, whose access token has expired. */
async function expiredApp(
  options: Partial<OIDCConfig> = {},
  config: Partial<AuthConfig> = {},
): Promise<CookieApp> {
  const idp = createIdp()
  idp.refreshed = NEW
  const revoked: string[] = []
  const app = await signedInApp({
    idp,
    options: { logout: true, ...revoking(idp, revoked), ...options },
    config: { adapter: undefined, providerTokens: true, ...config },
  })
  passTime(HOUR)
  return { ...app, revoked }
}

function tokenCookies(browser: Browser): { name: string; value: string }[] {
  return browser.cookies(ORIGIN).filter(({ name }) => name.includes('provider-tokens'))
}

describe('a sign-out while the tokens in the cookie are refreshed', () => {
  // proves OUT-5
  it('leads to the revocation of the new tokens', async () => {
    const app = await expiredApp()
    app.idp.onRefresh = async () => {
      await signOut(app.browser)
      expect(app.revoked).toEqual([app.issued.refreshToken, app.issued.accessToken])
      return undefined
    }
    const error = await catchError((await app.user('write')).tokens('idp'))
    expect(error).toMatchObject({ type: 'TokensExpired', reason: 'revoked' })
    expect(app.revoked.slice(2)).toEqual(['new refresh', 'new access'])
    expect(tokenCookies(app.browser)).toEqual([])
  })

  // proves OUT-5
  it('leads to the revocation even if the cookie misses two refreshes', async () => {
    const app = await expiredApp()
    app.idp.refreshed = {}
    const { accessToken: second } = await (await app.user()).tokens('idp')
    passTime(HOUR)
    app.idp.refreshed = NEW
    app.idp.onRefresh = async () => {
      await signOut(app.browser)
      expect(app.revoked).toEqual([expect.stringMatching(/^refresh/), second])
      return undefined
    }
    await catchError((await app.user()).tokens('idp'))
    expect(app.revoked.slice(2)).toEqual(['new refresh', 'new access'])
  })

  // proves OUT-5
  it('revokes nothing if that would end all access of the application', async () => {
    const app = await expiredApp({ revocation: { url: 'https://id.test/revoke', endsGrant: true } })
    app.idp.onRefresh = async () => {
      await signOut(app.browser)
      return undefined
    }
    await catchError((await app.user()).tokens('idp'))
    expect(app.revoked).toEqual([])
  })

  // proves OUT-5, TOK-3
  it('lets no other process use the old refresh token afterwards', async () => {
    const app = await expiredApp()
    const late = await userInOtherProcess(app)
    await (await app.user()).tokens('idp')
    await signOut(app.browser)
    expect(await catchError(late.tokens('idp'))).toMatchObject({ type: 'TokensExpired' })
    expect(app.idp.refreshes).toHaveLength(1)
  })
})

describe('a browser in which another user signs in while the tokens are refreshed', () => {
  // proves OUT-5, TOK-9
  it.each(['signs out first', 'does not sign out'])(
    'keeps the tokens of the new user: Ann %s',
    async (how) => {
      const app = await expiredApp()
      let bobs = ''
      app.idp.onRefresh = async () => {
        if (how === 'signs out first') await signOut(app.browser)
        bobs = app.idp.issue().accessToken
        await signInAt(app.idp, app.browser, { claims: BOB })
        return undefined
      }
      await catchError((await app.user('write')).tokens('idp'))
      expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken: bobs })
    },
  )

  // proves TOK-9
  it('gets the new tokens even if the store is unavailable when the session is checked', async () => {
    const inner = memoryStore()
    let isAway = false
    const get: Store['get'] = (key) => {
      if (isAway && /:(?:ended|revoked|refresh-ended):/.test(key)) throw new Error('away')
      return inner.get(key)
    }
    const app = await expiredApp({}, { store: { ...inner, get } })
    const user = await app.user('write')
    const before = tokenCookies(app.browser)
    isAway = true
    expect(await user.tokens('idp')).toMatchObject({ accessToken: 'new access' })
    expect(tokenCookies(app.browser)).not.toEqual(before)
  })
})

describe('tokens of another user in the cookie of a browser', () => {
  async function withTokensOfAnn(options: Partial<OIDCConfig> = {}): Promise<CookieApp> {
    const app = await expiredApp(options)
    const tokensOfAnn = tokenCookies(app.browser)
    app.idp.issue()
    await signInAt(app.idp, app.browser, { claims: BOB })
    for (const { name, value } of tokensOfAnn) app.browser.plant(ORIGIN, name, value)
    return app
  }

  // proves OUT-5
  it('are not used for a sign-out at the provider, and expire', async () => {
    const app = await withTokensOfAnn()
    expect(await signOut(app.browser)).toBe(`${ORIGIN}/bye`)
    expect(app.revoked).toEqual([])
    expect(tokenCookies(app.browser)).toEqual([])
  })

  // proves OUT-5
  it('are those of the user whose id the `jwt` callback changes', async () => {
    const app = await expiredApp(
      {},
      {
        callbacks: {
          jwt: ({ token, profile }) => (profile ? { ...token, sub: `id of ${profile.sub}` } : token),
        },
      },
    )
    expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken: 'new access' })
    expect(await signOut(app.browser)).toContain(encodeURIComponent(POST_LOGOUT_URL))
  })
})

// proves TOK-3
it('a slow request with a cookie that was replaced twice uses no refresh token again', async () => {
  const app = await expiredApp()
  app.idp.refreshed = {}
  const slow = await userInOtherProcess(app)
  await (await app.user('write')).tokens('idp')
  await (await app.user('write')).tokens('idp', { minValid: 2 * HOUR })
  expect(app.idp.refreshes).toHaveLength(2)
  expect(await slow.tokens('idp')).toMatchObject({ accessToken: expect.stringMatching(/^access/) })
  expect(app.idp.refreshes).toHaveLength(2)
})
