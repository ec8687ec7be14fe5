import memory from 'latchkey/adapters/memory'
import { decode, encode } from 'latchkey/jwt'
import WebAuthn from 'latchkey/providers/webauthn'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { slow } from '../kit/adapter.ts'
import { ORIGIN, SECRET } from '../kit/app.ts'
import { createPasskey, unrelatedKey } from '../kit/authenticator.ts'
import { Browser } from '../kit/browser.ts'
import {
  errorOf,
  expectRefused,
  locationOf,
  optionsFor,
  REFUSED,
  register,
  send,
  session,
  setting,
  UNNAMED,
} from '../kit/passkeys.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('an answer works once', () => {
  // proves P-WA-1, P-CC-1
  it('not a second time, also with the cookie of the first', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor)
    const thief = new Browser(here.app)
    for (const { name, value } of visitor.cookies(ORIGIN)) thief.plant(ORIGIN, name, value)
    const credential = await passkey.get(options)
    expect(locationOf(await send(visitor, 'authenticate', credential))).toBe(`${ORIGIN}/after`)
    await expectRefused(here, thief, await send(thief, 'authenticate', credential), UNNAMED, 'InvalidCheck')
  })

  // proves P-WA-1
  it('nor with the cookie of the first after an answer that was wrong', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor)
    const kept = visitor.cookies(ORIGIN)
    await send(visitor, 'authenticate', await passkey.get(options, { key: await unrelatedKey() }))
    for (const { name, value } of kept) visitor.plant(ORIGIN, name, value)
    expect(errorOf(await send(visitor, 'authenticate', await passkey.get(options)))).toBe(UNNAMED)
    expect(await session(visitor)).toBeNull()
  })

  // proves P-WA-1, P-CC-1
  it('of twenty at once one is taken', async () => {
    const here = setting({ adapter: slow(memory()) })
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor)
    const credential = await passkey.get(options)
    const browsers = Array.from({ length: 20 }, () => new Browser(here.app))
    for (const browser of browsers)
      for (const { name, value } of visitor.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
    const responses = await Promise.all(browsers.map((browser) => send(browser, 'authenticate', credential)))
    expect(responses.filter((response) => locationOf(response) === `${ORIGIN}/after`)).toHaveLength(1)
    const sessions = await Promise.all(browsers.map(session))
    expect(sessions.filter((found) => found !== null)).toHaveLength(1)
  })

  // proves P-WA-1
  it('not after five minutes, although the browser kept the cookie', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor)
    vi.useFakeTimers({ now: Date.now() + 300_000, toFake: ['Date'] })
    await expectRefused(
      here,
      visitor,
      await send(visitor, 'authenticate', await passkey.get(options)),
      UNNAMED,
      'InvalidCheck',
    )
    const soon = await optionsFor(visitor)
    vi.setSystemTime(Date.now() + 298_000)
    expect(locationOf(await send(visitor, 'authenticate', await passkey.get(soon.options)))).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves P-CS-5, P-WA-1
  it('not in a browser that did not ask for it', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const { options } = await optionsFor(new Browser(here.app))
    const other = new Browser(here.app)
    await optionsFor(other)
    expect(errorOf(await send(other, 'authenticate', await passkey.get(options)))).toBe(UNNAMED)
    expect(await session(other)).toBeNull()
  })
})

describe('a challenge is good for nothing but what it was made for', () => {
  // proves P-WA-1
  it('that of a registration signs nobody in, and the other way round', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const registering = await optionsFor(visitor, { email: 'new@example.com' })
    const signature = await passkey.get({ ...registering.options, rpId: 'app.test' })
    await expectRefused(
      here,
      visitor,
      await send(visitor, 'authenticate', signature),
      UNNAMED,
      'InvalidCheck',
    )
    const using = await optionsFor(visitor, { action: 'authenticate' })
    const made = await (await createPasskey(ORIGIN)).create({ ...using.options, rp: { id: 'app.test' } })
    expect(errorOf(await send(visitor, 'register', made))).toBe(UNNAMED)
    expect(await session(visitor)).toBeNull()
  })

  // proves P-WA-1
  it('nor that of another provider, of another relying party, or of another application', async () => {
    const providers = [WebAuthn({ enableConditionalUI: false }), WebAuthn({ id: 'second' })]
    const here = setting({ config: { providers } })
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor, {}, 'second')
    await expectRefused(
      here,
      visitor,
      await send(visitor, 'authenticate', await passkey.get(options)),
      UNNAMED,
      'InvalidCheck',
    )

    let id = 'app.test'
    const moving = setting({
      adapter: here.adapter,
      provider: { getRelayingParty: () => ({ id, name: 'x', origin: ORIGIN }) },
    })
    const one = await optionsFor(moving.browser)
    id = 'test'
    const answer = await passkey.get(one.options, { rpId: 'test' })
    await expectRefused(moving, moving.browser, await send(moving.browser, 'authenticate', answer), REFUSED)

    const other = setting({
      adapter: here.adapter,
      config: { secret: 'another secret that is long enough for every test' },
    })
    const foreign = await optionsFor(other.browser)
    for (const { name, value } of other.browser.cookies(ORIGIN)) visitor.plant(ORIGIN, name, value)
    expect(errorOf(await send(visitor, 'authenticate', await passkey.get(foreign.options)))).toBe(UNNAMED)
  })
})

const CHALLENGE = '__Host-latchkey.challenge'

describe('what is sealed for another purpose', () => {
  const salts = [
    '__Secure-latchkey.session-token',
    '__Host-latchkey.transaction',
    '__Host-latchkey.callback-url',
    'encodedState',
    '',
    CHALLENGE,
  ]

  // proves P-JW-2
  it.each(salts)('is no challenge, with all that a challenge holds: %s', async (salt) => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
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
    expect((await session(visitor)) !== null).toBe(salt === CHALLENGE)
  })
})
