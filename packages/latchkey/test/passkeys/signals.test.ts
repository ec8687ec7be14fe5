import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { type Changes, createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  authenticate,
  optionsFor,
  readLocation,
  register,
  requestOptions,
  send,
  setUp,
  storedId,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSite, signIn, withPasskeys } from './site.ts'

afterEach(() => void vi.useRealTimers())

/** Reads what a page sends to password managers. */
async function readSignals(browser: Browser): Promise<{ status: number; body: unknown }> {
  const response = await requestOptions(browser, { action: 'signal' })
  return { status: response.status, body: await response.json() }
}

describe('the signals for password managers', () => {
  it('name all passkeys of the signed-in user, and the handle that new ones have', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 2)
    await withPasskeys(setup, 1, 'bob')
    const { options } = await optionsFor(browser, { action: 'register' })
    expect(await readSignals(browser)).toEqual({
      status: 200,
      body: {
        rpId: 'app.test',
        userId: options.user?.id,
        allAcceptedCredentialIds: passkeys.map(({ id }) => id),
        name: 'ann@example.com',
        displayName: 'ann',
      },
    })
  })

  it('are not sent without a session, or to another site', async () => {
    const setup = await createSite()
    const { browser } = await withPasskeys(setup, 1)
    const refused = { status: 400, body: { error: 'Invalid request' } }
    expect(await readSignals(new Browser(setup.site.site))).toEqual(refused)
    const elsewhere = await browser.get(`${BASE}/webauthn-options/webauthn?action=signal`, {
      'sec-fetch-site': 'cross-site',
    })
    expect(elsewhere.status).toBe(403)
  })
})

describe('the response to an unknown passkey', () => {
  /** Signs in with a passkey that was removed. Returns the URL of the error. */
  async function useRemoved(residentKey: 'required' | 'preferred'): Promise<URL> {
    const setup = setUp({ provider: { registrationOptions: { authenticatorSelection: { residentKey } } } })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const { id = '' } = (await setup.adapter.getUserByEmail?.('ann@example.com')) ?? {}
    await setup.adapter.deleteAuthenticator?.({ credentialID: storedId(passkey), userId: id })
    const visitor = new Browser(setup.app)
    const url = new URL(readLocation(await authenticate(visitor, passkey)) ?? '')
    expect(await readSession(visitor)).toBeNull()
    expect(url.searchParams.get('error')).toBe('WebAuthnVerificationError')
    return url
  }

  it('says so if clients cannot know the ids of other passkeys', async () => {
    expect((await useRemoved('required')).searchParams.get('code')).toBe('unknown-passkey')
  })

  it('is the one to a wrong signature if the ids of passkeys are sent to clients', async () => {
    expect((await useRemoved('preferred')).searchParams.has('code')).toBe(false)
  })

  it('differs from the one to a wrong signature of a passkey that exists', async () => {
    const setup = setUp({
      provider: { registrationOptions: { authenticatorSelection: { residentKey: 'required' } } },
    })
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const response = await authenticate(new Browser(setup.app), passkey, { origin: 'https://evil.test' })
    expect(new URL(readLocation(response) ?? '').searchParams.has('code')).toBe(false)
  })
})

describe('a passkey that the password manager creates without asking', () => {
  const SILENT: Changes = { isPresent: false, isVerified: false }

  /** Creates a passkey without the user, and sends it. */
  async function createSilently(
    browser: Browser,
    query: Record<string, string> = { action: 'register', mediation: 'conditional' },
  ): Promise<{ response: Response; passkey: Awaited<ReturnType<typeof createPasskey>> }> {
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(browser, query)
    return { response: await send(browser, 'register', await passkey.create(options, SILENT)), passkey }
  }

  it('is stored, and signs in only with user verification', async () => {
    const setup = setUp({ provider: { registration: 'authenticated' } })
    await setup.adapter.createUser?.({
      id: 'ann',
      email: 'ann@example.com',
      name: 'Ann',
      emailVerified: new Date(),
    })
    await setup.browser.post(`${BASE}/callback/credentials`, {
      email: 'ann@example.com',
      password: 'right',
    })
    const { response, passkey } = await createSilently(setup.browser)
    expect(readLocation(response)).toBe(`${ORIGIN}/after`)
    const [unverified, verified] = [new Browser(setup.app), new Browser(setup.app)]
    await authenticate(unverified, passkey, { isVerified: false })
    await authenticate(verified, passkey)
    expect(await readSession(unverified)).toBeNull()
    expect(await readSession(verified)).not.toBeNull()
  })

  it('is requested without user verification, and not beside another one in the same manager', async () => {
    const setup = await createSite()
    const { browser, passkeys } = await withPasskeys(setup, 1)
    const { options } = await optionsFor(browser, { action: 'register', mediation: 'conditional' })
    expect(options.authenticatorSelection).toMatchObject({ userVerification: 'preferred' })
    expect(options.excludeCredentials).toMatchObject(passkeys.map(({ id }) => ({ id })))
  })

  it('is refused if the challenge was not for it', async () => {
    const setup = await createSite()
    const browser = await signIn(setup.site)
    await createSilently(browser, { action: 'register' })
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toEqual([])
    expect(setup.site.logged).toEqual(['WebAuthnVerificationError'])
  })

  it('is refused without a session, also with an address', async () => {
    const { browser } = setUp()
    for (const email of ['', 'new@example.com']) {
      const query = { action: 'register', mediation: 'conditional', email }
      expect((await requestOptions(browser, query)).status).toBe(400)
    }
  })

  it('is refused without a recent sign-in', async () => {
    const setup = await createSite()
    const browser = await signIn(setup.site)
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
    const { response } = await createSilently(browser)
    expect(readLocation(response)).toContain('/verify?for=session')
    expect(await setup.adapter.listAuthenticatorsByUserId?.('ann')).toEqual([])
  })
})
