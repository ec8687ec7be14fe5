import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createIdp, createLogoutIdp, type Idp } from '@latchkey/test-support/kit/idp.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import {
  type Changes,
  type LogoutApp,
  listMessages,
  logText,
  signedInApp,
  signOut,
} from '@latchkey/test-support/kit/sign-out.ts'
import {
  HOUR,
  passTime,
  signedInApp as signedInAtTokenIdp,
  type TokenApp,
} from '@latchkey/test-support/kit/user-tokens.ts'
import { type Adapter, type AdapterAccount, createAuth, customFetch, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const BOTH = ['refresh token of ann', 'access token of ann']

async function findRow(adapter: Adapter): Promise<AdapterAccount | undefined> {
  const user = await adapter.getUserByAccount?.({ provider: 'idp', providerAccountId: 'ann' })
  return (await adapter.listAccounts?.(user?.id ?? ''))?.[0]
}

const revokedAt = (idp: Idp): string[] => idp.revocations.map(({ token }) => token)

/** An application that keeps the tokens in the rows of an adapter. */
async function withRows(
  adapter: Adapter = memory(),
  { config, ...changes }: Changes = {},
): Promise<LogoutApp & { readonly adapter: Adapter }> {
  return { ...(await signedInApp({ ...changes, config: { adapter, ...config } })), adapter }
}

describe('a sign-out with tokens in the database', () => {
  // proves OUT-5
  it.each(['jwt', 'database'] as const)(
    'revokes them and removes them from the row (%s)',
    async (strategy) => {
      const { app, adapter, idp, browser } = await withRows(memory(), { config: { session: { strategy } } })
      expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout\?id_token_hint=/)
      expect(revokedAt(idp)).toEqual(BOTH)
      const row = await findRow(adapter)
      expect(row).toMatchObject({ provider: 'idp', providerAccountId: 'ann', scope: 'openid profile email' })
      expect([row?.access_token, row?.refresh_token, row?.expires_at]).toEqual([null, null, null])
      expect(app.errors).toEqual([])
      for (const token of BOTH) expect(logText(app)).not.toContain(token)
    },
  )

  // proves OUT-5
  it('keeps tokens for offline access', async () => {
    const scope = 'openid offline_access email'
    const { adapter, idp, browser } = await withRows(memory(), {
      idp: createLogoutIdp({ token: { scope } }),
    })
    const before = await findRow(adapter)
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout/)
    expect(revokedAt(idp)).toEqual([])
    expect(await findRow(adapter)).toEqual(before)
  })

  // proves OUT-3, OUT-5
  it('keeps the tokens if the user stays signed in at the provider', async () => {
    const { adapter, idp, browser } = await withRows()
    expect(await signOut(browser, { provider: 'false' })).toBe(`${ORIGIN}/bye`)
    expect(revokedAt(idp)).toEqual([])
    expect((await findRow(adapter))?.refresh_token).toBeTruthy()
  })

  // proves OUT-5
  it('keeps the tokens of a later session at the provider', async () => {
    const idp = createLogoutIdp({ claims: { sid: 'first' } })
    const { app, adapter, browser } = await withRows(memory(), { idp })
    idp.faults.claims = { sid: 'second' }
    const other = new Browser(app)
    await signInAt(idp, other)
    await signOut(browser)
    expect(revokedAt(idp)).toEqual([])
    expect((await findRow(adapter))?.refresh_token).toBeTruthy()
    await signOut(other)
    expect(revokedAt(idp)).toEqual(BOTH)
  })

  // proves OUT-5
  it('revokes the tokens that another process has just stored instead', async () => {
    const database = memory()
    let isRefreshed = false
    const adapter: Adapter = {
      ...database,
      async listAccounts(userId) {
        const rows = await database.listAccounts(userId)
        const [row] = rows
        if (row !== undefined && !isRefreshed) {
          isRefreshed = true
          await database.updateAccount({
            ...row,
            access_token: 'newer access',
            refresh_token: 'newer refresh',
          })
        }
        return rows
      },
    }
    const { idp, browser } = await withRows(adapter)
    await signOut(browser)
    expect(revokedAt(idp)).toEqual(['newer refresh', 'newer access'])
    expect((await findRow(database))?.refresh_token).toBeNull()
  })

  // proves OUT-6
  it('completes while the database fails, and logs it', async () => {
    let isDown = false
    const adapter = watched(memory(), () => {
      if (isDown) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    })
    const { app, browser } = await withRows(adapter, { config: { session: { strategy: 'jwt' } } })
    isDown = true
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout/)
    expect(app.errors).toEqual(['ProviderSignOutError'])
  })

  // proves OUT-6
  it('completes even if the provider does not revoke them, and logs it', async () => {
    const { app, adapter, idp, browser } = await withRows()
    idp.onRevocation = () => new Response(null, { status: 503 })
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout/)
    expect(app.errors).toEqual(['ProviderSignOutError'])
    expect((await findRow(adapter))?.refresh_token).toBeNull()
  })

  it('works with an adapter that cannot list accounts', async () => {
    const { listAccounts: _, ...adapter } = memory()
    const { app, idp, browser } = await withRows(adapter)
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout/)
    expect({ revoked: revokedAt(idp), errors: app.errors }).toEqual({ revoked: [], errors: [] })
  })

  // proves OUT-5
  it('makes `user.tokens()` ask for a new sign-in in other sessions of the user', async () => {
    const { app, idp, browser } = await withRows()
    const other = new Browser(app)
    await signInAt(idp, other)
    await signOut(browser)
    const request = new Request(`${ORIGIN}/page`, { headers: { cookie: other.cookiesFor(ORIGIN) } })
    const user = await createAuth(app.config).currentUser(request)
    await expect(user?.tokens('idp')).rejects.toMatchObject({ type: 'TokensExpired' })
  })
})

