import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  authenticate,
  findError,
  readLocation,
  register,
  setUp,
  storedId,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { AdapterAuthenticator } from 'latchkey/adapters'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, it } from 'vitest'
import { resolveWebAuthn } from '../../src/config/webauthn.ts'
import type { Context } from '../../src/contract/context.ts'
import { toBase64url } from '../../src/crypto/base64url.ts'
import { refuseOldCounter } from '../../src/methods/webauthn/counter.ts'
import { readCredentialResponse } from '../../src/methods/webauthn/credential-response.ts'
import { verifyAuthentication, verifyRegistration } from '../../src/methods/webauthn/verify.ts'
import { asUser, createSite, signIn, withPasskeys } from './site.ts'

const PASSKEYS = 10
const ASSERTIONS = 1000

const provider = resolveWebAuthn(WebAuthn())
const party = { id: 'app.test', name: 'Example', origins: [ORIGIN] }
const SILENT = { auth: { logger: { warn: () => {} } } } as unknown as Context

function newChallenge(): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(32)))
}

/** Parses a response as the endpoint does. */
function parse<Action extends 'authenticate' | 'register'>(action: Action, credential: object) {
  const response = readCredentialResponse({ action, data: JSON.stringify(credential) })
  if (response.ceremony !== action) throw new Error('It is for another ceremony.')
  return response as Extract<typeof response, { ceremony: Action }>
}

describe('10,000 valid assertions', () => {
  it.each([
    { authenticator: 'that counts its signatures', counter: undefined },
    { authenticator: 'that is synchronized, and sends 0', counter: 0 },
  ])(
    'of authenticators $authenticator, are all accepted',
    async ({ counter }) => {
      let accepted = 0
      const use = async (): Promise<void> => {
        const passkey = await createPasskey(ORIGIN)
        const challenge = newChallenge()
        const created = await passkey.create({ challenge, rp: party })
        const { authenticator } = await verifyRegistration(
          { provider, challenge, party },
          parse('register', created),
        )
        let stored: AdapterAuthenticator = { ...authenticator, userId: 'ann' }
        for (let index = 0; index < ASSERTIONS / 2; index++) {
          const own = newChallenge()
          const credential = await passkey.get({ challenge: own, rpId: party.id }, { counter })
          const expected = { provider, challenge: own, party }
          const verified = await verifyAuthentication(expected, parse('authenticate', credential), stored)
          refuseOldCounter(SILENT, provider, stored, verified.counter)
          expect(verified.isUserVerified).toBe(true)
          stored = { ...stored, counter: verified.counter }
          accepted += 1
        }
      }
      await Promise.all(Array.from({ length: PASSKEYS }, use))
      expect(accepted).toBe((PASSKEYS * ASSERTIONS) / 2)
    },
    60_000,
  )
})

describe('a copy of a passkey', () => {
  it('that sends 0 signs in, like the synchronized passkey that it is', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com', undefined, { counter: 0 })
    for (let device = 0; device < 3; device++) {
      const visitor = new Browser(setup.app)
      expect(readLocation(await authenticate(visitor, passkey, { counter: 0 }))).toBe(`${ORIGIN}/after`)
    }
    expect(setup.app.log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  it.each([7, 3, 0])(
    'of an authenticator at 7 is refused with the counter %i, and reported',
    async (counter) => {
      const setup = setUp()
      const { passkey } = await register(setup.browser, 'ann@example.com')
      await authenticate(new Browser(setup.app), passkey, { counter: 7 })
      const copy = new Browser(setup.app)
      expect(findError(await authenticate(copy, passkey, { counter }))).toBe('WebAuthnVerificationError')
      expect(await readSession(copy)).toBeNull()
      const [warning] = setup.app.log.filter(({ level }) => level === 'warn')
      expect(warning).toMatchObject({ entry: 'webauthn-counter' })
      expect((await setup.adapter.getAuthenticator?.(storedId(passkey)))?.counter).toBe(7)
      // The authenticator itself still signs in.
      expect(readLocation(await authenticate(new Browser(setup.app), passkey, { counter: 8 }))).toBe(
        `${ORIGIN}/after`,
      )
    },
  )
})

describe('a passkey that did not verify its user', () => {
  it('counts as one factor, so that the second one is still asked for', async () => {
    const setup = await createSite({ secondFactor: {} })
    const { browser, passkeys } = await withPasskeys(setup, 1)
    await asUser(setup.site, browser, (user) => user.secondFactor.addPasskeys())
    const [passkey] = passkeys
    if (passkey === undefined) throw new Error('No passkey was added.')
    const unverified = new Browser(setup.site.site)
    await authenticate(unverified, passkey, { isVerified: false })
    expect(await readSession(unverified)).toBeNull()
    const verified = new Browser(setup.site.site)
    await authenticate(verified, passkey)
    expect(await readSession(verified)).toMatchObject({ user: { name: 'ann' } })
    expect(await readSession(await signIn(setup.site, 'bob'))).toMatchObject({ user: { name: 'bob' } })
  })
})
