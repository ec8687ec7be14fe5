import { slow, watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { type Changes, createPasskey, unrelatedKey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  authenticate,
  expectRejected,
  findError,
  optionsFor,
  readLocation,
  register,
  send,
  setUp,
  storedId,
  VERIFICATION_ERROR,
} from '@latchkey/test-support/kit/passkeys.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

const invalidResponses: [string, Changes][] = [
  ['from another origin', { origin: 'https://evil.test' }],
  ['from another host of the same site', { origin: 'https://evil.app.test' }],
  ['from the same host without TLS', { origin: 'http://app.test' }],
  ['for another relying party', { rpId: 'evil.test' }],
  ['without user presence', { isPresent: false }],
  ['without user verification', { isVerified: false }],
  ['from a frame in another site', { clientData: { crossOrigin: true, topOrigin: 'https://evil.test' } }],
  ['from a frame without the origin of its top page', { clientData: { crossOrigin: true } }],
  ['with the origin of a top page, but no frame', { clientData: { topOrigin: 'https://evil.test' } }],
]

describe('a sign-in with a passkey is rejected', () => {
  const cases: [string, Changes][] = [
    ...invalidResponses,
    ['with the signature of another key', {}],
    ['with the type of a registration', { type: 'webauthn.create' }],
    ['with the type of a payment', { type: 'payment.get' }],
  ]

  // proves P-WA-2, §12.3, §14 WebAuthnVerificationError
  it.each(cases)('%s', async (name, changes) => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const key = name.includes('another key') ? await unrelatedKey() : undefined
    const visitor = new Browser(setup.app)
    await expectRejected(
      setup,
      visitor,
      await authenticate(visitor, passkey, { ...changes, key }),
      VERIFICATION_ERROR,
    )
  })

  // proves P-WA-4
  it('with an unknown passkey, with the same response as for a wrong signature', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const [visitor, other] = [new Browser(setup.app), new Browser(setup.app)]
    const unknown = await authenticate(visitor, await createPasskey(ORIGIN))
    const forged = await authenticate(other, passkey, { key: await unrelatedKey() })
    expect({ status: unknown.status, location: readLocation(unknown) }).toEqual({
      status: forged.status,
      location: readLocation(forged),
    })
    expect({
      error: findError(unknown),
      unknown: await readSession(visitor),
      forged: await readSession(other),
    }).toEqual({ error: VERIFICATION_ERROR, unknown: null, forged: null })
  })

  // proves P-WA-2
  it('with the id of one passkey and the signature of another', async () => {
    const setup = setUp()
    const ann = await register(setup.browser, 'ann@example.com')
    const bob = await register(new Browser(setup.app), 'bob@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    const credential = { ...(await bob.passkey.get(options)), id: ann.passkey.id, rawId: ann.passkey.id }
    await expectRejected(setup, visitor, await send(visitor, 'authenticate', credential), VERIFICATION_ERROR)
  })

  // proves §12.3
  it('without an account here, without its user or with the account of another user', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const other = setUp({ adapter: setup.adapter, provider: { id: 'second' } })
    const visitor = new Browser(other.app)
    const { options } = await optionsFor(visitor, {}, 'second')
    await expectRejected(
      other,
      visitor,
      await send(visitor, 'authenticate', await passkey.get(options), 'second'),
      VERIFICATION_ERROR,
    )
    const deleted = setUp({ adapter: { ...setup.adapter, getUser: () => null } })
    const second = new Browser(deleted.app)
    await expectRejected(deleted, second, await authenticate(second, passkey), VERIFICATION_ERROR)
    const bob = await register(new Browser(setup.app), 'bob@example.com')
    const mixed = setUp({
      adapter: {
        ...setup.adapter,
        getAccount: () => setup.adapter.getAccount?.(storedId(bob.passkey), 'webauthn') ?? null,
      },
    })
    const third = new Browser(mixed.app)
    await expectRejected(mixed, third, await authenticate(third, passkey), VERIFICATION_ERROR)
  })

  it('when the adapter returns undefined instead of null', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    for (const method of ['getAuthenticator', 'getAccount', 'getUser'] as const) {
      const other = setUp({ adapter: { ...setup.adapter, [method]: () => undefined } })
      const visitor = new Browser(other.app)
      await expectRejected(other, visitor, await authenticate(visitor, passkey), VERIFICATION_ERROR)
    }
  })

  // proves P-WA-3
  it('with a counter that did not increase, and logs a warning', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    await authenticate(new Browser(setup.app), passkey, { counter: 50 })
    for (const counter of [50, 10, 0]) {
      const visitor = new Browser(setup.app)
      expect(findError(await authenticate(visitor, passkey, { counter }))).toBe(VERIFICATION_ERROR)
      expect(await readSession(visitor)).toBeNull()
    }
    const { id: userId } = (await setup.adapter.getUserByEmail?.('ann@example.com')) ?? {}
    const warnings = setup.app.log
      .filter(({ entry }) => entry === 'webauthn-counter')
      .map(({ details }) => details)
    expect(warnings).toEqual(
      [50, 10, 0].map((received) => [{ provider: 'webauthn', userId, stored: 50, received }]),
    )
    expect(readLocation(await authenticate(new Browser(setup.app), passkey, { counter: 51 }))).toBe(
      `${ORIGIN}/after`,
    )
  })

  it('with an old counter and a wrong signature, without a warning', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    await authenticate(new Browser(setup.app), passkey, { counter: 50 })
    await authenticate(new Browser(setup.app), passkey, { counter: 10, key: await unrelatedKey() })
    expect(setup.app.log.filter(({ entry }) => entry === 'webauthn-counter')).toEqual([])
  })

  // proves §11.2 11
  it('with the passkey of a user other than the signed-in one', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const bob = new Browser(setup.app)
    await register(bob, 'bob@example.com')
    expect(readLocation(await authenticate(bob, passkey))).toBe(`${BASE}/signin?error=AccountNotLinked`)
    expect(await readSession(bob)).toMatchObject({ user: { email: 'bob@example.com' } })
  })
})