describe('a sign-out with tokens in a cookie', () => {
  // proves OUT-5
  it.each([true, false])('revokes them and expires the cookie (`logout: %s`)', async (logout) => {
    const { idp, browser } = await signedInApp({ config: { providerTokens: true }, options: { logout } })
    const url = await signOut(browser)
    expect(url.startsWith('https://id.test/logout')).toBe(logout)
    expect(revokedAt(idp)).toEqual(BOTH)
    expect(browser.cookies(ORIGIN).filter(({ name }) => name.includes('provider-tokens'))).toEqual([])
  })

  // proves OUT-3, OUT-5
  it('warns with `provider: true` if the provider has no `logout`', async () => {
    const { app, idp, browser } = await signedInApp({
      config: { providerTokens: true },
      options: { logout: false },
    })
    expect(await signOut(browser, { provider: 'true' })).toBe(`${ORIGIN}/bye`)
    expect(listMessages(app)).toEqual([expect.stringMatching(/^no-provider-sign-out .*`logout: true`/)])
    expect(revokedAt(idp)).toEqual(BOTH)
  })

  // proves OUT-5
  it('also revokes tokens for offline access, which are stored nowhere else', async () => {
    const idp = createLogoutIdp({ token: { scope: 'openid offline_access' } })
    const { browser } = await signedInApp({ idp, config: { providerTokens: true } })
    await signOut(browser)
    expect(revokedAt(idp)).toEqual(BOTH)
  })
})

describe('a sign-out at a provider whose revocation ends all access of the application', () => {
  const options = { revocation: { endsGrant: true } }

  // proves OUT-5
  it('keeps tokens in rows until the account is removed', async () => {
    const { app, adapter, idp, browser } = await withRows(memory(), { options })
    const other = new Browser(app)
    await signInAt(idp, other)
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout/)
    expect(revokedAt(idp)).toEqual([])
    expect((await findRow(adapter))?.refresh_token).toBeTruthy()
    const request = new Request(`${ORIGIN}/page`, { headers: { cookie: other.cookiesFor(ORIGIN) } })
    const user = await createAuth(app.config).currentUser(request)
    expect(await user?.accounts.unlink('idp', 'ann', { allowLast: true })).toBe(true)
    expect(revokedAt(idp)).toEqual(BOTH.slice(0, 1))
  })

  // proves OUT-5
  it('does not revoke tokens in the cookie, which expires', async () => {
    const { idp, browser } = await signedInApp({ config: { providerTokens: true }, options })
    await signOut(browser)
    expect(revokedAt(idp)).toEqual([])
    expect(browser.cookies(ORIGIN).filter(({ name }) => name.includes('provider-tokens'))).toEqual([])
  })
})

/** A store, and for how many seconds it keeps the results of refreshes. */
function watchedStore(): { readonly store: Store; readonly kept: Map<string, number>; isAway: boolean } {
  const inner = memoryStore()
  const kept = new Map<string, number>()
  const check = (): void => {
    if (watch.isAway) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  }
  const watch = {
    isAway: false,
    kept,
    store: {
      ...inner,
      get(key: string) {
        if (key.startsWith('latchkey:refresh:')) check()
        return inner.get(key)
      },
      set(key: string, value: string, seconds: number) {
        if (key.startsWith('latchkey:refresh:')) kept.set(key, seconds)
        return inner.set(key, value, seconds)
      },
      delete(key: string) {
        kept.delete(key)
        return inner.delete(key)
      },
    },
  }
  return watch
}

describe('a sign-out with tokens in a cookie that is older than the latest refresh', () => {
  /** The tokens were refreshed in a server component, which sets no cookies. */
  async function refreshedApp(watch = watchedStore()): Promise<TokenApp & { readonly revoked: string[] }> {
    const idp = createIdp()
    const revoked: string[] = []
    const send: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      if (new URL(request.url).pathname !== '/revoke') return idp.fetch(request)
      revoked.push(new URLSearchParams(await request.text()).get('token') ?? '')
      return new Response()
    }
    const config = { adapter: undefined, providerTokens: true, store: watch.store }
    const options = { revocation: 'https://id.test/revoke', [customFetch]: send }
    const session = { maxAge: 30 * 24 * HOUR }
    const app = await signedInAtTokenIdp({ idp, options, config: { ...config, session } })
    for (let refreshes = 0; refreshes < 2; refreshes++) {
      passTime(HOUR)
      await (await app.user()).tokens('idp')
    }
    return { ...app, revoked }
  }

  // proves OUT-5, TOK-7
  it('revokes the latest tokens, and removes them from the store', async () => {
    const watch = watchedStore()
    const { browser, idp, revoked, user } = await refreshedApp(watch)
    const { accessToken } = await (await user()).tokens('idp')
    const used = idp.refreshes.map(({ body }) => body.get('refresh_token'))
    await signOut(browser)
    expect(revoked).toEqual([expect.stringMatching(/^refresh /), accessToken])
    expect(used).toHaveLength(2)
    expect(used).not.toContain(revoked[0])
    // A result between two others ends by itself.
    expect(Math.max(...watch.kept.values())).toBeLessThanOrEqual(24 * HOUR)
  })

  // proves OUT-5, OUT-6
  it('revokes those of the cookie if the store is unavailable', async () => {
    const watch = watchedStore()
    const { app, browser, issued, revoked } = await refreshedApp(watch)
    watch.isAway = true
    expect(await signOut(browser)).toBe(`${ORIGIN}/bye`)
    expect(revoked).toEqual([issued.refreshToken, issued.accessToken])
    expect(logText(app)).not.toContain(issued.refreshToken)
  })
})
