import { slow } from '@latchkey/test-support/kit/adapter.ts'
import { ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { createPasskey, unrelatedKey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  CONFIGURATION_ERROR,
  expectRejected,
  findError,
  optionsFor,
  readLocation,
  register,
  send,
  setUp,
  VERIFICATION_ERROR,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import memory from 'latchkey/adapters/memory'
import { decode, encode } from 'latchkey/jwt'
import WebAuthn from 'latchkey/providers/webauthn'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

describe('the response to a passkey challenge', () => {
  // proves P-WA-1, P-CC-1
  it('is rejected the second time, even with the first cookie', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    const thief = new Browser(setup.app)
    for (const { name, value } of visitor.cookies(ORIGIN)) thief.plant(ORIGIN, name, value)
    const credential = await passkey.get(options)
    expect(readLocation(await send(visitor, 'authenticate', credential))).toBe(`${ORIGIN}/after`)
    await expectRejected(
      setup,
      thief,
      await send(thief, 'authenticate', credential),
      CONFIGURATION_ERROR,
      'InvalidCheck',
    )
  })

  // proves P-WA-1
  it('is rejected after an invalid response to the same challenge, even with its cookie', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    const kept = visitor.cookies(ORIGIN)
    await send(visitor, 'authenticate', await passkey.get(options, { key: await unrelatedKey() }))
    for (const { name, value } of kept) visitor.plant(ORIGIN, name, value)
    expect(findError(await send(visitor, 'authenticate', await passkey.get(options)))).toBe(
      CONFIGURATION_ERROR,
    )
    expect(await readSession(visitor)).toBeNull()
  })

  // proves P-WA-1, P-CC-1
  it('signs in once when it is sent twenty times at the same time', async () => {
    const setup = setUp({ adapter: slow(memory()) })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    const credential = await passkey.get(options)
    const browsers = Array.from({ length: 20 }, () => new Browser(setup.app))
    for (const browser of browsers)
      for (const { name, value } of visitor.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
    const responses = await Promise.all(browsers.map((browser) => send(browser, 'authenticate', credential)))
    expect(responses.filter((response) => readLocation(response) === `${ORIGIN}/after`)).toHaveLength(1)
    const sessions = await Promise.all(browsers.map(readSession))
    expect(sessions.filter((found) => found !== null)).toHaveLength(1)
  })

  // proves P-WA-1
  it('is rejected after five minutes, even if the browser kept the cookie', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    vi.useFakeTimers({ now: Date.now() + 300_000, toFake: ['Date'] })
    await expectRejected(
      setup,
      visitor,
      await send(visitor, 'authenticate', await passkey.get(options)),
      CONFIGURATION_ERROR,
      'InvalidCheck',
    )
    const soon = await optionsFor(visitor)
    vi.setSystemTime(Date.now() + 298_000)
    expect(readLocation(await send(visitor, 'authenticate', await passkey.get(soon.options)))).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves P-CS-5, P-WA-1
  it('is rejected in a browser that did not request the challenge', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const { options } = await optionsFor(new Browser(setup.app))
    const other = new Browser(setup.app)
    await optionsFor(other)
    expect(findError(await send(other, 'authenticate', await passkey.get(options)))).toBe(CONFIGURATION_ERROR)
    expect(await readSession(other)).toBeNull()
  })
})

describe('a passkey challenge', () => {
  // proves P-WA-1
  it('of a registration is rejected for a sign-in, and the other way round', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const registering = await optionsFor(visitor, { email: 'new@example.com' })
    const signature = await passkey.get({ ...registering.options, rpId: 'app.test' })
    await expectRejected(
      setup,
      visitor,
      await send(visitor, 'authenticate', signature),
      CONFIGURATION_ERROR,
      'InvalidCheck',
    )
    const using = await optionsFor(visitor, { action: 'authenticate' })
    const created = await (await createPasskey(ORIGIN)).create({ ...using.options, rp: { id: 'app.test' } })
    expect(findError(await send(visitor, 'register', created))).toBe(CONFIGURATION_ERROR)
    expect(await readSession(visitor)).toBeNull()
  })

  // proves P-WA-1
  it('of another provider, another relying party or another application is rejected', async () => {
    const providers = [
      WebAuthn({ enableConditionalUI: false, registration: 'anyone' }),
      WebAuthn({ id: 'second' }),
    ]
    const setup = setUp({ config: { providers } })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor, {}, 'second')
    await expectRejected(
      setup,
      visitor,
      await send(visitor, 'authenticate', await passkey.get(options)),
      CONFIGURATION_ERROR,
      'InvalidCheck',
    )

    let id = 'app.test'
    const moving = setUp({
      adapter: setup.adapter,
      provider: { getRelayingParty: () => ({ id, name: 'x', origin: ORIGIN }) },
    })
    const one = await optionsFor(moving.browser)
    id = 'test'
    const credential = await passkey.get(one.options, { rpId: 'test' })
    await expectRejected(
      moving,
      moving.browser,
      await send(moving.browser, 'authenticate', credential),
      VERIFICATION_ERROR,
    )

    const other = setUp({
      adapter: setup.adapter,
      config: { secret: 'another secret that is long enough for every test' },
    })
    const fromOther = await optionsFor(other.browser)
    for (const { name, value } of other.browser.cookies(ORIGIN)) visitor.plant(ORIGIN, name, value)
    expect(findError(await send(visitor, 'authenticate', await passkey.get(fromOther.options)))).toBe(
      CONFIGURATION_ERROR,
    )
  })
})

const CHALLENGE = '__Host-latchkey.challenge'

describe('a challenge that was encrypted for another purpose', () => {
  const salts = [
    '__Secure-latchkey.session-token',
    '__Host-latchkey.transaction',
    '__Host-latchkey.callback-url',
    'encodedState',
    '',
    CHALLENGE,
  ]

  // proves P-JW-2
  it.each(salts)('is accepted only with the salt of challenges: "%s"', async (salt) => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    const [cookie] = visitor.cookies(ORIGIN)
    const claims = await decode({ token: cookie?.value, secret: SECRET, salt: CHALLENGE })
    expect(claims?.challenge).toBe(options.challenge)
    visitor.plant(
      ORIGIN,
      cookie?.name ?? '',
      await encode({ token: claims ?? {}, secret: SECRET, salt, maxAge: 300 }),
    )
    await send(visitor, 'authenticate', await passkey.get(options))
    expect((await readSession(visitor)) !== null).toBe(salt === CHALLENGE)
  })
})
