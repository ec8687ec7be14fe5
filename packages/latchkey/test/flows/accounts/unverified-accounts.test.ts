import { type App, BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { authenticate, findError, register } from '@latchkey/test-support/kit/passkeys.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AdapterUser, type AuthConfig, createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, it } from 'vitest'

const EMAIL = 'owner@example.com'
const OWNER = { user: { email: EMAIL } }

interface Setup {
  readonly app: App
  readonly adapter: Adapter
  readonly owner: Browser
  readonly mallory: Browser
  /** Signs in with the owner's address. */
  signIn(browser: Browser, sub: string, isVerified?: unknown, provider?: string): Promise<Response>
  /** Requests an e-mail link, and opens it. */
  openLink(): Promise<unknown>
}

/** An application with two providers, passkeys and e-mail links. */
function setUp({ adapter = memory(), ...config }: Partial<AuthConfig> = {}): Setup {
  const idp = createIdp()
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const app = createApp({
    adapter,
    providers: [oidcFor(idp), oidcFor(idp, { id: 'second' }), WebAuthn({ registration: 'anyone' }), mail],
    ...config,
  })
  const owner = new Browser(app)
  return {
    app,
    adapter,
    owner,
    mallory: new Browser(app),
    signIn: (browser, sub, isVerified, provider = 'idp') =>
      signInAt(idp, browser, { provider, claims: { sub, email: EMAIL, email_verified: isVerified } }),
    async openLink() {
      await owner.post(`${BASE}/signin/email`, { email: EMAIL })
      return readSession((await owner.get(links.at(-1) ?? '')) && owner)
    },
  }
}

const storedUser = async ({ adapter }: Setup): Promise<AdapterUser | null | undefined> =>
  adapter.getUserByEmail?.(EMAIL)

/** Adapters as they are published: nothing removes all accounts, or all sessions, of a user. */
function without(...methods: (keyof Adapter)[]): Adapter {
  return { ...memory(), ...Object.fromEntries(methods.map((method) => [method, undefined])) }
}

const warnings = ({ log }: App): unknown[] =>
  log.filter(({ entry }) => entry === 'unverified-accounts').map(({ details }) => details[0])

describe.each(['jwt', 'database'] as const)(
  'the first verification of an e-mail address by a link, with the strategy %s',
  (strategy) => {
    const session = { strategy }

    // proves AUD-F8, AUD-D1, P-ML-8
    it.each([undefined, false])(
      'removes accounts and sessions of a provider whose claim `email_verified` is %s',
      async (isVerified) => {
        const { signIn, openLink, owner, mallory } = setUp({ session })
        await signIn(mallory, 'mallory', isVerified)
        expect(await openLink()).toMatchObject(OWNER)
        expect(await readSession(mallory)).toBeNull()
        expect(findError(await signIn(mallory, 'mallory', isVerified))).toBe('OAuthAccountNotLinked')
        expect(await readSession(owner)).toMatchObject(OWNER)
      },
    )

    // proves AUD-F8, AUD-D1, P-ML-8, P-WA-5
    it('removes passkeys, even if the adapter leaves their authenticators', async () => {
      for (const adapter of [memory(), leavesAuthenticators()]) {
        const { openLink, owner, mallory, app } = setUp({ session, adapter })
        const { passkey } = await register(mallory, EMAIL)
        expect(await readSession(mallory)).toMatchObject(OWNER)
        expect(await openLink()).toMatchObject(OWNER)
        expect(await readSession(mallory)).toBeNull()
        expect(findError(await authenticate(new Browser(app), passkey))).toBe('WebAuthnVerificationError')
        expect(await readSession(owner)).toMatchObject(OWNER)
      }
    })

    // proves AUD-F8, P-ML-8, P-CC-3
    it.each<{ moment: string; method: keyof Adapter; start?: boolean; provider: string }>([
      { moment: 'is created', method: 'linkAccount', provider: 'idp' },
      { moment: 'is found', method: 'updateAccount', start: true, provider: 'idp' },
      { moment: 'links an account', method: 'linkAccount', start: true, provider: 'second' },
    ])('leaves no access to a sign-in that $moment at the same time', async ({ method, start, provider }) => {
      const adapter = { ...memory(), createUserWithAccount: undefined as never }
      const call = adapter[method] as (...args: unknown[]) => unknown
      let prove = async (): Promise<unknown> => undefined
      const interrupted = async (...args: unknown[]): Promise<unknown> => {
        await prove()
        return call(...args)
      }
      const setup = setUp({ session, adapter: { ...adapter, [method]: interrupted } })
      const { signIn, openLink, owner, mallory, app } = setup
      if (start) await signIn(mallory, 'mallory')
      prove = async () => {
        prove = async () => undefined
        await openLink()
      }
      expect(findError(await signIn(mallory, 'mallory', false, provider))).toBe('OAuthAccountNotLinked')
      expect(await readSession(mallory)).toBeNull()
      expect(findError(await signIn(new Browser(app), 'mallory', false, provider))).toBe(
        'OAuthAccountNotLinked',
      )
      expect(await readSession(owner)).toMatchObject(OWNER)
    })

    // proves AUD-F8, P-ML-8
    it.each([undefined, 0, false, '0', 'false', new Date(0)])(
      'removes them even when the adapter returns %s instead of null',
      async (unverified) => {
        const users = memory()
        const getUserByEmail = async (email: string): Promise<AdapterUser | null> => {
          const user = await users.getUserByEmail?.(email)
          return user
            ? { ...user, emailVerified: user.emailVerified ?? (unverified as unknown as null) }
            : null
        }
        const { signIn, openLink, mallory } = setUp({ session, adapter: { ...users, getUserByEmail } })
        await signIn(mallory, 'mallory')
        expect(await openLink()).toMatchObject(OWNER)
        expect(await readSession(mallory)).toBeNull()
      },
    )

    // proves AUD-F8, P-ML-8
    it('removes an account that is linked while the sessions are being ended', async () => {
      const users = memory()
      let link = async (): Promise<unknown> => undefined
      const deleteAccountsByUserId = async (userId: string): Promise<void> => {
        await users.deleteAccountsByUserId?.(userId)
        await link()
      }
      const { signIn, openLink, mallory } = setUp({ session, adapter: { ...users, deleteAccountsByUserId } })
      await signIn(mallory, 'mallory')
      link = () => signIn(mallory, 'second', undefined, 'second')
      expect(await openLink()).toMatchObject(OWNER)
      link = async () => undefined
      expect(findError(await signIn(mallory, 'second', undefined, 'second'))).toBe('OAuthAccountNotLinked')
    })

    it('happens once: later links keep the accounts and sessions', async () => {
      const { signIn, openLink, owner, mallory } = setUp({ session })
      await signIn(mallory, 'mallory')
      await openLink()
      await signIn(owner, 'own')
      await openLink()
      expect(findError(await signIn(owner, 'own'))).toBeNull()
    })

    // proves §11.2 1
    it("keeps them with `unverifiedAccounts: 'keep'`", async () => {
      const { signIn, openLink, mallory } = setUp({ session, unverifiedAccounts: 'keep' })
      await signIn(mallory, 'mallory', false)
      await openLink()
      expect(await readSession(mallory)).toMatchObject(OWNER)
      expect(findError(await signIn(mallory, 'mallory', false))).toBeNull()
    })

    // proves AUD-F8, AUD-D1
    it('keeps those of a user whose address a provider verified', async () => {
      const setup = setUp({ session })
      const elsewhere = new Browser(setup.app)
      await setup.signIn(elsewhere, 'own', true)
      expect((await storedUser(setup))?.emailVerified).toBeInstanceOf(Date)
      await setup.openLink()
      expect(await readSession(elsewhere)).toMatchObject(OWNER)
      expect(findError(await setup.signIn(new Browser(setup.app), 'own', true))).toBeNull()
    })

    // proves AUD-S7
    it("lets the owner of a taken address sign in, and links the owner's provider afterwards", async () => {
      const { signIn, openLink, owner, mallory } = setUp({ session })
      await signIn(mallory, 'mallory', false)
      // The address alone links nothing, not even if the provider verified it.
      expect(findError(await signIn(owner, 'own', true, 'second'))).toBe('OAuthAccountNotLinked')
      expect(await openLink()).toMatchObject(OWNER)
      expect(findError(await signIn(owner, 'own', true, 'second'))).toBeNull()
      await owner.post(`${BASE}/signout`)
      expect(findError(await signIn(owner, 'own', true, 'second'))).toBeNull()
      expect(await readSession(mallory)).toBeNull()
    })
  },
)

describe('the claim `email_verified` of a provider', () => {
  // proves AUD-F8, AUD-D1
  it('verifies the address of an earlier user at the next sign-in', async () => {
    const setup = setUp()
    const { signIn, openLink, adapter } = setup
    await signIn(new Browser(setup.app), 'own')
    expect((await storedUser(setup))?.emailVerified).toBeNull()
    const signedIn = new Browser(setup.app)
    await signIn(signedIn, 'own', true)
    const { emailVerified } = (await storedUser(setup)) ?? {}
    expect(emailVerified).toBeInstanceOf(Date)
    await signIn(new Browser(setup.app), 'own', true)
    expect((await storedUser(setup))?.emailVerified).toEqual(emailVerified)
    await openLink()
    expect(await readSession(signedIn)).toMatchObject(OWNER)
    expect(await adapter.getUserByAccount?.({ provider: 'idp', providerAccountId: 'own' })).not.toBeNull()
  })

  // proves AUD-F8, P-AL-4
  it('verifies the address of the user to whom an account is linked, if it is the same', async () => {
    const setup = setUp()
    const browser = new Browser(setup.app)
    await setup.signIn(browser, 'own')
    await setup.signIn(browser, 'own', true, 'second')
    expect((await storedUser(setup))?.emailVerified).toBeInstanceOf(Date)
  })

  // proves AUD-F8, P-AL-4
  it.each(['true', 1, 'yes', null, undefined])('verifies nothing if it is %o', async (claim) => {
    const setup = setUp()
    await setup.signIn(setup.owner, 'own', claim)
    expect(await storedUser(setup)).toMatchObject({ emailVerified: null })
  })

  // proves AUD-F8, P-AL-4
  it('verifies only its own address', async () => {
    const idp = createIdp()
    const profile = ({ sub }: { sub?: string | null }) => ({ id: sub ?? '', email: EMAIL })
    const setup = setUp({ providers: [oidcFor(idp), oidcFor(idp, { id: 'second', profile })] })
    const own = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
    await signInAt(idp, setup.mallory, { provider: 'second', claims: own })
    expect(await storedUser(setup)).toMatchObject({ emailVerified: null })
    // Nor does linking an account with another address verify that of the user.
    await signInAt(idp, setup.mallory, { claims: own })
    expect(await storedUser(setup)).toMatchObject({ emailVerified: null })
  })

  // proves AUD-F8, P-AL-2
  it('links by e-mail address only for its own address', async () => {
    const adapter = memory()
    await adapter.createUser?.({ id: 'owner', email: EMAIL, emailVerified: new Date() })
    const idp = createIdp()
    const profile = ({ sub }: { sub?: string | null }) => ({ id: sub ?? '', email: EMAIL })
    const careless = oidcFor(idp, { profile, allowDangerousEmailAccountLinking: true })
    const { app, mallory } = setUp({ adapter, providers: [careless] })
    const claims = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }
    expect(findError(await signInAt(idp, mallory, { claims }))).toBe('OAuthAccountNotLinked')
    expect(app.errors).toEqual(['OAuthAccountNotLinked'])
  })
})

