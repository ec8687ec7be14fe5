import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let requests: string[] = []

beforeEach(() => {
  requests = []
  vi.resetModules()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { href: `${ORIGIN}/keys` })
  vi.stubGlobal('PublicKeyCredential', {})
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json({ passkey: { id: 'passkey', type: 'webauthn' } })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

describe('the base path of the client for React, Solid and passkeys', () => {
  // proves WEB-13, §17.1
  it('is below the base path of Next.js, which its build inserts', async () => {
    vi.stubEnv('__NEXT_ROUTER_BASEPATH', '/shop')
    const { getSession } = await import('latchkey/react')
    const { signIn } = await import('latchkey/webauthn')
    await getSession()
    await signIn('passkey', { redirect: false })
    expect(requests.slice(0, 2)).toEqual(['/shop/api/auth/session', '/shop/api/auth/providers'])
  })

  // proves WEB-13, §17.1
  it('is /api/auth in a browser without `process`', async () => {
    vi.stubGlobal('process', undefined)
    const { getSession } = await import('latchkey/react')
    await getSession()
    expect(requests).toEqual(['/api/auth/session'])
  })

  // proves WEB-13
  it.each(['latchkey/react', 'latchkey/webauthn', 'latchkey/solid-start/client'])(
    'can be changed for all of them with `configure` of %s',
    async (name) => {
      const { configure } = await import(name)
      const { getSession } = await import('latchkey/react')
      const { signIn } = await import('latchkey/webauthn')
      configure({ basePath: '/accounts' })
      await getSession()
      await signIn('passkey', { redirect: false })
      expect(requests.slice(0, 2)).toEqual(['/accounts/session', '/accounts/providers'])
    },
  )
})
