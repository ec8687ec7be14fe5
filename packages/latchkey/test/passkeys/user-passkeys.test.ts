import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { inboxTransport, mailTo, useInbox } from '@latchkey/test-support/kit/email.ts'
import {
  authenticate,
  findError,
  optionsFor,
  readLocation,
  register,
  storedId,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig, CurrentUser } from 'latchkey'
import { InvalidOption, LastSignInMethod, MissingAdapterMethods, StepUpRequired } from 'latchkey/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  asUser,
  BITWARDEN,
  copyAt,
  createSite,
  type PasskeySite,
  read,
  signIn,
  startProcess,
  withPasskeys,
} from './site.ts'

useInbox()
afterEach(() => void vi.useRealTimers())

/** Moves the clock. */
function later(minutes: number): void {
  vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] })
}

const types = ({ site }: PasskeySite): string[] => site.events.map(({ type }) => type)

describe('user.passkeys.list', () => {
  it('names a passkey by its password manager, and says when it was created and used', async () => {
    const { site } = await createSite()
    const browser = await signIn(site)
    const { passkey } = await register(browser, undefined, await createPasskey(ORIGIN, { aaguid: BITWARDEN }))
    const [listed] = await asUser(site, browser, ({ passkeys }) => passkeys.list())
    expect(listed).toEqual({
      id: passkey.id,
      name: 'Bitwarden',
      model: 'Bitwarden',
      aaguid: BITWARDEN,
      createdAt: expect.any(Date),
      lastUsedAt: null,
      isBackedUp: false,
      transports: ['internal', 'hybrid'],
    })
    expect(Date.now() - (listed?.createdAt?.getTime() ?? 0)).toBeLessThan(60_000)
    const visitor = new Browser(site.site)
    await authenticate(visitor, passkey)
    const [used] = await asUser(site, visitor, ({ passkeys }) => passkeys.list())
    expect(Date.now() - (used?.lastUsedAt?.getTime() ?? 0)).toBeLessThan(60_000)
  })

  it('names a passkey without a known model by the browser that created it', async () => {
    const { site } = await createSite()
    const browser = await signIn(site)
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(browser, { action: 'register' })
    const data = JSON.stringify(await passkey.create(options))
    const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:125.0) Gecko/20100101 Firefox/125.0'
    await browser.post(`${BASE}/callback/webauthn`, { action: 'register', data }, { 'user-agent': firefox })
    expect(await asUser(site, browser, ({ passkeys }) => passkeys.list())).toMatchObject([
      { name: 'Firefox, macOS', model: null, aaguid: null },
    ])
  })

  it('lists passkeys of Auth.js, of which nothing is known, and keeps it so after a use', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 1)
    const [passkey] = passkeys
    if (passkey === undefined) throw new Error('No passkey was added.')
    const rows = await setup.adapter.listAuthenticatorsByUserId?.('ann')
    await setup.adapter.deleteAuthenticator?.({ credentialID: storedId(passkey), userId: 'ann' })
    for (const row of rows ?? []) await setup.adapter.createAuthenticator?.(row)
    const account = { provider: 'webauthn', providerAccountId: storedId(passkey), type: 'webauthn' } as const
    await setup.adapter.linkAccount?.({ ...account, userId: 'ann' })
    const unknown = { id: passkey.id, name: null, model: null, createdAt: null }
    const list = (): Promise<unknown> => asUser(setup.site, browser, (user) => user.passkeys.list())
    expect(await list()).toMatchObject([{ ...unknown, lastUsedAt: null }])
    await authenticate(new Browser(setup.site.site), passkey)
    expect(await list()).toMatchObject([{ ...unknown, lastUsedAt: expect.any(Date) }])
    await asUser(setup.site, browser, (user) => user.passkeys.rename(passkey.id, 'Old key'))
    expect(await list()).toMatchObject([{ name: 'Old key', createdAt: null }])
  })

  it('writes at most every five minutes that a passkey was used', async () => {
    const setup = await createSite()
    const { passkeys } = await withPasskeys(setup, 1)
    const [passkey] = passkeys
    if (passkey === undefined) throw new Error('No passkey was added.')
    const writes = (): number => setup.shared.calls.filter((name) => name === 'updatePasskeyDetails').length
    const before = writes()
    for (let count = 0; count < 3; count++) await authenticate(new Browser(setup.site.site), passkey)
    expect(writes() - before).toBe(1)
    later(6)
    await authenticate(new Browser(setup.site.site), passkey)
    expect(writes() - before).toBe(2)
  })

  it('signs in although what is known of passkeys cannot be stored, and logs why', async () => {
    const { shared } = await createSite()
    const adapter = {
      ...shared.adapter,
      updatePasskeyDetails: () => {
        throw new Error('disk full')
      },
    }
    const setup = { ...startProcess({ ...shared, adapter }), shared }
    const { passkeys } = await withPasskeys(setup, 1)
    const visitor = new Browser(setup.site.site)
    for (const passkey of passkeys) await authenticate(visitor, passkey)
    expect(await read(visitor)).toMatchObject({ name: 'ann' })
    expect(setup.site.logged).toEqual(['AdapterError', 'AdapterError'])
  })
})

