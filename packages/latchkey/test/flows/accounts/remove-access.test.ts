import { BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type Setup, setUp, signedIn, userByAccount } from '@latchkey/test-support/kit/database.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'

const BEN = { sub: 'ben', email: 'ben@example.com' }

async function findUserId(setup: Setup, account = 'ann'): Promise<string> {
  return (await userByAccount(setup, 'idp', account))?.id ?? ''
}

async function listPasskeys({ adapter }: Setup, userId: string): Promise<unknown[] | undefined> {
  return adapter.listAuthenticatorsByUserId?.(userId)
}

const catchError = (config: Partial<AuthConfig>): Promise<unknown> =>
  createAuth(createApp(config).config)
    .removeAccess('ann')
    .catch((error: unknown) => error)

describe.each(['jwt', 'database'] as const)('`removeAccess` with the strategy %s', (strategy) => {
  it('ends the sessions of one user only, and unlinks the accounts and passkeys', async () => {
    const setup = setUp({ session: { strategy } })
    const [phone, laptop, other] = [await signedIn(setup), await signedIn(setup), await signedIn(setup, BEN)]
    const [id, benId] = [await findUserId(setup), await findUserId(setup, 'ben')]
    for (const userId of [id, benId])
      await setup.adapter.createAuthenticator?.({
        userId,
        providerAccountId: `passkey of ${userId}`,
        credentialID: `passkey of ${userId}`,
        credentialPublicKey: '',
        counter: 0,
        credentialBackedUp: false,
        credentialDeviceType: 'singleDevice',
      })
    await createAuth(setup.app.config).removeAccess(id)
    expect([await readSession(phone), await readSession(laptop)]).toEqual([null, null])
    expect(await setup.adapter.listAccounts?.(id)).toEqual([])
    expect(await listPasskeys(setup, id)).toEqual([])
    expect(await setup.adapter.getUser?.(id)).toMatchObject({ id })
    expect(await readSession(other)).toMatchObject({ user: { email: BEN.email } })
    expect(await setup.adapter.listAccounts?.(benId)).toHaveLength(1)
    expect(await listPasskeys(setup, benId)).toHaveLength(1)
  })

  it('lets the user link an account afterwards', async () => {
    const idp = createIdp()
    const adapter = memory()
    const byId = Credentials({ credentials: { id: {} }, authorize: ({ id }) => ({ id }) })
    const app = createApp({ adapter, session: { strategy }, providers: [oidcFor(idp), byId] })
    const user = await adapter.createUser?.({ id: 'ann', email: 'ann@example.com', emailVerified: null })
    await createAuth(app.config).removeAccess(user?.id ?? '')
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { id: user?.id ?? '' })
    await signInAt(idp, browser, { claims: { sub: 'ann' } })
    expect(await adapter.listAccounts?.(user?.id ?? '')).toMatchObject([{ providerAccountId: 'ann' }])
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  it('removes nothing if the adapter cannot unlink all accounts', async () => {
    const { deleteAccountsByUserId: _, ...adapter } = memory()
    const setup = setUp({ session: { strategy } }, adapter as Adapter)
    const browser = await signedIn(setup)
    const { removeAccess } = createAuth(setup.app.config)
    await expect(removeAccess(await findUserId(setup))).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining('`deleteAccountsByUserId(userId)`'),
    })
    expect(await readSession(browser)).not.toBeNull()
  })
})

it('`removeAccess` unlinks nothing if the adapter cannot end all sessions in a database', async () => {
  const { deleteSessionsByUserId: _, ...adapter } = memory()
  const setup = setUp({ session: { strategy: 'database' } }, adapter as Adapter)
  await signedIn(setup)
  const id = await findUserId(setup)
  await expect(createAuth(setup.app.config).removeAccess(id)).rejects.toMatchObject({
    type: 'MissingAdapterMethods',
  })
  expect(await setup.adapter.listAccounts?.(id)).toHaveLength(1)
})

it('`removeAccess` throws with an invalid configuration', async () => {
  expect(await catchError({ session: { maxAge: -1 } })).toMatchObject({ type: 'InvalidOption' })
})

it('`removeAccess` ends the sessions without a database', async () => {
  expect(await catchError({})).toBeUndefined()
})
