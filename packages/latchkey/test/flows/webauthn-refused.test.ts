import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { slow, watched } from '../kit/adapter.ts'
import { BASE, ORIGIN } from '../kit/app.ts'
import { type Changes, createPasskey, unrelatedKey } from '../kit/authenticator.ts'
import { Browser } from '../kit/browser.ts'
import {
  authenticate,
  errorOf,
  expectRefused,
  locationOf,
  optionsFor,
  REFUSED,
  register,
  send,
  session,
  setting,
  storedId,
} from '../kit/passkeys.ts'
import { signedIn } from '../kit/session.ts'

const wrongAnswers: [string, Changes][] = [
  ['from another origin', { origin: 'https://evil.test' }],
  ['from a neighbouring host', { origin: 'https://evil.app.test' }],
  ['from the same host without TLS', { origin: 'http://app.test' }],
  ['for another relying party', { rpId: 'evil.test' }],
  ['without a person', { isPresent: false }],
  ['without a verified person', { isVerified: false }],
  ['in a frame of another site', { clientData: { crossOrigin: true, topOrigin: 'https://evil.test' } }],
  ['in a frame of a site that is not named', { clientData: { crossOrigin: true } }],
  ['with a site around it that is no frame', { clientData: { topOrigin: 'https://evil.test' } }],
]

describe('a sign-in is refused', () => {
  const cases: [string, Changes][] = [
    ...wrongAnswers,
    ['with the signature of another key', {}],
    ['of the type of a registration', { type: 'webauthn.create' }],
    ['of a payment', { type: 'payment.get' }],
  ]

  // proves P-WA-2, §12.3, §14 WebAuthnVerificationError
  it.each(cases)('%s', async (name, changes) => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const key = name.includes('another key') ? await unrelatedKey() : undefined
    const visitor = new Browser(here.app)
    await expectRefused(here, visitor, await authenticate(visitor, passkey, { ...changes, key }), REFUSED)
  })

  // proves P-WA-4
  it('with a passkey that nobody has registered, in the same words as with a wrong signature', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const [visitor, other] = [new Browser(here.app), new Browser(here.app)]
    const unknown = await authenticate(visitor, await createPasskey(ORIGIN))
    const forged = await authenticate(other, passkey, { key: await unrelatedKey() })
    expect([unknown.status, locationOf(unknown)]).toEqual([forged.status, locationOf(forged)])
    expect([errorOf(unknown), await session(visitor), await session(other)]).toEqual([REFUSED, null, null])
  })

  // proves P-WA-2
  it('with the passkey of another user than whose id it carries', async () => {
    const here = setting()
    const ann = await register(here.browser, 'ann@example.com')
    const bob = await register(new Browser(here.app), 'bob@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor)
    const credential = { ...(await bob.passkey.get(options)), id: ann.passkey.id, rawId: ann.passkey.id }
    await expectRefused(here, visitor, await send(visitor, 'authenticate', credential), REFUSED)
  })

  // proves §12.3
  it('without an account at this provider, or when its user is gone', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const other = { ...setting({ adapter: here.adapter, provider: { id: 'second' } }) }
    const visitor = new Browser(other.app)
    const { options } = await optionsFor(visitor, {}, 'second')
    await expectRefused(
      other,
      visitor,
      await send(visitor, 'authenticate', await passkey.get(options), 'second'),
      REFUSED,
    )
    const gone = setting({ adapter: { ...here.adapter, getUser: () => null } })
    const late = new Browser(gone.app)
    await expectRefused(gone, late, await authenticate(late, passkey), REFUSED)
    const bob = await register(new Browser(here.app), 'bob@example.com')
    const mixed = setting({
      adapter: {
        ...here.adapter,
        getAccount: () => here.adapter.getAccount?.(storedId(bob.passkey), 'webauthn') ?? null,
      },
    })
    const third = new Browser(mixed.app)
    await expectRefused(mixed, third, await authenticate(third, passkey), REFUSED)
  })

  it('with an adapter that gives undefined for what it does not find', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    for (const method of ['getAuthenticator', 'getAccount', 'getUser'] as const) {
      const other = setting({ adapter: { ...here.adapter, [method]: () => undefined } })
      const visitor = new Browser(other.app)
      await expectRefused(other, visitor, await authenticate(visitor, passkey), REFUSED)
    }
  })

  // proves P-WA-3
  it('with a counter that went back or stood still, and the application is warned', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    await authenticate(new Browser(here.app), passkey, { counter: 50 })
    for (const counter of [50, 10, 0]) {
      const visitor = new Browser(here.app)
      expect(errorOf(await authenticate(visitor, passkey, { counter }))).toBe(REFUSED)
      expect(await session(visitor)).toBeNull()
    }
    const { id: userId } = (await here.adapter.getUserByEmail?.('ann@example.com')) ?? {}
    const warnings = here.app.log
      .filter(({ entry }) => entry === 'webauthn-counter')
      .map(({ details }) => details)
    expect(warnings).toEqual(
      [50, 10, 0].map((received) => [{ provider: 'webauthn', userId, stored: 50, received }]),
    )
    expect(locationOf(await authenticate(new Browser(here.app), passkey, { counter: 51 }))).toBe(
      `${ORIGIN}/after`,
    )
  })

  it('with an old counter by somebody without the key, without a warning: anybody could say so', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    await authenticate(new Browser(here.app), passkey, { counter: 50 })
    await authenticate(new Browser(here.app), passkey, { counter: 10, key: await unrelatedKey() })
    expect(here.app.log.filter(({ entry }) => entry === 'webauthn-counter')).toEqual([])
  })

  // proves §11.2 11
  it('by the passkey of another user than who is signed in', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const bob = new Browser(here.app)
    await register(bob, 'bob@example.com')
    expect(locationOf(await authenticate(bob, passkey))).toBe(`${BASE}/signin?error=AccountNotLinked`)
    expect(await session(bob)).toMatchObject({ user: { email: 'bob@example.com' } })
  })
})

