import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { catchError, findRows, HOUR, passTime, signedInApp } from '@latchkey/test-support/kit/user-tokens.ts'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sealTokens } from '../../../src/tokens/encrypted-row.ts'

isolateEnvironment()
afterEach(() => {
  vi.useRealTimers()
})

const SEALED = expect.stringMatching(/^latchkey-sealed:[\w.-]+$/)

describe('the rows of an adapter of Latchkey', () => {
  // proves TOK-8
  it('contain only encrypted tokens, after the sign-in and after a refresh', async () => {
    const app = await signedInApp()
    const first = await findRows(app)
    expect(first).toMatchObject([
      { access_token: SEALED, refresh_token: SEALED, id_token: SEALED, scope: 'openid profile email' },
    ])
    passTime(HOUR)
    const { accessToken } = await (await app.user()).tokens('idp')
    const second = await findRows(app)
    expect(second).toMatchObject([{ access_token: SEALED, refresh_token: SEALED, id_token: SEALED }])
    expect(JSON.stringify([first, second])).not.toMatch(
      new RegExp(`${accessToken}|${app.issued.refreshToken}`),
    )
    expect(second[0]?.refresh_token).not.toBe(first[0]?.refresh_token)
  })

  // proves TOK-8
  it('contain encrypted tokens of an account that is linked and of one that signs in again', async () => {
    const events: unknown[] = []
    const app = await signedInApp({
      config: {
        events: {
          linkAccount: ({ account }) => void events.push(account),
          signIn: ({ account }) => void events.push(account),
        },
      },
    })
    const latest = app.idp.issue()
    await signInAt(app.idp, app.browser)
    expect(await findRows(app)).toMatchObject([{ access_token: SEALED, refresh_token: SEALED }])
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(latest.accessToken)
    expect(events).toMatchObject([
      { access_token: app.issued.accessToken },
      { access_token: app.issued.accessToken },
      { access_token: latest.accessToken },
    ])
  })

  // proves TOK-8, TOK-2
  it('do not keep an old token instead of one that is too long to be encrypted', async () => {
    const app = await signedInApp()
    passTime(HOUR)
    const long = 'b'.repeat(26_000)
    app.idp.refreshed = { access_token: long }
    const tokens = async (): Promise<string> => (await (await app.user()).tokens('idp')).accessToken
    expect(await tokens()).toBe(long)
    expect(await findRows(app)).toMatchObject([{ access_token: null, refresh_token: SEALED }])
    passTime(120)
    expect(await tokens()).toBe(long)
    // As does a new sign-in.
    app.idp.issue()
    Object.assign(app.idp.faults.token ?? {}, { access_token: long })
    await signInAt(app.idp, app.browser)
    expect(await findRows(app)).toMatchObject([{ access_token: null, refresh_token: SEALED }])
    expect(app.app.log).toContainEqual(expect.objectContaining({ entry: 'provider-tokens-too-large' }))
  })

  // proves TOK-8
  it('may contain older tokens in plaintext', async () => {
    const adapter = memory()
    const app = await signedInApp({ config: { adapter } })
    const [row] = await findRows(app)
    if (row === undefined) throw new Error('The row is missing.')
    await adapter.updateAccount({ ...row, access_token: 'plain', refresh_token: app.issued.refreshToken })
    expect((await (await app.user()).tokens('idp')).accessToken).toBe('plain')
    passTime(HOUR)
    await (await app.user()).tokens('idp')
    expect(app.idp.refreshes[0]?.body.get('refresh_token')).toBe(app.issued.refreshToken)
    expect(await findRows(app)).toMatchObject([{ access_token: SEALED, refresh_token: SEALED }])
  })

  // proves TOK-8
  it('contain no other token in plaintext that `account` of the provider selects', async () => {
    const adapter = sqlite(':memory:')
    const app = await signedInApp({
      config: { adapter },
      options: { account: (tokens) => tokens },
      tokens: {
        authed_user: { id: 'U1', access_token: 'xoxp-nested', token_type: 'user' },
        others: [{ secret: 'xoxs-nested' }, 1],
      },
    })
    passTime(HOUR)
    app.idp.refreshed = { authed_user: { id: 'U1', access_token: 'xoxp-second', token_type: 'user' } }
    expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken: expect.any(String) })
    const [row] = await findRows(app)
    expect(row).toMatchObject({
      access_token: SEALED,
      authed_user: { id: 'U1', access_token: SEALED, token_type: 'user' },
    })
    expect(JSON.stringify(row)).not.toMatch(/xox[ps]/)
  })

  // proves TOK-8
  it('are plaintext with `seal: false`', async () => {
    const app = await signedInApp({ config: { providerTokens: { seal: false } } })
    expect(await findRows(app)).toMatchObject([
      { access_token: app.issued.accessToken, refresh_token: app.issued.refreshToken },
    ])
  })
})

