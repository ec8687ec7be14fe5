import { signIn } from 'latchkey/webauthn'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ORIGIN } from '../kit/app.ts'

// Real passkeys are tested in a browser; here is what a page sends, and what it makes of each answer.

const HERE = `${ORIGIN}/keys`
const credential = { toJSON: () => ({ id: 'key-1', type: 'public-key' }) }
const asked: unknown[] = []
let requests: Request[] = []
let answers: Record<string, () => Response>

beforeEach(() => {
  requests = []
  asked.splice(0)
  answers = {
    '/api/auth/providers': () =>
      Response.json({
        passkey: { id: 'passkey', type: 'webauthn' },
        github: { id: 'github', type: 'oauth' },
      }),
    '/api/auth/webauthn-options/passkey': () =>
      Response.json({ action: 'authenticate', options: { challenge: 'abc' } }),
    '/api/auth/callback/passkey': () => Response.json({ url: `${ORIGIN}/account` }),
  }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { href: HERE })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(new URL(url, ORIGIN), init)
    requests.push(request)
    return answers[new URL(request.url).pathname]?.() ?? new Response(null, { status: 404 })
  })
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: object) => ({ parsed: options }),
    parseCreationOptionsFromJSON: (options: object) => ({ parsed: options }),
  })
  const answerTo = (name: string) => async (options: unknown) => {
    asked.push([name, options])
    return credential
  }
  vi.stubGlobal('navigator', { credentials: { get: answerTo('get'), create: answerTo('create') } })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const sent = async (): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await requests.at(-1)?.text()))

// proves §17.5, §12.3
it('a passkey is asked for with the options of the server, and its answer is posted as JSON text', async () => {
  const response = await signIn('passkey', { email: 'ann@example.com', redirect: false })
  expect(response).toEqual({
    error: undefined,
    code: undefined,
    status: 200,
    ok: true,
    url: `${ORIGIN}/account`,
  })
  expect(requests.slice(-2).map(({ method, url }) => `${method} ${url.slice(ORIGIN.length)}`)).toEqual([
    'GET /api/auth/webauthn-options/passkey?email=ann%40example.com',
    'POST /api/auth/callback/passkey',
  ])
  expect(asked).toEqual([['get', { publicKey: { parsed: { challenge: 'abc' } } }]])
  expect(requests.at(-1)?.headers.get('x-auth-return-redirect')).toBe('1')
  expect(await sent()).toEqual({
    email: 'ann@example.com',
    action: 'authenticate',
    data: '{"id":"key-1","type":"public-key"}',
    callbackUrl: HERE,
  })
})

// proves §17.5, §12.3
it('a passkey is made where the server says so', async () => {
  answers['/api/auth/webauthn-options/passkey'] = () =>
    Response.json({ action: 'register', options: { challenge: 'new' } })
  expect(await signIn('passkey', { action: 'register', redirectTo: '/done', redirect: false })).toMatchObject(
    { ok: true },
  )
  expect(new URL(requests.at(-2)?.url ?? '').search).toBe('?action=register')
  expect(asked).toEqual([['create', { publicKey: { parsed: { challenge: 'new' } } }]])
  expect(await sent()).toMatchObject({ action: 'register', callbackUrl: '/done' })
})

// proves §17.5, §14 WebAuthnVerificationError
it('a passkey that was not accepted is an error, like any sign-in', async () => {
  const url = `${ORIGIN}/api/auth/error?error=WebAuthnVerificationError`
  answers['/api/auth/callback/passkey'] = () => Response.json({ url }, { status: 403 })
  const response = await signIn('passkey', { redirect: false })
  expect(response).toEqual({
    error: 'WebAuthnVerificationError',
    code: undefined,
    status: 403,
    ok: false,
    url: null,
  })
  await signIn('passkey')
  expect(location.href).toBe(url)
})

// proves §17.5, §12.3
it('no passkey is asked for when the server has no options for it', async () => {
  answers['/api/auth/webauthn-options/passkey'] = () =>
    Response.json({ error: 'Invalid request' }, { status: 400 })
  const response = await signIn('passkey', { redirect: false })
  expect(response).toEqual({ error: 'Invalid request', code: undefined, status: 400, ok: false, url: null })
  expect(asked).toEqual([])
  await signIn('passkey')
  expect(location.href).toBe('/api/auth/error')
})

// proves §17.5
it('a ceremony that a person breaks off rejects, and nothing is sent', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  vi.stubGlobal('navigator', { credentials: { get: refuse } })
  await expect(signIn('passkey')).rejects.toThrow(expect.objectContaining({ name: 'NotAllowedError' }))
  expect(requests.at(-1)?.method).toBe('GET')
})

// proves §17.5, §17.2
it('another provider than one of passkeys is a mistake, and an unknown one leads to the sign-in page', async () => {
  await expect(signIn('github')).rejects.toThrow(TypeError)
  await signIn('nobody')
  expect(location.href).toBe(`/api/auth/signin?callbackUrl=${encodeURIComponent(HERE)}`)
})