describe('a registration is refused', () => {
  // proves P-WA-2, §12.3
  it.each([...wrongAnswers, ['of the type of a sign-in', { type: 'webauthn.get' }]] as [string, Changes][])(
    '%s',
    async (_, changes) => {
      const here = setting()
      await expectRefused(
        here,
        here.browser,
        (await register(here.browser, 'ann@example.com', undefined, changes)).response,
        REFUSED,
      )
      expect(await here.adapter.getUserByEmail?.('ann@example.com')).toBeNull()
    },
  )

  // proves §11.2 13, §14 AccountNotLinked
  it('of an address that was taken meanwhile', async () => {
    const here = setting()
    const late = new Browser(here.app)
    const { options } = await optionsFor(late, { email: 'ann@example.com' })
    await register(here.browser, 'ann@example.com')
    const response = await send(late, 'register', await (await createPasskey(ORIGIN)).create(options))
    expect(locationOf(response)).toBe(`${BASE}/signin?error=AccountNotLinked`)
    expect(await session(late)).toBeNull()
    expect(await (await late.follow(response)).response.text()).toContain(
      'This passkey or e-mail address belongs to another account.',
    )
  })

  // proves P-AL-5, P-CC-3
  it.each([
    ['in one step', {}],
    ['in two', { createUserWithAccount: undefined }],
  ])('of an address that is taken in the very same moment, where users are made %s', async (_, lacks) => {
    const here = setting({ adapter: { ...slow(memory()), ...lacks } })
    const browsers = Array.from({ length: 4 }, () => new Browser(here.app))
    const responses = await Promise.all(browsers.map((browser) => register(browser, 'ann@example.com')))
    const outcomes = responses.map(({ response }) => errorOf(response))
    expect(outcomes.filter((error) => error === 'AccountNotLinked')).toHaveLength(3)
    expect(outcomes.filter((error) => error === null)).toHaveLength(1)
    expect(here.events.filter(([name]) => name === 'createUser')).toHaveLength(1)
  })

  // proves P-WA-2, P-AL-3
  it('of a passkey whose id and address somebody else takes in the very same moment: it signs in to nobody', async () => {
    const adapter = memory()
    const passkey = await createPasskey(ORIGIN)
    let isTaken = false
    async function take(): Promise<void> {
      if (isTaken) return
      isTaken = true
      const victim = await adapter.createUser({
        id: 'victim',
        email: 'ann@example.com',
        emailVerified: new Date(),
      })
      await adapter.linkAccount({
        provider: 'webauthn',
        providerAccountId: storedId(passkey),
        type: 'webauthn',
        userId: victim.id,
      })
    }
    let isSending = false
    const here = setting({
      adapter: watched(adapter, (method) => (isSending && method === 'getUserByEmail' ? take() : undefined)),
    })
    const { options } = await optionsFor(here.browser, { action: 'register', email: 'ann@example.com' })
    isSending = true
    const response = await send(here.browser, 'register', await passkey.create(options))
    expect([isTaken, errorOf(response), await session(here.browser)]).toEqual([
      true,
      'AccountNotLinked',
      null,
    ])
  })

  // proves P-WA-2
  it('of a passkey that somebody has registered already', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const mallory = new Browser(here.app)
    const stolen = await createPasskey(ORIGIN)
    const { options } = await optionsFor(mallory, { email: 'mallory@example.com' })
    const credential = { ...(await stolen.create(options)), id: passkey.id, rawId: passkey.id }
    await expectRefused(here, mallory, await send(mallory, 'register', credential), REFUSED)
    const fresh = await createPasskey(ORIGIN)
    const more = await optionsFor(mallory, { email: 'mallory@example.com' })
    const renamed = { ...(await stolen.create(more.options)), id: fresh.id, rawId: fresh.id }
    expect(errorOf(await send(mallory, 'register', renamed))).toBe(REFUSED)
    const again = await register(mallory, 'mallory@example.com', passkey)
    expect([errorOf(again.response), await session(mallory)]).toEqual([REFUSED, null])
    expect(await here.adapter.getUserByEmail?.('mallory@example.com')).toBeNull()
  })

  // proves P-WA-5, P-AL-3
  it('when somebody else is signed in at its end, or nobody, or somebody at all', async () => {
    const here = setting()
    const passkey = await createPasskey(ORIGIN)
    await register(here.browser, 'ann@example.com')
    const bob = new Browser(here.app)
    await register(bob, 'bob@example.com')
    const move = (from: Browser, to: Browser, part: string): void => {
      for (const { name, value } of from.cookies(ORIGIN))
        if (name.includes(part)) to.plant(ORIGIN, name, value)
    }
    const anns = await optionsFor(here.browser, { action: 'register' })
    move(here.browser, bob, '.challenge.')
    expect(errorOf(await send(bob, 'register', await passkey.create(anns.options)))).toBe(REFUSED)

    const nobody = new Browser(here.app)
    const more = await optionsFor(here.browser, { action: 'register' })
    move(here.browser, nobody, '.challenge.')
    expect(errorOf(await send(nobody, 'register', await passkey.create(more.options)))).toBe(REFUSED)

    const stranger = new Browser(here.app)
    const strangers = await optionsFor(stranger, { email: 'new@example.com' })
    move(bob, stranger, 'session-token')
    expect(errorOf(await send(stranger, 'register', await passkey.create(strangers.options)))).toBe(REFUSED)
    expect(await here.adapter.getUserByEmail?.('new@example.com')).toBeNull()
    for (const email of ['ann@example.com', 'bob@example.com']) {
      const user = await here.adapter.getUserByEmail?.(email)
      expect(await here.adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
    }
  })

  it('by somebody with a session whom the database does not know, for anybody but a new address', async () => {
    const here = setting({ config: { session: { strategy: 'jwt' } } })
    const browser = await signedIn(here.app)
    const response = await browser.get(`${BASE}/webauthn-options/webauthn?action=register`)
    expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid request' }])
  })
})
