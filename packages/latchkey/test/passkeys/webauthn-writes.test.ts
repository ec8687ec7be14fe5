import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  authenticate,
  CONFIGURATION_ERROR,
  findError,
  readLocation,
  register,
  setUp,
  storedId,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

describe('the signIn callback of a passkey sign-in', () => {
  const denied = `${BASE}/error?error=AccessDenied`
  const cases: {
    does: string
    signIn: NonNullable<AuthConfig['callbacks']>['signIn']
    target: string
  }[] = [
    { does: 'returns false', signIn: () => false, target: denied },
    { does: 'returns a path', signIn: () => '/2fa', target: `${ORIGIN}/2fa` },
    {
      does: 'throws',
      signIn: () => {
        throw new Error('on a list')
      },
      target: denied,
    },
    { does: 'returns undefined', signIn: (() => undefined) as unknown as () => boolean, target: denied },
  ]

  // proves P-WA-6, §11.1, §20 Q-13
  it.each(cases)('stops the sign-in before anything is written when it $does', async ({ signIn, target }) => {
    const adapter = memory()
    const open = setUp({ adapter })
    const { passkey } = await register(open.browser, 'ann@example.com')
    const written: string[] = []
    const closed = setUp({
      adapter: watched(
        adapter,
        (method) => /^(create|link|update(?!AuthenticatorCounter))/.test(method) && written.push(method),
      ),
      config: { callbacks: { signIn }, session: { strategy: 'jwt' } },
    })
    const signingIn = new Browser(closed.app)
    expect(readLocation(await authenticate(signingIn, passkey))).toBe(target)
    const registering = new Browser(closed.app)
    expect(readLocation((await register(registering, 'new@example.com')).response)).toBe(target)
    expect({
      signingIn: await readSession(signingIn),
      registering: await readSession(registering),
      written,
    }).toEqual({ signingIn: null, registering: null, written: [] })
  })
})

describe('a passkey registration during which the database fails', () => {
  /** An adapter that cannot store passkeys until it is repaired. */
  function failing(inner: Adapter): { adapter: Adapter; repair: () => void } {
    let isFailing = true
    const createAuthenticator: Adapter['createAuthenticator'] = (authenticator) => {
      if (isFailing) throw new Error('disk full')
      return inner.createAuthenticator?.(authenticator) as never
    }
    return {
      adapter: { ...inner, createAuthenticator },
      repair: () => {
        isFailing = false
      },
    }
  }

  it.each([
    ['creates user and account in one call', memory()],
    ['creates them in two calls', { ...memory(), createUserWithAccount: undefined } as Adapter],
  ])('leaves no user without a passkey when the adapter %s', async (_, inner) => {
    const { adapter, repair } = failing(inner)
    const setup = setUp({ adapter })
    const { passkey, response } = await register(setup.browser, 'ann@example.com')
    expect({ error: findError(response), session: await readSession(setup.browser) }).toEqual({
      error: CONFIGURATION_ERROR,
      session: null,
    })
    expect({ user: await inner.getUserByEmail?.('ann@example.com'), events: setup.events }).toEqual({
      user: null,
      events: [],
    })
    expect(setup.app.errors).toEqual(['AdapterError'])
    repair()
    expect(readLocation((await register(setup.browser, 'ann@example.com', passkey)).response)).toBe(
      `${ORIGIN}/after`,
    )
  })

  it('leaves no user without an account', async () => {
    const inner = memory()
    const linkAccount: Adapter['linkAccount'] = () => {
      throw new Error('disk full')
    }
    const setup = setUp({ adapter: { ...inner, createUserWithAccount: undefined, linkAccount } })
    expect(findError((await register(setup.browser, 'ann@example.com')).response)).toBe(CONFIGURATION_ERROR)
    expect(await inner.getUserByEmail?.('ann@example.com')).toBeNull()
    expect(setup.app.errors).toEqual(['AdapterError'])
  })

  it('leaves no account without its passkey when a user adds one', async () => {
    const inner = memory()
    const { adapter, repair } = failing(inner)
    repair()
    const setup = setUp({ adapter })
    await register(setup.browser, 'ann@example.com')
    const failed = setUp({ adapter: failing(inner).adapter })
    for (const { name, value } of setup.browser.cookies(ORIGIN)) failed.browser.plant(ORIGIN, name, value)
    const { passkey, response } = await register(failed.browser, undefined)
    expect(findError(response)).toBe(CONFIGURATION_ERROR)
    expect(await inner.getAccount(storedId(passkey), 'webauthn')).toBeNull()
    expect(readLocation((await register(setup.browser, undefined, passkey)).response)).toBe(`${ORIGIN}/after`)
  })

  it('is rejected if another server creates the user with this passkey a moment before', async () => {
    const inner = memory()
    const raced = watched(inner, async (method, args) => {
      if (method !== 'createUserWithAccount') return
      const [user, account] = args as Parameters<typeof inner.createUserWithAccount>
      await inner.createUserWithAccount({ ...user, id: 'other' }, account)
    })
    const { passkey, response } = await register(setUp({ adapter: raced }).browser, 'ann@example.com')
    expect(findError(response)).toBe('AccountNotLinked')
    expect(await inner.getAccount(storedId(passkey), 'webauthn')).toMatchObject({ userId: 'other' })
  })

  it('is completed if the account of the passkey is linked, and only the result was lost', async () => {
    const inner = memory()
    const lossy = watched(inner, async (method, args) => {
      if (method === 'linkAccount') await inner.linkAccount(args[0] as never)
    })
    const earlier = setUp({ adapter: inner })
    await register(earlier.browser, 'ann@example.com')
    const setup = setUp({ adapter: lossy })
    for (const { name, value } of earlier.browser.cookies(ORIGIN)) setup.browser.plant(ORIGIN, name, value)
    const { passkey, response } = await register(setup.browser, undefined)
    expect(readLocation(response)).toBe(`${ORIGIN}/after`)
    expect(await inner.getAuthenticator(storedId(passkey))).not.toBeNull()
  })
})