describe('an adapter that cannot remove access', () => {
  const adapters = () => [without('deleteAccountsByUserId'), without('deleteSessionsByUserId')]

  // proves AUD-D1, P-ML-8
  it.each([false, 'false'])('rejects a new user whose `email_verified` is %o', async (isVerified) => {
    for (const adapter of adapters()) {
      const { app, signIn, openLink, mallory, owner } = setUp({ adapter })
      expect(findError(await signIn(mallory, 'mallory', isVerified))).toBe('AccessDenied')
      expect(await adapter.getUserByEmail?.(EMAIL)).toBeNull()
      expect(app.log.at(-1)).toMatchObject({
        entry: { type: 'AccessDenied', message: expect.stringContaining('deleteAccountsByUserId') },
      })
      expect(await openLink()).toMatchObject(OWNER)
      expect(findError(await signIn(owner, 'own', isVerified))).toBeNull()
    }
  })

  // proves AUD-D1
  it.each([true, undefined])('accepts a new user whose `email_verified` is %o', async (isVerified) => {
    const { signIn, mallory } = setUp({ adapter: adapters()[0] })
    expect(findError(await signIn(mallory, 'own', isVerified))).toBeNull()
  })

  // proves AUD-D1
  it("accepts every new user with `unverifiedAccounts: 'keep'`, or without e-mail links", async () => {
    const kept = setUp({ adapter: adapters()[0], unverifiedAccounts: 'keep' })
    expect(findError(await kept.signIn(kept.mallory, 'mallory', false))).toBeNull()
    const idp = createIdp()
    const { app, mallory } = setUp({ adapter: adapters()[0], providers: [oidcFor(idp)] })
    const claims = { sub: 'mallory', email: EMAIL, email_verified: false }
    expect(findError(await signInAt(idp, mallory, { claims }))).toBeNull()
    expect([warnings(kept.app), warnings(app)]).toEqual([[], []])
  })

  // proves AUD-F8, AUD-D1
  it('is reported once', async () => {
    for (const adapter of adapters()) {
      const { app, owner } = setUp({ adapter })
      for (const path of ['session', 'providers', 'session']) await owner.get(`${BASE}/${path}`)
      expect(warnings(app)).toEqual([expect.stringContaining("unverifiedAccounts: 'keep'")])
    }
    const jwt = setUp({ adapter: without('deleteSessionsByUserId'), session: { strategy: 'jwt' } })
    await jwt.owner.get(`${BASE}/session`)
    expect(warnings(jwt.app)).toEqual([])
  })

  it.each(['deleteAccountsByUserId', 'deleteSessionsByUserId'] as const)(
    'is an error with `unverifiedAccounts: "remove"` if it lacks %s',
    async (method) => {
      const findProblem = async (config: Partial<AuthConfig>) =>
        (await createAuth(createApp({ adapter: without(method), ...config }).config).config.checkConfig())
          .problem
      expect(await findProblem({ unverifiedAccounts: 'remove' })).toMatchObject({
        type: 'MissingAdapterMethods',
        message: expect.stringContaining(method),
      })
      expect(await findProblem({})).toBeUndefined()
    },
  )
})

/** An adapter that removes accounts, but not the passkeys in their own table. */
function leavesAuthenticators(): Adapter {
  const adapter = memory()
  const linked: { userId: string; provider: string; providerAccountId: string }[] = []
  return {
    ...adapter,
    createUserWithAccount: undefined as never,
    linkAccount(account) {
      linked.push(account)
      return adapter.linkAccount?.(account)
    },
    async deleteAccountsByUserId(userId) {
      for (const account of linked) if (account.userId === userId) await adapter.unlinkAccount?.(account)
    },
  }
}
