import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  CONFIGURATION_ERROR,
  expectRejected,
  findError,
  optionsFor,
  register,
  send,
  setUp,
  VERIFICATION_ERROR,
} from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, it } from 'vitest'

describe('a passkey response', () => {
  const clientDataJSON = Buffer.from(JSON.stringify({ challenge: 'x' })).toString('base64url')
  const response = {
    clientDataJSON,
    attestationObject: 'oA'.repeat(5000),
    authenticatorData: 'AA',
    signature: 'AA',
  }
  const whole = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response, clientExtensionResults: {} }
  const long = 'A'.repeat(1400)

  // proves P-HT-4, P-DS-1
  it.each([
    ['empty', ''],
    ['invalid JSON', '{'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['an array', '[]'],
    ['without id', { ...whole, id: undefined }],
    ['with an object as id', { ...whole, id: { $ne: '' } }],
    ['with two different ids', { ...whole, rawId: 'AAAB' }],
    ['with an id that is not base64url', { ...whole, id: 'a+/=', rawId: 'a+/=' }],
    ['with an empty id', { ...whole, id: '', rawId: '' }],
    ['with an id that is too long', { ...whole, id: long, rawId: long }],
    ['with another type', { ...whole, type: 'password' }],
    ['without response', { ...whole, response: null }],
    [
      'with parts that are not strings',
      { ...whole, response: { ...response, attestationObject: 7, signature: {} } },
    ],
    ['with client data without a challenge', { ...whole, response: { ...response, clientDataJSON: 'e30' } }],
    ['with client data that is not JSON', { ...whole, response: { ...response, clientDataJSON: 'AAAA' } }],
    ['with client data that is not base64url', { ...whole, response: { ...response, clientDataJSON: '{}' } }],
    ['too large', JSON.stringify({ ...whole, more: 'x'.repeat(33_000) })],
  ])('is a bad request when it is malformed: %s', async (_, data) => {
    const setup = setUp()
    await optionsFor(setup.browser)
    for (const action of ['register', 'authenticate']) {
      const result = await send(setup.browser, action, data)
      expect({ status: result.status, cookie: result.headers.get('set-cookie') }).toEqual({
        status: 400,
        cookie: null,
      })
    }
    expect(setup.app.errors).toEqual(['BadRequest', 'BadRequest'])
  })

  it('is checked against its challenge when it is well-formed', async () => {
    const setup = setUp()
    await optionsFor(setup.browser)
    for (const action of ['register', 'authenticate']) await send(setup.browser, action, whole)
    expect(setup.app.errors).toEqual(['InvalidCheck', 'InvalidCheck'])
  })

  // proves §12.3
  it.each(['', '__proto__', 'Register', 'delete'])(
    'is a bad request with the action "%s"',
    async (action) => {
      const setup = setUp()
      expect((await send(setup.browser, action, JSON.stringify(whole))).status).toBe(400)
    },
  )

  // proves P-DS-1, P-DS-2
  it.each([
    ['garbage', 'oA'.repeat(5000)],
    ['arrays without an end', Buffer.from(new Uint8Array(20_000).fill(0x81)).toString('base64url')],
    [
      'a length beyond its end',
      Buffer.from([0xbb, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]).toString('base64url'),
    ],
    ['not base64url', '<>'],
  ])('is rejected within 500 ms when its attestation is %s', async (_, attestationObject) => {
    const setup = setUp()
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(setup.browser, { email: 'ann@example.com' })
    const credential = (await passkey.create(options)) as { response: object }
    const start = performance.now()
    const result = await send(setup.browser, 'register', {
      ...credential,
      response: { ...credential.response, attestationObject },
    })
    expect(performance.now() - start).toBeLessThan(500)
    await expectRejected(setup, setup.browser, result, VERIFICATION_ERROR)
  })

  // proves P-CS-1, §3 POST /callback/<id> webauthn
  it('is rejected by GET and from another site', async () => {
    const setup = setUp()
    const { passkey } = await register(setup.browser, 'ann@example.com')
    const visitor = new Browser(setup.app)
    const { options } = await optionsFor(visitor)
    const fields = { action: 'authenticate', data: JSON.stringify(await passkey.get(options)) }
    const endpoint = `${BASE}/callback/webauthn`
    expect(findError(await visitor.get(`${endpoint}?${new URLSearchParams(fields)}`))).toBe(
      CONFIGURATION_ERROR,
    )
    expect(
      findError(
        await visitor.post(endpoint, fields, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
      ),
    ).toBe('MissingCSRF')
    expect(setup.app.errors).toEqual(['InvalidProvider', 'MissingCSRF'])
    expect(await readSession(visitor)).toBeNull()
  })

  it('returns the error, its status and the URL of its page to a script', async () => {
    const setup = setUp()
    const { options } = await optionsFor(setup.browser)
    const data = JSON.stringify(await (await createPasskey(ORIGIN)).get(options))
    const result = await setup.browser.post(
      `${BASE}/callback/webauthn`,
      { action: 'authenticate', data },
      { 'x-auth-return-redirect': '1' },
    )
    expect({ status: result.status, body: await result.json() }).toEqual({
      status: 401,
      body: expect.objectContaining({
        error: VERIFICATION_ERROR,
        url: `${BASE}/error?error=WebAuthnVerificationError`,
      }),
    })
  })
})

it('a missing @simplewebauthn/server package is reported as a configuration error', async () => {
  const simpleWebAuthn = (): never => {
    throw new Error("Cannot find package '@simplewebauthn/server'")
  }
  const app = createApp({
    adapter: memory(),
    providers: [WebAuthn({ simpleWebAuthn })],
  })
  const response = await new Browser(app).get(`${BASE}/webauthn-options/webauthn`)
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 500,
    body: expect.objectContaining({ error: 'Configuration' }),
  })
  expect(app.errors).toEqual(['AuthError'])
})
