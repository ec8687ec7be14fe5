import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { createPasskey } from '../kit/authenticator.ts'
import { Browser } from '../kit/browser.ts'
import {
  errorOf,
  expectRefused,
  optionsFor,
  REFUSED,
  register,
  send,
  session,
  setting,
  UNNAMED,
} from '../kit/passkeys.ts'

describe('an answer that is none', () => {
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
    ['nothing', ''],
    ['no JSON', '{'],
    ['text', '"x"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no id', { ...whole, id: undefined }],
    ['an id that is an object', { ...whole, id: { $ne: '' } }],
    ['two ids', { ...whole, rawId: 'AAAB' }],
    ['an id that is not base64url', { ...whole, id: 'a+/=', rawId: 'a+/=' }],
    ['an empty id', { ...whole, id: '', rawId: '' }],
    ['an id longer than there are', { ...whole, id: long, rawId: long }],
    ['another type', { ...whole, type: 'password' }],
    ['no response', { ...whole, response: null }],
    ['parts that are no text', { ...whole, response: { ...response, attestationObject: 7, signature: {} } }],
    ['client data without a challenge', { ...whole, response: { ...response, clientDataJSON: 'e30' } }],
    ['client data that is no JSON', { ...whole, response: { ...response, clientDataJSON: 'AAAA' } }],
    ['client data that is not base64url', { ...whole, response: { ...response, clientDataJSON: '{}' } }],
    ['more than there can be', JSON.stringify({ ...whole, more: 'x'.repeat(33_000) })],
  ])('%s is a bad request', async (_, data) => {
    const here = setting()
    await optionsFor(here.browser)
    for (const action of ['register', 'authenticate']) {
      const answer = await send(here.browser, action, data)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null])
    }
    expect(here.app.errors).toEqual(['BadRequest', 'BadRequest'])
  })

  it('that has all its parts is looked at', async () => {
    const here = setting()
    for (const action of ['register', 'authenticate']) await send(here.browser, action, whole)
    expect(here.app.errors).toEqual(['InvalidCheck', 'InvalidCheck'])
  })

  // proves §12.3
  it.each(['', '__proto__', 'Register', 'delete'])(
    'with the action "%s" is a bad request',
    async (action) => {
      const here = setting()
      expect((await send(here.browser, action, JSON.stringify(whole))).status).toBe(400)
    },
  )

  // proves P-DS-1, P-DS-2
  it.each([
    ['garbage', 'oA'.repeat(5000)],
    ['lists without an end', Buffer.from(new Uint8Array(20_000).fill(0x81)).toString('base64url')],
    [
      'a length that is not there',
      Buffer.from([0xbb, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]).toString('base64url'),
    ],
    ['not base64url', '<>'],
  ])('whose attestation is %s is refused, quickly', async (_, attestationObject) => {
    const here = setting()
    const passkey = await createPasskey(ORIGIN)
    const { options } = await optionsFor(here.browser, { email: 'ann@example.com' })
    const credential = (await passkey.create(options)) as { response: object }
    const start = performance.now()
    const answer = await send(here.browser, 'register', {
      ...credential,
      response: { ...credential.response, attestationObject },
    })
    expect(performance.now() - start).toBeLessThan(500)
    await expectRefused(here, here.browser, answer, REFUSED)
  })

  // proves P-CS-1, §3 POST /callback/<id> webauthn
  it('as a GET, or from another site, is not looked at', async () => {
    const here = setting()
    const { passkey } = await register(here.browser, 'ann@example.com')
    const visitor = new Browser(here.app)
    const { options } = await optionsFor(visitor)
    const fields = { action: 'authenticate', data: JSON.stringify(await passkey.get(options)) }
    const action = `${BASE}/callback/webauthn`
    expect(errorOf(await visitor.get(`${action}?${new URLSearchParams(fields)}`))).toBe(UNNAMED)
    expect(
      errorOf(
        await visitor.post(action, fields, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
      ),
    ).toBe('MissingCSRF')
    expect(here.app.errors).toEqual(['InvalidProvider', 'MissingCSRF'])
    expect(await session(visitor)).toBeNull()
  })

  it('tells a script what happened, with the status and the page for it', async () => {
    const here = setting()
    const { options } = await optionsFor(here.browser)
    const data = JSON.stringify(await (await createPasskey(ORIGIN)).get(options))
    const answer = await here.browser.post(
      `${BASE}/callback/webauthn`,
      { action: 'authenticate', data },
      { 'x-auth-return-redirect': '1' },
    )
    expect([answer.status, await answer.json()]).toEqual([
      401,
      expect.objectContaining({ error: REFUSED, url: `${BASE}/error?error=WebAuthnVerificationError` }),
    ])
  })
})

it('a package that is not installed is an error of the server, and not of the visitor', async () => {
  const simpleWebAuthn = (): never => {
    throw new Error("Cannot find package '@simplewebauthn/server'")
  }
  const app = createApp({
    adapter: memory(),
    providers: [WebAuthn({ simpleWebAuthn })],
    experimental: { enableWebAuthn: true },
  })
  const response = await new Browser(app).get(`${BASE}/webauthn-options/webauthn`)
  expect([response.status, await response.json()]).toEqual([
    500,
    expect.objectContaining({ error: 'Configuration' }),
  ])
  expect(app.errors).toEqual(['AuthError'])
})
