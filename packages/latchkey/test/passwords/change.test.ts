import { oidcFor } from '@latchkey/test-support/kit/app.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { catchError } from '@latchkey/test-support/kit/user-tokens.ts'
import memory from 'latchkey/adapters/memory'
import {
  CredentialsSignin,
  LastSignInMethod,
  PasswordExists,
  PasswordRejected,
  StepUpRequired,
  TooManyRequests,
} from 'latchkey/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type AccountSite,
  ANN,
  addUser,
  asUser,
  createSite,
  NEW,
  OLD,
  requestLink,
  STRATEGIES,
  sendNewPassword,
  sessionOf,
  signedIn,
  signIn,
} from './account-site.ts'

afterEach(() => {
  vi.useRealTimers()
})

const EMAIL = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest() {} } as const

describe.each(STRATEGIES)('a change of a password, with the strategy %s', (strategy) => {
  it('replaces the password, ends the other sessions, and continues this one', async () => {
    const site = await createSite({ strategy })
    const [browser, other] = [await signedIn(site), await signedIn(site)]
    const before = browser.cookies(site.app.origin).map(({ value }) => value)
    await asUser(site, browser, ({ password }) => password.change({ current: OLD, next: NEW }))
    expect(await sessionOf(browser)).toMatchObject({ user: { email: ANN } })
    expect(browser.cookies(site.app.origin).map(({ value }) => value)).not.toEqual(before)
    expect(await sessionOf(other)).toBeNull()
    expect(site.events.filter(({ type }) => type === 'passwordChanged')).toMatchObject([
      { userId: 'ann', by: 'user' },
    ])
    expect(site.mails.map(({ to, subject }) => [to, subject])).toEqual([[ANN, 'Your password was changed']])
    await signIn(other, OLD)
    expect(await sessionOf(other)).toBeNull()
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })
})

describe('a change of a password', () => {
  it('needs the current one, however old the sign-in is', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    vi.useFakeTimers({ now: Date.now() + 3600_000, toFake: ['Date'] })
    const change = (current: string) =>
      asUser(site, browser, ({ password }) => password.change({ current, next: NEW }))
    expect(await catchError(change('a wrong password of Ann'))).toBeInstanceOf(CredentialsSignin)
    await change(OLD)
    expect(await asUser(site, browser, ({ password }) => password.status())).toMatchObject({ isSet: true })
  })

  it('counts wrong passwords as failed sign-ins', async () => {
    const site = await createSite({ config: { limits: { credentials: { attempts: 3, seconds: 900 } } } })
    const browser = await signedIn(site)
    const wrong = () =>
      catchError(
        asUser(site, browser, ({ password }) => password.change({ current: 'a wrong password', next: NEW })),
      )
    for (let count = 0; count < 3; count++) expect(await wrong()).toBeInstanceOf(CredentialsSignin)
    expect(await wrong()).toBeInstanceOf(TooManyRequests)
    expect((await signIn(browser, OLD)).status).toBe(429)
  })

  it.each([
    ['short', 'short'],
    ['contextWord', 'ann@example.com'],
    ['same', OLD],
  ])('rejects a password for the reason %s, and keeps the current one', async (reason, next) => {
    const site = await createSite()
    const browser = await signedIn(site)
    const error = await catchError(
      asUser(site, browser, ({ password }) => password.change({ current: OLD, next })),
    )
    expect(error).toBeInstanceOf(PasswordRejected)
    expect(error).toMatchObject({ reason })
    expect(await sessionOf(await signedIn(site, OLD))).not.toBeNull()
  })

  it('happens once if two requests send it at the same time', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    const results = await Promise.allSettled(
      [1, 2, 3].map((number) =>
        asUser(site, browser, ({ password }) => password.change({ current: OLD, next: `${NEW} ${number}` })),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(site.events.filter(({ type }) => type === 'passwordChanged')).toHaveLength(1)
  })

  it('ends links for another password', async () => {
    const site = await createSite()
    const [browser, link] = [await signedIn(site), await requestLink(site)]
    await asUser(site, browser, ({ password }) => password.change({ current: OLD, next: NEW }))
    await sendNewPassword(site.browser(), link, 'the password of a thief')
    expect(await sessionOf(await signedIn(site, NEW))).not.toBeNull()
  })

  it('does nothing in a session that was ended', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    const change = asUser(site, browser, async ({ password }) => {
      await site.auth.users.signOut('ann')
      await password.change({ current: OLD, next: NEW })
    })
    expect(await catchError(change)).toMatchObject({ type: 'AccessDenied' })
    expect(await sessionOf(await signedIn(site, OLD))).not.toBeNull()
  })
})

