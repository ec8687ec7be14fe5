import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { POST_LOGOUT_URL, signOut } from '@latchkey/test-support/kit/sign-out.ts'
import {
  catchError,
  HOUR,
  passTime,
  signedInApp,
  type TokenApp,
} from '@latchkey/test-support/kit/user-tokens.ts'
import { type Adapter, type AuthConfig, customFetch } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

interface RevokingApp extends TokenApp {
  readonly adapter: Adapter
  /** The tokens that the provider revoked. */
  readonly revoked: string[]
}

/** An application whose access token has expired, at a provider that revokes tokens. */
async function expiredApp(
  adapter: Adapter = memory(),
  { logout = false, ...config }: Partial<AuthConfig> & { logout?: boolean } = {},
): Promise<RevokingApp> {
  const idp = createIdp()
  const revoked: string[] = []
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (new URL(request.url).pathname !== '/revoke') return idp.fetch(request)
    revoked.push(new URLSearchParams(await request.text()).get('token') ?? '')
    return new Response()
  }
  const options = {
    revocation: 'https://id.test/revoke',
    endSession: 'https://id.test/logout',
    logout,
    [customFetch]: send,
  }
  const app = await signedInApp({ idp, options, config: { adapter, ...config } })
  passTime(HOUR)
  return { ...app, adapter, revoked }
}

const NEW = { access_token: 'new access', refresh_token: 'new refresh' }

async function unlink({ user }: TokenApp): Promise<void> {
  await (await user()).accounts.unlink('idp', 'ann', { allowLast: true })
}

describe('an account that is removed while its tokens are refreshed', () => {
  // proves OUT-5
  it('before the provider responds: the new tokens are revoked', async () => {
    const app = await expiredApp()
    app.idp.refreshed = NEW
    app.idp.onRefresh = async () => {
      await unlink(app)
      expect(app.revoked).toEqual([app.issued.refreshToken, app.issued.accessToken])
      return undefined
    }
    const error = await catchError((await app.user()).tokens('idp'))
    expect(error).toMatchObject({ type: 'TokensExpired', reason: 'missing' })
    expect(app.revoked.slice(2)).toEqual(['new refresh', 'new access'])
  })

  // proves OUT-5
  it('before the row is written: the new tokens are revoked', async () => {
    const inner = memory()
    let removal: (() => Promise<void>) | undefined
    const app = await expiredApp({
      ...inner,
      async updateAccount(account, expected) {
        await removal?.()
        return inner.updateAccount(account, expected)
      },
    })
    app.idp.refreshed = NEW
    removal = () => unlink(app)
    const error = await catchError((await app.user()).tokens('idp'))
    expect(error).toMatchObject({ type: 'TokensExpired', reason: 'missing' })
    expect(app.revoked).toEqual(expect.arrayContaining(['new refresh', 'new access']))
  })

  // proves OUT-5
  it('after its removal has read the row: the new tokens are revoked', async () => {
    const inner = memory()
    let refresh: (() => Promise<unknown>) | undefined
    const app = await expiredApp({
      ...inner,
      async unlinkAccount(key) {
        await refresh?.()
        await inner.unlinkAccount(key)
      },
    })
    app.idp.refreshed = NEW
    refresh = async () => (await app.user()).tokens('idp')
    await unlink(app)
    expect(app.idp.refreshes).toHaveLength(1)
    expect(app.revoked).toEqual(['new refresh', 'new access'])
    const { id } = await app.user()
    expect(await inner.listAccounts(id)).toEqual([])
  })
})

describe('a sign-out at the provider while tokens are refreshed', () => {
  // proves OUT-5
  it('leads to the revocation of the new tokens, and the row stays empty', async () => {
    const app = await expiredApp(memory(), { logout: true })
    app.idp.refreshed = NEW
    app.idp.onRefresh = async () => {
      expect(await signOut(app.browser)).toContain(encodeURIComponent(POST_LOGOUT_URL))
      return undefined
    }
    const user = await app.user()
    expect(await catchError(user.tokens('idp'))).toMatchObject({ type: 'TokensExpired', reason: 'missing' })
    expect(app.revoked.slice(2)).toEqual(['new refresh', 'new access'])
    expect(await app.adapter.listAccounts?.(user.id)).toMatchObject([
      { access_token: null, refresh_token: null },
    ])
  })

  // proves OUT-5, TOK-2
  it('revokes nothing if it ends only the session of the application', async () => {
    const app = await expiredApp()
    app.idp.refreshed = NEW
    app.idp.onRefresh = async () => {
      await signOut(app.browser)
      return undefined
    }
    expect((await (await app.user()).tokens('idp')).accessToken).toBe('new access')
    expect(app.revoked).toEqual([])
  })
})
