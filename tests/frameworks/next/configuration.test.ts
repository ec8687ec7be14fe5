import { Latchkey } from 'latchkey/next'
import { describe, expect, it } from 'vitest'
import { ann, anonymous, open, shownBy, site } from './visitor.ts'

describe('Latchkey', () => {
  // proves A-1, GEN-8
  it('returns the functions of the integration for a configuration or a function', () => {
    const names = [
      'auth',
      'currentUser',
      'handlers',
      'passwords',
      'protect',
      'removeAccess',
      'revokeSessions',
      'signIn',
      'signOut',
      'unstable_update',
      'update',
      'users',
    ]
    for (const config of [{ providers: [] }, () => ({ providers: [] })]) {
      const result = Latchkey(config)
      expect(Object.keys(result).sort()).toEqual(names)
      expect(Object.keys(result.handlers)).toEqual(['GET', 'POST'])
    }
  })

  it('throws an error if `auth` receives a request of the Pages Router without its response', async () => {
    const { auth } = Latchkey({ providers: [] })
    await expect(auth({ req: {} } as never)).rejects.toThrow('auth(request, response)')
  })
})

describe('a configuration function', () => {
  // proves LAZY-1, LAZY-4, §16.1
  it.each(['/api/auth/session', '/api/wrapped', '/api/session', '/server-side'])(
    'receives the request for %s',
    async (path) => {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session?.madeFor).toBe(path)
    },
  )

  // proves LAZY-2, §16.1
  it.each(['/', '/streamed', '/api/plain'])(
    'receives undefined when `auth` is called without a request, as on %s',
    async (path) => {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session).toMatchObject({ user: { name: 'Ann' }, madeFor: null })
    },
  )

  // proves LAZY-4
  it('is called by the proxy with its request', async () => {
    expect((await open(await ann(), '/guarded/member')).status).toBe(200)
    expect((await open(await ann(), '/guarded/member', 'down')).status).toBe(500)
  })

  // proves LAZY-3, §16.1
  it('is called for each request and can return different configurations', async () => {
    const providers = async (variant?: string): Promise<string[]> =>
      Object.keys(await (await open(anonymous(), '/api/auth/providers', variant)).json())
    expect(await providers()).toEqual(['credentials', 'my-idp'])
    expect(await providers('staging')).toEqual(['credentials'])
    expect(await providers()).toEqual(['credentials', 'my-idp'])
  })
})

describe('the public URL', () => {
  // proves §9.2, ENV-1
  it('is read from NEXTAUTH_URL, and forwarded headers are ignored', async () => {
    const browser = anonymous()
    const response = await browser.post(
      `${site}/api/auth/signin/my-idp`,
      {},
      { 'x-forwarded-host': 'elsewhere.test', 'x-forwarded-proto': 'https' },
    )
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('redirect_uri')).toBe(`${site}/api/auth/callback/my-idp`)
  })

  // proves §9.2
  it('is also read from the environment in the proxy', async () => {
    const response = await anonymous().get(`${site}/guarded/no`, { 'x-forwarded-host': 'elsewhere.test' })
    const target = new URL(response.headers.get('location') ?? '', site)
    expect(target.searchParams.get('callbackUrl')).toBe(`${site}/guarded/no`)
  })
})