/** An application with the user Bob, who signs in with a provider. */
async function withBob(): Promise<AccountSite & { readonly signInBob: () => ReturnType<typeof signedIn> }> {
  const idp = createIdp()
  const adapter = memory()
  await addUser(adapter, 'bob')
  await adapter.linkAccount({ provider: 'idp', providerAccountId: 'bob', userId: 'bob', type: 'oidc' })
  const site = await createSite({ adapter, config: { providers: [oidcFor(idp)] } })
  const signInBob = async () => {
    const browser = site.browser()
    const { cookies } = await site.auth.users.startSession(new Request(site.app.origin), 'bob')
    for (const { name, value } of cookies) browser.plant(site.app.origin, name, value)
    return browser
  }
  return { ...site, signInBob }
}

describe('a first password', () => {
  it('is set once, after a recent sign-in', async () => {
    const site = await withBob()
    const browser = await site.signInBob()
    expect(await asUser(site, browser, ({ password }) => password.status())).toEqual({
      isSet: false,
      changedAt: null,
      mustChange: false,
    })
    const results = await Promise.allSettled(
      [1, 2].map(() => asUser(site, browser, ({ password }) => password.set({ next: NEW }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const again = await signedIn(site, NEW, 'bob@example.com')
    const set = asUser(site, again, ({ password }) => password.set({ next: `${NEW}!` }))
    expect(await catchError(set)).toBeInstanceOf(PasswordExists)
  })

  it('is not set after an old sign-in', async () => {
    const site = await withBob()
    const browser = await site.signInBob()
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
    const set = asUser(site, browser, ({ password }) => password.set({ next: NEW }))
    expect(await catchError(set)).toBeInstanceOf(StepUpRequired)
  })
})

describe('the removal of a password', () => {
  it('leaves another way to sign in', async () => {
    const site = await createSite()
    const browser = await signedIn(site)
    const remove = () => asUser(site, browser, ({ password }) => password.remove())
    expect(await catchError(remove())).toBeInstanceOf(LastSignInMethod)
    expect(await sessionOf(await signedIn(site, OLD))).not.toBeNull()
  })

  it('ends the other sessions', async () => {
    const site = await createSite({ config: { providers: [EMAIL] } })
    const [browser, other] = [await signedIn(site), await signedIn(site)]
    expect(await asUser(site, browser, ({ password }) => password.remove())).toBe(true)
    expect(await sessionOf(other)).toBeNull()
    expect(await asUser(site, browser, ({ password }) => password.remove())).toBe(false)
    await signIn(other, OLD)
    expect(await sessionOf(other)).toBeNull()
    expect(site.events.filter(({ type }) => type === 'passwordRemoved')).toHaveLength(1)
  })

  it('is refused after the last account was unlinked', async () => {
    const site = await withBob()
    const browser = await site.signInBob()
    await asUser(site, browser, ({ password }) => password.set({ next: NEW }))
    expect(await asUser(site, browser, ({ accounts }) => accounts.unlink('idp', 'bob'))).toBe(true)
    const remove = asUser(site, browser, ({ password }) => password.remove())
    expect(await catchError(remove)).toBeInstanceOf(LastSignInMethod)
  })

  it('and the removal of an account at the same time leave one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const site = await withBob()
      const browser = await site.signInBob()
      await asUser(site, browser, ({ password }) => password.set({ next: NEW }))
      const results = await Promise.allSettled([
        asUser(site, browser, ({ password }) => password.remove()),
        asUser(site, browser, ({ accounts }) => accounts.unlink('idp', 'bob')),
      ])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const ways = [await site.adapter.getPassword('bob'), ...(await site.adapter.listAccounts('bob'))]
      expect(ways.filter(Boolean)).toHaveLength(1)
    }
  })
})