describe('the rows of another adapter', () => {
  /** One that does not say that it is one of Latchkey's. */
  const otherAdapter = () => watched(memory(), () => {})

  // proves TOK-8
  it('are plaintext, as Auth.js writes them', async () => {
    const app = await signedInApp({ config: { adapter: otherAdapter() } })
    expect(await findRows(app)).toMatchObject([{ access_token: app.issued.accessToken }])
    passTime(HOUR)
    const { accessToken } = await (await app.user()).tokens('idp')
    expect(await findRows(app)).toMatchObject([{ access_token: accessToken }])
  })

  // proves TOK-8
  it('are encrypted with `seal: true`', async () => {
    const app = await signedInApp({ config: { adapter: otherAdapter(), providerTokens: { seal: true } } })
    expect(await findRows(app)).toMatchObject([
      { access_token: SEALED, refresh_token: SEALED, id_token: SEALED },
    ])
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(app.issued.accessToken)
  })
})

describe('an encrypted token', () => {
  // proves TOK-8
  it('can be decrypted only in its own field and account', async () => {
    const adapter = memory()
    const app = await signedInApp({ config: { adapter } })
    const [row] = await findRows(app)
    if (row === undefined) throw new Error('The row is missing.')
    const user = await app.user()
    await adapter.updateAccount({ ...row, access_token: row.id_token, refresh_token: row.access_token })
    expect(await catchError(user.tokens('idp'))).toMatchObject({
      type: 'TokensExpired',
      reason: 'unreadable',
    })
    await adapter.linkAccount({ ...row, providerAccountId: 'other' })
    expect(await catchError(user.tokens('idp', { providerAccountId: 'other' }))).toMatchObject({
      reason: 'unreadable',
    })
  })

  // proves TOK-8
  it('can be decrypted with an older secret of the list, and is unreadable without it', async () => {
    const adapter = memory()
    await signedInApp({ config: { adapter } })
    const newest = 'a newer secret that is long enough for every test'
    const rotated = await signedInApp({ config: { adapter, secret: [newest, SECRET] } })
    const [row] = await findRows(rotated)
    if (row === undefined) throw new Error('The row is missing.')
    const old = await sealTokens([SECRET], { ...row, access_token: 'old', refresh_token: 'old' }, () => {})
    await adapter.updateAccount(old)
    expect((await (await rotated.user()).tokens('idp')).accessToken).toBe('old')
    const replaced = await signedInApp({ config: { adapter, secret: newest } })
    await adapter.updateAccount(old)
    const error = await catchError((await replaced.user()).tokens('idp'))
    expect(error).toMatchObject({ type: 'TokensExpired', reason: 'unreadable' })
  })
})

// proves TOK-8
it('a token that is too long to be opened again is left out', async () => {
  const tooLong: string[] = []
  const account = {
    provider: 'idp',
    providerAccountId: 'ann',
    access_token: 'a'.repeat(40_000),
    refresh_token: 'r',
  }
  const sealed = await sealTokens([SECRET], account, (field) => void tooLong.push(field))
  expect({ tooLong, sealed }).toEqual({
    tooLong: ['access_token'],
    sealed: { provider: 'idp', providerAccountId: 'ann', refresh_token: SEALED },
  })
})