describe('a registration of a passkey is rejected', () => {
  // proves P-WA-2, §12.3
  it.each([...invalidResponses, ['with the type of a sign-in', { type: 'webauthn.get' }]] as [
    string,
    Changes,
  ][])('%s', async (_, changes) => {
    const setup = setUp()
    await expectRejected(
      setup,
      setup.browser,
      (await register(setup.browser, 'ann@example.com', undefined, changes)).response,
      VERIFICATION_ERROR,
    )
    expect(await setup.adapter.getUserByEmail?.('ann@example.com')).toBeNull()
  })

  // proves §11.2 13, §14 AccountNotLinked
  it('with an e-mail address that another user registered in the meantime', async () => {
    const setup = setUp()
    const other = new Browser(setup.app)
    const { options } = await optionsFor(other, { email: 'ann@example.com' })
    await register(setup.browser, 'ann@example.com')
    const response = await send(other, 'register', await (await createPasskey(ORIGIN)).create(options))
    expect(readLocation(response)).toBe(`${BASE}/signin?error=AccountNotLinked`)
    expect(await readSession(other)).toBeNull()
    expect(await (await other.follow(response)).response.text()).toContain(
      'This passkey or e-mail address belongs to another account.',
    )
  })

  // proves P-AL-5, P-CC-3
  it.each([
    ['with createUserWithAccount', {}],
    ['without createUserWithAccount', { createUserWithAccount: undefined }],
  ])('with an e-mail address that another request registers at the same time, %s', async (_, missing) => {
    const setup = setUp({ adapter: { ...slow(memory()), ...missing } })
    const browsers = Array.from({ length: 4 }, () => new Browser(setup.app))
    const responses = await Promise.all(browsers.map((browser) => register(browser, 'ann@example.com')))
    const outcomes = responses.map(({ response }) => findError(response))
    expect(outcomes.filter((error) => error === 'AccountNotLinked')).toHaveLength(3)
    expect(outcomes.filter((error) => error === null)).toHaveLength(1)
    expect(setup.events.filter(({ name }) => name === 'createUser')).toHaveLength(1)
  })

  // proves P-WA-2, P-AL-3
  it('when another user gets the id of the passkey and the e-mail address at the same time', async () => {
    const adapter = memory()
    const passkey = await createPasskey(ORIGIN)
    let isCreated = false
    async function createVictim(): Promise<void> {
      if (isCreated) return
      isCreated = true
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
    const setup = setUp({
      adapter: watched(adapter, (method) =>
        isSending && method === 'getUserByEmail' ? createVictim() : undefined,
      ),
    })
    const { options } = await optionsFor(setup.browser, { action: 'register', email: 'ann@example.com' })
    isSending = true
    const response = await send(setup.browser, 'register', await passkey.create(options))
    expect({ isCreated, error: findError(response), session: await readSession(setup.browser) }).toEqual({
      isCreated: true,
      error: 'AccountNotLinked',
      session: null,
    })
  })

  // proves P-WA-2
  it('with a passkey that is registered already', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const mallory = new Browser(setup.app)
    const own = await createPasskey(ORIGIN)
    const { options } = await optionsFor(mallory, { email: 'mallory@example.com' })
    const credential = { ...(await own.create(options)), id: passkey.id, rawId: passkey.id }
    await expectRejected(setup, mallory, await send(mallory, 'register', credential), VERIFICATION_ERROR)
    const fresh = await createPasskey(ORIGIN)
    const more = await optionsFor(mallory, { email: 'mallory@example.com' })
    const renamed = { ...(await own.create(more.options)), id: fresh.id, rawId: fresh.id }
    expect(findError(await send(mallory, 'register', renamed))).toBe(VERIFICATION_ERROR)
    const again = await register(mallory, 'mallory@example.com', passkey)
    expect({ error: findError(again.response), session: await readSession(mallory) }).toEqual({
      error: VERIFICATION_ERROR,
      session: null,
    })
    expect(await setup.adapter.getUserByEmail?.('mallory@example.com')).toBeNull()
  })

  // proves P-WA-5, P-AL-3
  it('when the signed-in user has changed since the start', async () => {
    const setup = setUp()
    const passkey = await createPasskey(ORIGIN)
    await register(setup.browser, 'ann@example.com')
    const bob = new Browser(setup.app)
    await register(bob, 'bob@example.com')
    const copyCookies = (from: Browser, to: Browser, part: string): void => {
      for (const { name, value } of from.cookies(ORIGIN))
        if (name.includes(part)) to.plant(ORIGIN, name, value)
    }
    const first = await optionsFor(setup.browser, { action: 'register' })
    copyCookies(setup.browser, bob, '.challenge.')
    expect(findError(await send(bob, 'register', await passkey.create(first.options)))).toBe(
      VERIFICATION_ERROR,
    )

    const signedOut = new Browser(setup.app)
    const second = await optionsFor(setup.browser, { action: 'register' })
    copyCookies(setup.browser, signedOut, '.challenge.')
    expect(findError(await send(signedOut, 'register', await passkey.create(second.options)))).toBe(
      VERIFICATION_ERROR,
    )

    const signedInLater = new Browser(setup.app)
    const last = await optionsFor(signedInLater, { email: 'new@example.com' })
    copyCookies(bob, signedInLater, 'session-token')
    expect(findError(await send(signedInLater, 'register', await passkey.create(last.options)))).toBe(
      VERIFICATION_ERROR,
    )
    expect(await setup.adapter.getUserByEmail?.('new@example.com')).toBeNull()
    for (const email of ['ann@example.com', 'bob@example.com']) {
      const user = await setup.adapter.getUserByEmail?.(email)
      expect(await setup.adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
    }
  })

  it('when the user of the session does not exist in the database', async () => {
    const setup = setUp({ config: { session: { strategy: 'jwt' } } })
    const browser = await signedIn(setup.app)
    const response = await browser.get(`${BASE}/webauthn-options/webauthn?action=register`)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { error: 'Invalid request' },
    })
  })
})

