import { type Adapter, type AdapterUser, createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { sessionOf as session } from '../kit/sign-in.ts'

describe.each(['jwt', 'database'] as const)(
  'the first proof of an address, with the strategy %s',
  (strategy) => {
    const idp = createIdp()

    /** Somebody signs in at a provider with an address that is not theirs; then its owner opens a link. */
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
      const arrive = async (): Promise<Response> => {
        const begin = await mallory.post(`${BASE}/signin/idp`)
        return mallory.get(
          idp.agree(begin.headers.get('location') ?? '', { sub: 'mallory', email: 'owner@example.com' }).href,
        )
      }
      await arrive()
      const owner = new Browser(app)
      const open = async (): Promise<void> => {
        await owner.post(`${BASE}/signin/email`, { email: 'owner@example.com' })
        await owner.get(link.at(-1) ?? '')
      }
      await open()
      return { mallory, owner, arrive, open }
    }

    // proves P-ML-8
    it('ends the access of whoever used it before, where that is wished', async () => {
      const { mallory, owner, arrive } = await hijack('remove')
      expect(await session(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect(await session(mallory)).toBeNull()
      expect((await arrive()).headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
      expect(await session(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
    })

    // proves P-ML-8
    it('ends it also where the adapter leaves out what is null in its database', async () => {
      const users = memory()
      const getUserByEmail = async (email: string): Promise<AdapterUser | null> => {
        const user = await users.getUserByEmail?.(email)
        return user ? ({ ...user, emailVerified: user.emailVerified ?? undefined } as AdapterUser) : null
      }
      const { mallory, owner } = await hijack('remove', { ...users, getUserByEmail })
      expect(await session(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect(await session(mallory)).toBeNull()
    })

    it('is made once: later links leave accounts and sessions alone', async () => {
      const { owner, open } = await hijack('remove')
      const begin = await owner.post(`${BASE}/signin/idp`)
      await owner.get(
        idp.agree(begin.headers.get('location') ?? '', { sub: 'own', email: 'elsewhere@example.com' }).href,
      )
      await open()
      const again = await owner.post(`${BASE}/signin/idp`)
      const back = await owner.get(
        idp.agree(again.headers.get('location') ?? '', { sub: 'own', email: 'elsewhere@example.com' }).href,
      )
      expect(back.headers.get('location')).toBe(ORIGIN)
    })

    // proves §11.2 1
    it('leaves all as it was by default, as existing applications have it', async () => {
      const { mallory, arrive } = await hijack()
      expect(await session(mallory)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect((await arrive()).headers.get('location')).toBe(ORIGIN)
    })
  },
)

it.each([
  [{ deleteAccountsByUserId: undefined }, 'MissingAdapterMethods', 'deleteAccountsByUserId'],
  [{ deleteSessionsByUserId: undefined }, 'MissingAdapterMethods', 'deleteSessionsByUserId'],
])(
  'an adapter that cannot end an access is refused where that is wished: %o',
  async (lacking, type, named) => {
    const adapter = { ...memory(), ...lacking } as unknown as Adapter
    const { problem } = await createAuth(
      createApp({ adapter, unverifiedAccounts: 'remove' }).config,
    ).config.checkConfig()
    expect(problem).toMatchObject({ type, message: expect.stringContaining(named) })
    expect(await createAuth(createApp({ adapter }).config).config.checkConfig()).toMatchObject({
      problem: undefined,
    })
  },
)
