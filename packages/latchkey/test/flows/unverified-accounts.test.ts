import { type Adapter, type AdapterUser, createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { sessionOf } from '../kit/sign-in.ts'

describe.each(['jwt', 'database'] as const)(
  'the first verification of an e-mail address, with the strategy %s',
  (strategy) => {
    const idp = createIdp()

    async function signInAtProvider(browser: Browser, user: { sub: string; email: string }) {
      const start = await browser.post(`${BASE}/signin/idp`)
      return browser.get(idp.agree(start.headers.get('location') ?? '', user).href)
    }

    /**
     * Mallory signs in at a provider with the owner's address. Then the owner opens an e-mail link.
     */
    async function hijack(unverifiedAccounts?: 'keep' | 'remove', adapter: Adapter = memory()) {
      const link: string[] = []
      const mail: EmailConfig = {
        id: 'email',
        name: 'e-mail',
        type: 'email',
        sendVerificationRequest: ({ url }) => void link.push(url),
      }
      const app = createApp({
        adapter,
        session: { strategy },
        providers: [oidcFor(idp), mail],
        unverifiedAccounts,
      })
      const mallory = new Browser(app)
      const attack = (): Promise<Response> =>
        signInAtProvider(mallory, { sub: 'mallory', email: 'owner@example.com' })
      await attack()
      const owner = new Browser(app)
      const openLink = async (): Promise<void> => {
        await owner.post(`${BASE}/signin/email`, { email: 'owner@example.com' })
        await owner.get(link.at(-1) ?? '')
      }
      await openLink()
      return { mallory, owner, attack, openLink }
    }

    // proves P-ML-8
    it('removes earlier accounts and sessions with `unverifiedAccounts: "remove"`', async () => {
      const { mallory, owner, attack } = await hijack('remove')
      expect(await sessionOf(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect(await sessionOf(mallory)).toBeNull()
      expect((await attack()).headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
      expect(await sessionOf(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
    })

    // proves P-ML-8
    it('removes them also when the adapter returns undefined instead of null', async () => {
      const users = memory()
      const getUserByEmail = async (email: string): Promise<AdapterUser | null> => {
        const user = await users.getUserByEmail?.(email)
        return user ? ({ ...user, emailVerified: user.emailVerified ?? undefined } as AdapterUser) : null
      }
      const { mallory, owner } = await hijack('remove', { ...users, getUserByEmail })
      expect(await sessionOf(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect(await sessionOf(mallory)).toBeNull()
    })

    it('happens once: later links keep the accounts and sessions', async () => {
      const { owner, openLink } = await hijack('remove')
      await signInAtProvider(owner, { sub: 'own', email: 'elsewhere@example.com' })
      await openLink()
      const response = await signInAtProvider(owner, { sub: 'own', email: 'elsewhere@example.com' })
      expect(response.headers.get('location')).toBe(ORIGIN)
    })

    // proves §11.2 1
    it('keeps earlier accounts and sessions by default', async () => {
      const { mallory, attack } = await hijack()
      expect(await sessionOf(mallory)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect((await attack()).headers.get('location')).toBe(ORIGIN)
    })
  },
)

it.each(['deleteAccountsByUserId', 'deleteSessionsByUserId'])(
  '`unverifiedAccounts: "remove"` requires the adapter method %s',
  async (method) => {
    const adapter = { ...memory(), [method]: undefined } as unknown as Adapter
    const { problem } = await createAuth(
      createApp({ adapter, unverifiedAccounts: 'remove' }).config,
    ).config.checkConfig()
    expect(problem).toMatchObject({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining(method),
    })
    expect(await createAuth(createApp({ adapter }).config).config.checkConfig()).toMatchObject({
      problem: undefined,
    })
  },
)