describe('the log says which value is wrong, and how to fix it', () => {
  const cases: [string, Changes, string][] = [
    [
      'the origin',
      { origin: 'https://www.app.test' },
      'it was created at "https://www.app.test", and "https://app.test" is expected. If users open the ' +
        'application there, set `AUTH_URL`, or add the origin to `relayingParty.origin`.',
    ],
    [
      'the relying party',
      { rpId: 'www.app.test' },
      'it is for another relying party ID than "app.test". Passkeys keep the ID with which they were ' +
        'registered: set `relayingParty.id` to that domain, or let users register again.',
    ],
    [
      'the user verification',
      { isVerified: false },
      'the authenticator did not verify the user by PIN or biometrics. Let the user set one up, or accept ' +
        "such passkeys with `userVerification: 'preferred'` in `authenticationOptions` and in " +
        '`registrationOptions.authenticatorSelection`.',
    ],
  ]
  const loggedBy = ({ app }: ReturnType<typeof setUp>): unknown[] =>
    app.log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as Error).message)

  it.each(cases)('of a sign-in: %s', async (_, changes, reason) => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    await authenticate(new Browser(setup.app), passkey, changes)
    expect(loggedBy(setup)).toEqual([`The passkey response for "webauthn" was rejected: ${reason}`])
  })

  it.each(cases)('of a registration: %s', async (_, changes, reason) => {
    const setup = setUp()
    await register(setup.browser, 'ann@example.com', undefined, changes)
    expect(loggedBy(setup)).toEqual([`The passkey response for "webauthn" was rejected: ${reason}`])
  })

  it('of a registration: the algorithm', async () => {
    const setup = setUp({ provider: { registrationOptions: { supportedAlgorithmIDs: [-257] } } })
    await register(setup.browser, 'ann@example.com')
    expect(loggedBy(setup)).toEqual([
      'The passkey response for "webauthn" was rejected: its key has the algorithm -7, which was not ' +
        'requested. To accept it, add it to `registrationOptions.supportedAlgorithmIDs`.',
    ])
  })
})
