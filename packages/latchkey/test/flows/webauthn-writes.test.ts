import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { BASE, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import {
  authenticate,
  errorOf,
  locationOf,
  register,
  session,
  setting,
  storedId,
  UNNAMED,
} from '../kit/passkeys.ts'

describe('the signIn callback decides before anything is written', () => {
  const verdicts: [string, NonNullable<AuthConfig['callbacks']>['signIn'], string][] = [
    ['false', () => false, `${BASE}/error?error=AccessDenied`],
    ['a place to go', () => '/2fa', `${ORIGIN}/2fa`],
    [
      'an error',
      () => {
        throw new Error('on a list')
      },
      `${BASE}/error?error=AccessDenied`,
    ],
    ['nothing', (() => undefined) as unknown as () => boolean, `${BASE}/error?error=AccessDenied`],
  ]

  // proves P-WA-6, §11.1, §20 Q-13
  it.each(verdicts)('%s', async (_, signIn, target) => {
    const adapter = memory()
    const open = setting({ adapter })
    const { passkey } = await register(open.browser, 'ann@example.com')
    const written: string[] = []
    const closed = setting({
      adapter: watched(
        adapter,
        (method) => /^(create|link|update(?!AuthenticatorCounter))/.test(method) && written.push(method),
      ),
      config: { callbacks: { signIn }, session: { strategy: 'jwt' } },
    })
    const signingIn = new Browser(closed.app)
    expect(locationOf(await authenticate(signingIn, passkey))).toBe(target)
    const registering = new Browser(closed.app)
    expect(locationOf((await register(registering, 'new@example.com')).response)).toBe(target)
    expect([await session(signingIn), await session(registering), written]).toEqual([null, null, []])
  })
})

describe('when the database fails in the middle', () => {
  /** An adapter that cannot keep passkeys for now. */
  function broken(inner: Adapter): { adapter: Adapter; repair: () => void } {
    let isBroken = true
    const createAuthenticator: Adapter['createAuthenticator'] = (authenticator) => {
      if (isBroken) throw new Error('disk full')
      return inner.createAuthenticator?.(authenticator) as never
    }
    return {
      adapter: { ...inner, createAuthenticator },
      repair: () => {
        isBroken = false
      },
    }
  }

  it.each([
    ['makes a user and account in one step', memory()],
    ['makes them in two', { ...memory(), createUserWithAccount: undefined } as Adapter],
  ])('no user stays behind who could never sign in, where the adapter %s', async (_, inner) => {
    const { adapter, repair } = broken(inner)
    const here = setting({ adapter })
    const { passkey, response } = await register(here.browser, 'ann@example.com')
    expect([errorOf(response), await session(here.browser)]).toEqual([UNNAMED, null])
    expect([await inner.getUserByEmail?.('ann@example.com'), here.events]).toEqual([null, []])
    expect(here.app.errors).toEqual(['AdapterError'])
    repair()
    expect(locationOf((await register(here.browser, 'ann@example.com', passkey)).response)).toBe(
      `${ORIGIN}/after`,
    )
  })

  it('no user stays behind whose account could not be linked', async () => {
    const inner = memory()
    const linkAccount: Adapter['linkAccount'] = () => {
      throw new Error('disk full')
    }
    const here = setting({ adapter: { ...inner, createUserWithAccount: undefined, linkAccount } })
    expect(errorOf((await register(here.browser, 'ann@example.com')).response)).toBe(UNNAMED)
    expect(await inner.getUserByEmail?.('ann@example.com')).toBeNull()
    expect(here.app.errors).toEqual(['AdapterError'])
  })

  it('no account stays behind without its passkey, where somebody adds one', async () => {
    const inner = memory()
    const { adapter, repair } = broken(inner)
    repair()
    const here = setting({ adapter })
    await register(here.browser, 'ann@example.com')
    const failing = setting({ adapter: broken(inner).adapter })
    for (const { name, value } of here.browser.cookies(ORIGIN)) failing.browser.plant(ORIGIN, name, value)
    const { passkey, response } = await register(failing.browser, undefined)
    expect(errorOf(response)).toBe(UNNAMED)
    expect(await inner.getAccount(storedId(passkey), 'webauthn')).toBeNull()
    expect(locationOf((await register(here.browser, undefined, passkey)).response)).toBe(`${ORIGIN}/after`)
  })

  it.each(['createUserWithAccount', 'linkAccount'])(
    'a registration that another server finished meanwhile changes nothing (%s)',
    async (step) => {
      const inner = memory()
      const twice = watched(inner, async (method, args) => {
        // What the other server wrote, a moment before.
        if (method === step && step === 'linkAccount') await inner.linkAccount(args[0] as never)
        if (method === step && step !== 'linkAccount')
          await inner.createUserWithAccount(args[0] as never, args[1] as never)
      })
      const seed = setting({ adapter: inner })
      if (step === 'linkAccount') await register(seed.browser, 'ann@example.com')
      const here = setting({ adapter: twice })
      for (const { name, value } of seed.browser.cookies(ORIGIN)) here.browser.plant(ORIGIN, name, value)
      const { passkey, response } = await register(
        here.browser,
        step === 'linkAccount' ? undefined : 'ann@example.com',
      )
      expect(errorOf(response)).toBe('AccountNotLinked')
      expect(await inner.getAccount(storedId(passkey), 'webauthn')).not.toBeNull()
    },
  )
})
