import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { signIn } from 'latchkey/webauthn'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Real passkeys are tested in a browser. These tests check what a page sends, and what it makes of
// each response.

const HERE = `${ORIGIN}/keys`
const credential = { toJSON: () => ({ id: 'key-1', type: 'public-key' }) }
const ceremonies: unknown[] = []
let requests: Request[] = []
let responses: Record<string, () => Response>

beforeEach(() => {
  requests = []
  ceremonies.splice(0)
  responses = {
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
    return responses[new URL(request.url).pathname]?.() ?? new Response(null, { status: 404 })
  })
  vi.stubGlobal('PublicKeyCredential', {
    parseRequestOptionsFromJSON: (options: object) => ({ parsed: options }),
    parseCreationOptionsFromJSON: (options: object) => ({ parsed: options }),
  })
  const perform = (method: string) => async (options: unknown) => {
    ceremonies.push({ method, options })
    return credential
  }
  vi.stubGlobal('navigator', { credentials: { get: perform('get'), create: perform('create') } })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const sentFields = async (): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await requests.at(-1)?.text()))

// proves §17.5, §12.3
it('signs in with the options of the server and posts the credential as JSON text', async () => {
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
  expect(ceremonies).toEqual([{ method: 'get', options: { publicKey: { parsed: { challenge: 'abc' } } } }])
  expect(requests.at(-1)?.headers.get('x-auth-return-redirect')).toBe('1')
  expect(await sentFields()).toEqual({
    email: 'ann@example.com',
    action: 'authenticate',
    data: '{"id":"key-1","type":"public-key"}',
    callbackUrl: HERE,
  })
})

// proves §17.5, §12.3
it('creates a passkey when the server asks for a registration', async () => {
  responses['/api/auth/webauthn-options/passkey'] = () =>
    Response.json({ action: 'register', options: { challenge: 'new' } })
  expect(await signIn('passkey', { action: 'register', redirectTo: '/done', redirect: false })).toMatchObject(
    { ok: true },
  )
  expect(new URL(requests.at(-2)?.url ?? '').search).toBe('?action=register')
  expect(ceremonies).toEqual([{ method: 'create', options: { publicKey: { parsed: { challenge: 'new' } } } }])
  expect(await sentFields()).toMatchObject({ action: 'register', callbackUrl: '/done' })
})

// proves WEB-16, §17.5
it('leaves out fields that are undefined or null', async () => {
  await signIn('passkey', { action: undefined, email: null, name: 'Ann', redirect: false })
  expect(new URL(requests.at(-2)?.url ?? '').search).toBe('?name=Ann')
})

// proves §17.5, §14 WebAuthnVerificationError
it('returns an error, as for any sign-in, when the server rejects the passkey', async () => {
  const url = `${ORIGIN}/api/auth/error?error=WebAuthnVerificationError`
  responses['/api/auth/callback/passkey'] = () => Response.json({ url }, { status: 403 })
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
it('starts no ceremony when the server returns no options', async () => {
  responses['/api/auth/webauthn-options/passkey'] = () =>
    Response.json({ error: 'Invalid request' }, { status: 400 })
  const response = await signIn('passkey', { redirect: false })
  expect(response).toEqual({ error: 'Invalid request', code: undefined, status: 400, ok: false, url: null })
  expect(ceremonies).toEqual([])
  await signIn('passkey')
  expect(location.href).toBe('/api/auth/error')
})

// proves §17.5
it('rejects when the user cancels the ceremony, and sends nothing', async () => {
  const cancel = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  vi.stubGlobal('navigator', { credentials: { get: cancel } })
  await expect(signIn('passkey')).rejects.toThrow(expect.objectContaining({ name: 'NotAllowedError' }))
  expect(requests.at(-1)?.method).toBe('GET')
})

// proves §17.5, §17.2
it('throws for a provider of another type; opens the sign-in page for an unknown one', async () => {
  await expect(signIn('github')).rejects.toThrow(TypeError)
  await signIn('unknown')
  expect(location.href).toBe(`/api/auth/signin?callbackUrl=${encodeURIComponent(HERE)}`)
})