describe('user.passkeys.rename', () => {
  it('gives a passkey a name', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 1)
    const [renamed, list] = await asUser(setup.site, browser, async (user) => [
      await user.passkeys.rename(passkeys[0]?.id ?? '', '  Work laptop '),
      await user.passkeys.list(),
    ])
    expect({ renamed, list }).toMatchObject({ renamed: true, list: [{ name: 'Work laptop' }] })
  })

  it.each(['', '   ', 'x'.repeat(101), undefined])('rejects the name %j', async (name) => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 1)
    await expect(
      asUser(setup.site, browser, (user) => user.passkeys.rename(passkeys[0]?.id ?? '', name as string)),
    ).rejects.toThrow(TypeError)
  })

  it("leaves another user's passkey as it is", async () => {
    const setup = await createSite()
    const { passkeys } = await withPasskeys(setup, 1)
    const bob = await signIn(setup.site, 'bob')
    const id = passkeys[0]?.id ?? ''
    expect(
      await asUser(setup.site, bob, async (user) => [
        await user.passkeys.rename(id, 'Mine'),
        await user.passkeys.remove(id, { allowLast: true }),
        await user.passkeys.list(),
      ]),
    ).toEqual([false, false, []])
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toHaveLength(1)
  })
})

describe('user.passkeys.remove', () => {
  it('removes a passkey with its account, so that it no longer signs in', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const [lost, kept] = passkeys
    if (lost === undefined || kept === undefined) throw new Error('No passkeys were added.')
    expect(await asUser(setup.site, browser, (user) => user.passkeys.remove(lost.id))).toBe(true)
    expect(await setup.adapter.getAccount?.(storedId(lost), 'webauthn')).toBeNull()
    const [thief, owner] = [new Browser(setup.site.site), new Browser(setup.site.site)]
    expect(findError(await authenticate(thief, lost))).toBe('WebAuthnVerificationError')
    expect(await readSession(thief)).toBeNull()
    expect(readLocation(await authenticate(owner, kept))).toBe(`${ORIGIN}/after`)
    expect(types(setup)).toContain('passkeyRemoved')
  })

  it("ends the user's other sessions, and continues this one", async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const elsewhere = await signIn(setup.site)
    const stolen = copyAt(setup.site, browser)
    await asUser(setup.site, browser, (user) => user.passkeys.remove(passkeys[0]?.id ?? ''))
    expect(await read(browser)).toMatchObject({ name: 'ann' })
    for (const other of [elsewhere, stolen]) expect((await read(other)).name).toBeUndefined()
  })

  it('sends a notice', async () => {
    const setup = await createSite({ mail: inboxTransport() })
    const { browser, passkeys } = await withPasskeys(setup, 2)
    await asUser(setup.site, browser, (user) => user.passkeys.remove(passkeys[0]?.id ?? ''))
    expect((await mailTo('ann@example.com')).subject).toBe('A passkey was removed from your account')
  })

  it('refuses to remove the last way to sign in, unless the application knows another one', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 1)
    const id = passkeys[0]?.id ?? ''
    const remove = (options?: object): Promise<boolean> =>
      asUser(setup.site, browser, (user) => user.passkeys.remove(id, options))
    await expect(remove()).rejects.toThrow(LastSignInMethod)
    await expect(remove()).rejects.toThrow(/`allowLast: true`/)
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toHaveLength(1)
    expect(await remove({ allowLast: true })).toBe(true)
    expect(await remove({ allowLast: true })).toBe(false)
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toEqual([])
  })

  it('counts a linked account as another way to sign in, but no passkey without its account', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const [first, second] = passkeys
    if (first === undefined || second === undefined) throw new Error('No passkeys were added.')
    await setup.adapter.unlinkAccount?.({ provider: 'webauthn', providerAccountId: storedId(second) })
    const remove = (id: string): Promise<boolean> =>
      asUser(setup.site, browser, (user) => user.passkeys.remove(id))
    await expect(remove(first.id)).rejects.toThrow(LastSignInMethod)
    // It signs no one in.
    expect(await remove(second.id)).toBe(true)
  })

  it('leaves one passkey if parallel requests in two processes remove the last two', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const processes = [setup, startProcess(setup.shared)]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => {
        const { site } = processes[index % 2] as PasskeySite
        return asUser(site, copyAt(site, browser), (user) =>
          user.passkeys.remove(passkeys[Math.floor(index / 2) % 2]?.id ?? ''),
        )
      }),
    )
    expect(outcomes.filter((each) => each.status === 'fulfilled' && each.value)).toHaveLength(1)
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toHaveLength(1)
  })

  it('with the last passkey, passkeys are no second factor any more', async () => {
    const setup = await createSite({ secondFactor: {} })
    const { browser, passkeys } = await withPasskeys(setup, 2)
    await asUser(setup.site, browser, (user) => user.secondFactor.addPasskeys())
    const remove = async (id: string): Promise<number> => {
      const visitor = await signIn(setup.site)
      await useSecondFactor(visitor, passkeys[1])
      return asUser(setup.site, visitor, async (user) => {
        await user.passkeys.remove(id, { allowLast: true })
        return (await user.secondFactor.list()).factors.length
      })
    }
    expect(await remove(passkeys[0]?.id ?? '')).toBe(1)
    expect(await remove(passkeys[1]?.id ?? '')).toBe(0)
    expect(types(setup).filter((type) => type === 'secondFactorRemoved')).toHaveLength(1)
    // No one is asked for a factor that is gone.
    expect(await readSession(await signIn(setup.site))).not.toBeNull()
  })

  it('refuses a sign-in that the passkey had started before', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const [lost] = passkeys
    if (lost === undefined) throw new Error('No passkey was added.')
    let remove = async (): Promise<void> => {}
    const callbacks: AuthConfig['callbacks'] = {
      // After the passkey was verified.
      signIn: async () => {
        await remove()
        return true
      },
    }
    const slow = startProcess(setup.shared, { callbacks })
    remove = async () => void (await asUser(setup.site, browser, (user) => user.passkeys.remove(lost.id)))
    const thief = new Browser(slow.site.site)
    await authenticate(thief, lost)
    expect(await readSession(thief)).toBeNull()
  })
})

