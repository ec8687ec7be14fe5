import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { ann, setUp as setUpOAuth, signIn } from '@latchkey/test-support/kit/database.ts'
import {
  linkTo,
  mailsTo,
  requestLink,
  setUp as setUpEmail,
  useInbox,
} from '@latchkey/test-support/kit/email.ts'
import { authenticate, register, setUp as setUpPasskeys } from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, AuthConfig, RegistrationCandidate } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { CredentialsSignin } from 'latchkey/errors'
import { describe, expect, it, onTestFinished } from 'vitest'

useInbox()

interface Attempt {
  readonly browser: Browser
  readonly adapter: Adapter
  readonly events: readonly { readonly name: string }[]
  /** Signs Ann up. @returns where that leads */
  readonly signUp: () => Promise<string | null>
  readonly signInAgain: () => Promise<unknown>
}

type Registration = NonNullable<AuthConfig['registration']>

/** Each way in which Latchkey creates a user. */
const WAYS: Record<string, (registration: Registration, adapter: Adapter) => Attempt> = {
  'an OpenID provider': (registration, adapter) => {
    const setup = setUpOAuth({ registration }, adapter)
    const browser = new Browser(setup.app)
    const signUp = async () => (await signIn(setup, browser)).headers.get('location')
    return { ...setup, browser, signUp, signInAgain: signUp }
  },
  'an e-mail link': (registration, adapter) => {
    const setup = setUpEmail({ registration }, {}, adapter)
    const signUp = async () => {
      await requestLink(setup, 'ann@example.com')
      const link = await linkTo('ann@example.com')
      return (await setup.browser.get(link, { 'sec-fetch-mode': 'navigate' })).headers.get('location')
    }
    return { ...setup, signUp, signInAgain: signUp }
  },
  'a passkey': (registration, adapter) => {
    const setup = setUpPasskeys({ adapter, config: { registration } })
    const passkey = createPasskey(ORIGIN)
    const signUp = async () =>
      (await register(setup.browser, 'ann@example.com', await passkey)).response.headers.get('location')
    return { ...setup, signUp, signInAgain: async () => authenticate(setup.browser, await passkey) }
  },
}

const ADAPTERS: Record<string, () => Adapter> = {
  'the SQLite adapter': () => {
    const adapter = sqlite(':memory:')
    onTestFinished(() => adapter.close())
    return adapter
  },
  'an adapter without unique keys': () => {
    const { createUserWithAccount: _, ...adapter } = memory()
    return adapter
  },
}

describe.each(Object.entries(ADAPTERS))('registration, with %s', (_, createAdapter) => {
  describe.each(Object.entries(WAYS))('and %s', (_, way) => {
    const denied = `${BASE}/error?error=AccessDenied`
    const throws = () => {
      throw new Error('the list is not available')
    }
    const rejects = () => Promise.reject(new Error('the list is not available'))
    const cases = [
      { does: 'returns false', registration: () => false, location: denied },
      { does: 'returns a path', registration: () => '/waiting-list', location: `${ORIGIN}/waiting-list` },
      { does: 'returns a URL of another origin', registration: () => 'https://evil.test/', location: ORIGIN },
      { does: 'returns nothing', registration: () => undefined as never, location: denied },
      { does: 'returns an object', registration: () => ({ ok: true }) as never, location: denied },
      { does: 'throws', registration: throws, location: denied },
      { does: 'rejects', registration: rejects, location: denied },
    ]
    it.each(cases)('creates no user if it $does', async ({ registration, location }) => {
      // The last question decides: before an e-mail is sent, everyone may.
      const afterProof = (candidate: RegistrationCandidate) =>
        candidate.type === 'email' && !candidate.emailVerified ? true : registration()
      const { browser, adapter, events, signUp } = way(afterProof, createAdapter())
      expect(await signUp()).toMatch(new RegExp(`^${location.replace(/[.?]/g, '\\$&')}(?:&|$)`))
      expect(await adapter.getUserByEmail?.('ann@example.com')).toBeFalsy()
      expect(await readSession(browser)).toBeNull()
      expect(events).toEqual([])
    })

    it('creates the user if it returns true, and is not called for a user who exists', async () => {
      const asked: RegistrationCandidate[] = []
      const registration = async (candidate: RegistrationCandidate) => asked.push(candidate) > 0
      const { browser, adapter, signUp, signInAgain } = way(registration, createAdapter())
      expect(await signUp()).toBe(`${ORIGIN}/after`)
      expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
      expect(await adapter.getUserByEmail?.('ann@example.com')).toMatchObject({ email: 'ann@example.com' })
      const calls = asked.length
      expect(asked.at(-1)).toMatchObject({ email: 'ann@example.com', headers: expect.any(Headers) })
      await signInAgain()
      expect(await readSession(browser)).not.toBeNull()
      expect(asked).toHaveLength(calls)
    })
  })
})

