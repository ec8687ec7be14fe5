import { Latchkey } from 'latchkey/next'
import { describe, expect, it } from 'vitest'
import { ann, open, shownBy, site, stranger } from './visitor.ts'

describe('Latchkey', () => {
  it('gives what goes into the routes, of a configuration or of a function [A-1, GEN-8]', () => {
    const names = ['auth', 'handlers', 'revokeSessions', 'signIn', 'signOut', 'unstable_update', 'update']
    for (const config of [{ providers: [] }, () => ({ providers: [] })]) {
      const result = Latchkey(config)
      expect(Object.keys(result).sort()).toEqual(names)
      expect(Object.keys(result.handlers)).toEqual(['GET', 'POST'])
    }
  })

  it('says so when `auth` is given a request of the Pages Router without its response', async () => {
    const { auth } = Latchkey({ providers: [] })
    await expect(auth({ req: {} } as never)).rejects.toThrow('auth(request, response)')
  })
})

describe('a configuration function', () => {
  it.each(['/api/auth/session', '/api/wrapped', '/api/session', '/server-side'])(
    'gets the request of %s [LAZY-1, LAZY-4, §16.1]',
    async (path) => {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session?.madeFor).toBe(path)
    },
  )

  it.each(['/', '/streamed', '/api/plain'])(
    'gets nothing where `auth` is called without a request, as on %s [LAZY-2, §16.1]',
    async (path) => {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session).toMatchObject({ user: { name: 'Ann' }, madeFor: null })
    },
  )

  it('is asked by the proxy, with its request [LAZY-4]', async () => {
    expect((await open(await ann(), '/guarded/member')).status).toBe(200)
    expect((await open(await ann(), '/guarded/member', 'down')).status).toBe(500)
  })

  it('is asked for each use, and may answer differently [LAZY-3, §16.1]', async () => {
    const providers = async (variant?: string): Promise<string[]> =>
      Object.keys(await (await open(stranger(), '/api/auth/providers', variant)).json())
    expect(await providers()).toEqual(['credentials', 'my-idp'])
    expect(await providers('staging')).toEqual(['credentials'])
    expect(await providers()).toEqual(['credentials', 'my-idp'])
  })
})

describe('the address', () => {
  it('is that of the environment, by its older name too, whatever the request says [§9.2, ENV-1]', async () => {
    const browser = stranger()
    const response = await browser.post(
      `${site}/api/auth/signin/my-idp`,
      {},
      { 'x-forwarded-host': 'elsewhere.test', 'x-forwarded-proto': 'https' },
    )
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('redirect_uri')).toBe(`${site}/api/auth/callback/my-idp`)
  })

  it('is that of the environment in the proxy, too [§9.2]', async () => {
    const response = await stranger().get(`${site}/guarded/no`, { 'x-forwarded-host': 'elsewhere.test' })
    const target = new URL(response.headers.get('location') ?? '', site)
    expect(target.searchParams.get('callbackUrl')).toBe(`${site}/guarded/no`)
  })
})