/** Sends a passkey as the second factor. */
async function useSecondFactor(
  browser: Browser,
  passkey: Awaited<ReturnType<typeof createPasskey>> | undefined,
): Promise<void> {
  const { options } = await optionsFor(browser, { action: 'verify' })
  const data = JSON.stringify(await passkey?.get(options))
  await browser.post(`${BASE}/verify`, { action: 'authenticate', data })
}

describe('a change of passkeys', () => {
  const changes: readonly (readonly [string, (user: CurrentUser, id: string) => Promise<unknown>])[] = [
    ['rename', (user, id) => user.passkeys.rename(id, 'Mine')],
    ['remove', (user, id) => user.passkeys.remove(id)],
  ]

  it.each(changes)('needs a recent sign-in: %s', async (_, change) => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    later(16)
    await expect(asUser(setup.site, browser, (user) => change(user, passkeys[0]?.id ?? ''))).rejects.toThrow(
      StepUpRequired,
    )
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toHaveLength(2)
  })

  it.each(changes)('is refused to a form of another site: %s', async (_, change) => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const headers = new Headers({
      cookie: browser.cookiesFor(ORIGIN),
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    })
    const user = await setup.site.auth.currentUser({ headers, url: new URL(ORIGIN) }, () => {})
    if (user === null) throw new Error('No user is signed in.')
    await expect(change(user, passkeys[0]?.id ?? '')).rejects.toMatchObject({ type: 'MissingCSRF' })
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toHaveLength(2)
  })

  it.each(changes)('is refused where cookies cannot be set: %s', async (_, change) => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    const headers = new Headers({ cookie: browser.cookiesFor(ORIGIN) })
    const user = await setup.site.auth.currentUser({ headers, url: new URL(ORIGIN) })
    if (user === null) throw new Error('No user is signed in.')
    await expect(change(user, passkeys[0]?.id ?? '')).rejects.toThrow(/where cookies cannot be set/)
  })
})

describe('user.passkeys says what is missing', () => {
  it('without a passkey provider', async () => {
    const { site, shared } = await createSite()
    const browser = await signIn(site)
    const providers = site.providers.filter((provider) => (provider as { type?: string }).type !== 'webauthn')
    const without = startProcess(shared, { providers })
    await expect(asUser(without.site, browser, (user) => user.passkeys.list())).rejects.toThrow(InvalidOption)
  })

  it('with an adapter that cannot remove passkeys', async () => {
    const { site, shared } = await createSite()
    const browser = await signIn(site)
    const { deleteAuthenticator: _, ...adapter } = shared.adapter ?? {}
    const without = startProcess({ ...shared, adapter })
    const listing = asUser(without.site, browser, (user) => user.passkeys.list())
    await expect(listing).rejects.toThrow(MissingAdapterMethods)
    await expect(listing).rejects.toThrow(/`deleteAuthenticator`.*withAccounts/)
  })

  it('without `account.security`, for a change', async () => {
    const setup = await createSite({ account: {} })
    const { browser, passkeys } = await withPasskeys(setup, 1)
    await expect(
      asUser(setup.site, browser, (user) => user.passkeys.rename(passkeys[0]?.id ?? '', 'Mine')),
    ).rejects.toThrow('Set `account: { security: true }`')
  })
})