it('receives what the provider says, and the headers of the request', async () => {
  const asked: RegistrationCandidate[] = []
  const setup = setUpOAuth({ registration: (candidate) => asked.push(candidate) > 0 })
  const browser = new Browser(setup.app)
  await signIn(setup, browser, { ...ann, email_verified: true })
  expect(asked).toEqual([
    {
      provider: 'idp',
      type: 'oidc',
      email: 'ann@example.com',
      emailVerified: true,
      name: 'Ann',
      profile: expect.objectContaining({ sub: 'ann', email_verified: true }),
      account: expect.objectContaining({ provider: 'idp', providerAccountId: 'ann' }),
      headers: expect.any(Headers),
    },
  ])
  expect(asked[0]?.headers.get('cookie')).toContain('latchkey')
})

it('says that an address is not verified if the provider does not vouch for it', async () => {
  const asked: unknown[] = []
  const setup = setUpOAuth({ registration: ({ emailVerified }) => asked.push(emailVerified) > 0 })
  await signIn(setup)
  expect(asked).toEqual([false])
})

it('is not called when a signed-in user links an account', async () => {
  const asked: string[] = []
  const setup = setUpOAuth({ registration: ({ provider }) => asked.push(provider) > 0 })
  const browser = new Browser(setup.app)
  await signIn(setup, browser)
  await signIn(setup, browser, { sub: 'ann-2', email: 'other@example.com' }, 'second')
  expect(asked).toEqual(['idp'])
  expect(
    await setup.adapter.getUserByAccount?.({ provider: 'second', providerAccountId: 'ann-2' }),
  ).toMatchObject({ email: 'ann@example.com' })
})

it('keeps the type of an AuthError that it throws', async () => {
  const setup = setUpOAuth({
    registration() {
      throw new CredentialsSignin('Not on the list.')
    },
  })
  await signIn(setup)
  expect(setup.app.errors).toEqual(['CredentialsSignin'])
})

it('is asked by each of several requests of a first sign-in, and one user is created', async () => {
  const { createUserWithAccount: _, ...adapter } = memory()
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  let asked = 0
  const registration = async () => {
    asked++
    if (asked === 2) open()
    await isOpen
    return true
  }
  const setup = setUpOAuth({ registration }, adapter)
  const responses = await Promise.all([signIn(setup), signIn(setup)])
  expect(responses.map(({ headers }) => headers.get('location'))).toEqual([
    `${ORIGIN}/after`,
    `${ORIGIN}/after`,
  ])
  expect(asked).toBe(2)
  expect(setup.events.filter(({ name }) => name === 'createUser')).toHaveLength(1)
})

it('warns that it has no effect without a database', async () => {
  const idp = createIdp()
  const registration = () => false
  const app = createApp({ providers: [oidcFor(idp)], registration })
  const browser = new Browser(app)
  await browser.get(`${BASE}/signin`)
  expect(app.log.find(({ entry }) => entry === 'registration-ignored')?.details[0]).toContain(
    'Pass an `adapter`',
  )
})

describe('registration, before an e-mail link is sent', () => {
  const address = 'new@example.com'
  const cases = [
    { does: 'returns false', registration: () => false, errors: [] },
    { does: 'returns nothing', registration: () => undefined as never, errors: [] },
    {
      does: 'throws',
      registration: () => {
        throw new Error('the list is not available')
      },
      errors: ['AccessDenied'],
    },
  ]
  it.each(cases)('sends none if it $does, with the same response', async ({ registration, errors }) => {
    const setup = setUpEmail({ registration })
    await setup.adapter.createUser?.({ id: 'known', email: 'known@example.com', emailVerified: new Date() })
    const known = await requestLink({ ...setup, browser: new Browser(setup.app) }, 'known@example.com')
    const response = await requestLink(setup, address)
    const describeResponse = ({ status, headers }: Response) => ({
      status,
      location: headers.get('location'),
      cookies: headers.getSetCookie().map((cookie) => cookie.replace(/[\w-]{40,}/g, '').length),
      names: [...headers.keys()],
    })
    expect(describeResponse(response)).toEqual(describeResponse(known))
    expect(await mailsTo(address)).toEqual([])
    expect(await mailsTo('known@example.com')).not.toEqual([])
    expect(setup.app.errors).toEqual(errors)
  })

  it('receives the address, which is not verified yet', async () => {
    const asked: RegistrationCandidate[] = []
    const setup = setUpEmail({ registration: (candidate) => asked.push(candidate) < 0 })
    await requestLink(setup, ' New@Example.com')
    const candidate = { provider: 'email', type: 'email', email: address, emailVerified: false }
    expect(asked).toMatchObject([candidate])
  })

  it('is asked again when the link is opened', async () => {
    const asked: boolean[] = []
    const registration = ({ emailVerified }: RegistrationCandidate) => {
      asked.push(emailVerified)
      return emailVerified ? '/waiting-list' : true
    }
    const setup = setUpEmail({ registration })
    await requestLink(setup, address)
    const headers = { 'sec-fetch-mode': 'navigate' }
    const response = await setup.browser.get(await linkTo(address), headers)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/waiting-list`)
    expect(asked).toEqual([false, true])
    expect(await setup.adapter.getUserByEmail?.(address)).toBeFalsy()
  })

  it('is not asked beyond the limit of e-mails', async () => {
    let asked = 0
    const setup = setUpEmail({
      limits: { email: { attempts: 2, seconds: 900 } },
      registration: () => ++asked < 0,
    })
    for (let attempt = 0; attempt < 3; attempt++) await requestLink(setup, address)
    expect(asked).toBe(2)
  })
})
