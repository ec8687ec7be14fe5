import { join } from 'node:path'
import { startExample } from '@latchkey/test-support/applications/servers.mjs'
import { deepFreeze, passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { decode } from 'latchkey/jwt'
import { getSession, Latchkey, type LatchkeyConfig } from 'latchkey/solid-start'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from './server.ts'
import { ann, anonymous, open, readSession, site } from './visitor.ts'

describe('Latchkey', () => {
  // proves B-1, GEN-8
  it('returns GET, POST and the other functions of the integration', () => {
    const { GET, POST, ...others } = Latchkey({ providers: [] })
    expect({ GET, POST }).toEqual({ GET: expect.any(Function), POST: expect.any(Function) })
    expect(Object.keys(others).sort()).toEqual([
      'auth',
      'currentUser',
      'middleware',
      'passwords',
      'protect',
      'removeAccess',
      'revokeSessions',
      'signIn',
      'signOut',
      'update',
      'users',
    ])
  })

  it('throws an error if `auth` is called without a request', async () => {
    await expect(Latchkey({ providers: [] }).auth()).rejects.toThrow(
      "in a function that starts with 'use server'",
    )
  })
})

describe('the handlers', () => {
  // proves B-2, CFG-44, VER-6, §18.1
  it('serve the endpoints below /api/auth by default', async () => {
    expect(await readSession(await ann())).toMatchObject({ user: { name: 'Ann' } })
    expect(await readSession(anonymous())).toBeNull()
    expect((await open(anonymous(), '/auth/session')).status).toBe(404)
  })

  // proves B-2, §18.1
  it('return undefined for another path', async () => {
    expect(await (await open(anonymous(), '/api/other-path')).json()).toEqual({
      get: 'undefined',
      post: 'undefined',
    })
  })

  it('support HEAD requests and return 404 for an unknown action', async () => {
    const head = await anonymous().send(`${site}/api/auth/session`, { method: 'HEAD' })
    expect({ status: head.status, body: await head.text() }).toEqual({ status: 200, body: '' })
    for (const method of ['GET', 'POST']) {
      expect((await anonymous().send(`${site}/api/auth/unknown`, { method })).status).toBe(404)
    }
  })

  // proves CFG-44, AMB-1
  it('serve the endpoints below `prefix` and use it in URLs', async () => {
    const providers = await (await open(anonymous(), '/endpoints/providers')).json()
    expect(providers['my-idp'].callbackUrl).toBe(`${site}/endpoints/callback/my-idp`)
  })

  // proves ENV-11
  it('encrypt sessions with AUTH_SECRET', async () => {
    const browser = await ann()
    const [{ name, value } = { name: '', value: '' }] = browser.cookies(site)
    expect(await decode({ token: value, secret: SECRET, salt: name })).toMatchObject({ name: 'Ann' })
  })

  // proves P-CS-1
  it('reject a cross-site form', async () => {
    const browser = await ann()
    await browser.post(
      `${site}/api/auth/signout`,
      {},
      { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' },
    )
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('the options of the middleware', () => {
  it.each([
    { options: { protects: ['/account'] }, message: '`protects` is not an option of `middleware`' },
    { options: { protect: ['account'] }, message: '"account", which is not a path' },
  ])('are checked, because a mistake would leave a page open: $message', ({ options, message }) => {
    expect(() => Latchkey({ providers: [] }).middleware(options)).toThrow(message)
  })
})

describe('a built application', () => {
  // proves ENV-6, P-HO-2
  it('counts as production, even if NODE_ENV is not set', async () => {
    const server = await startExample('solid-start', {
      folder: join(import.meta.dirname, 'site'),
      port: await freePort(),
      env: { ...SETTINGS, NODE_ENV: undefined },
    })
    for (const path of ['/api/auth/signin', '/api/auth/session'])
      expect((await anonymous().get(`${server.url}${path}`)).status).toBe(500)
    await server.stop()
  })
})

describe('the path of the endpoints', () => {
  // proves AMB-1, CFG-44, AMB-42, §20 Q-11
  it.each([
    { basePath: undefined, prefix: undefined, path: '/api/auth', warnings: [] },
    { basePath: undefined, prefix: '/endpoints', path: '/endpoints', warnings: [] },
    { basePath: '/login', prefix: undefined, path: '/login', warnings: [] },
    { basePath: '/endpoints', prefix: '/endpoints/', path: '/endpoints', warnings: [] },
    { basePath: '/login', prefix: '/endpoints', path: '/login', warnings: ['prefix-redundant'] },
  ])('is $path with basePath $basePath and prefix $prefix', async ({ basePath, prefix, path, warnings }) => {
    const logged: string[] = []
    const config = configure({ basePath, prefix, logger: { warn: (code) => void logged.push(code) } })
    const { GET } = Latchkey(config)
    for (const candidate of ['/api/auth', '/endpoints', '/login']) {
      const response = await GET({ request: new Request(`https://app.test${candidate}/session`) })
      expect(response?.status).toBe(candidate === path ? 200 : undefined)
    }
    expect(await getSession(new Request('https://app.test/'), config)).toBeNull()
    expect(logged).toEqual([...warnings, 'other-path'])
  })
})

describe('the type of the configuration', () => {
  // proves B-1, CFG-44, CFG-45
  it('has `prefix` and `raw`, and cannot be a function', () => {
    const config: LatchkeyConfig = { providers: [], prefix: '/endpoints', raw: undefined }
    // @ts-expect-error only the integration for Next.js accepts a function
    const lazy: Parameters<typeof Latchkey>[0] = () => config
    // @ts-expect-error `getSession` has no raw result
    const options: Parameters<typeof getSession>[1] = { providers: [], raw: Symbol() }
    expect({ lazy: typeof lazy, options: typeof options }).toEqual({ lazy: 'function', options: 'object' })
  })
})

function configure(config: Partial<LatchkeyConfig>): LatchkeyConfig {
  return deepFreeze({ secret: SECRET, trustHost: true, providers: [passwordProvider], ...config })
}
