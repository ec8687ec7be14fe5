import { describe, expect, it } from 'vitest'
import type { Context } from '../contract/context.ts'
import { acceptCallbackUrl } from './callback-url.ts'

const origin = 'https://app.test'

function context(redirect?: (params: { url: string; baseUrl: string }) => string, home = origin): Context {
  // `acceptCallbackUrl` reads only these parts of a context.
  return { base: { origin, home, path: '/auth' }, auth: { callbacks: { redirect } } } as unknown as Context
}

describe('the callback URL', () => {
  it('is the home page if no other URL is allowed, even below a framework path', async () => {
    const shop = `${origin}/shop`
    expect(await acceptCallbackUrl(context(undefined, shop), undefined)).toBe(shop)
    expect(await acceptCallbackUrl(context(undefined, shop), 'https://evil.test/')).toBe(shop)
    expect(
      await acceptCallbackUrl(
        context(() => 'javascript:alert(1)', shop),
        '/x',
      ),
    ).toBe(shop)
    expect(await acceptCallbackUrl(context(undefined, shop), '/elsewhere')).toBe(`${origin}/elsewhere`)
  })

  // proves AUD-D7
  it('is what the `redirect` callback returns for the home page if no other URL is requested', async () => {
    const asked: unknown[] = []
    const ask = (params: { url: string; baseUrl: string }): string => {
      asked.push(params)
      return '/dashboard'
    }
    const home = `${origin}/shop`
    for (const candidate of [undefined, 'javascript:alert(1)', ['/a', '/b']])
      expect(await acceptCallbackUrl(context(ask, home), candidate)).toBe(`${origin}/dashboard`)
    expect(asked).toEqual(Array(3).fill({ url: home, baseUrl: origin }))
  })

  // proves AUTHN-4, P-RD-1, §4.3 a
  it.each([
    ['/path?query=1#part', `${origin}/path?query=1#part`],
    [`${origin}/path`, `${origin}/path`],
    ['path', `${origin}/path`],
    ['', `${origin}/`],
  ])('can be %j, which is on the same origin', async (candidate, expected) => {
    expect(await acceptCallbackUrl(context(), candidate)).toBe(expected)
  })

  // proves AUTHN-4, P-RD-1, P-RD-4, §4.3 a, §4.3 b
  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'https://app.test@evil.test/',
    'https://user@app.test/',
    'https://app.test.evil.test/',
    'http://app.test/',
    'https://app.test:444/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    '/a\r\nSet-Cookie: a=b',
    `/${'a'.repeat(3000)}`,
    `/${'é'.repeat(400)}`,
    undefined,
    null,
    7,
    ['/x'],
  ])('is the home page instead of %j', async (candidate) => {
    expect(await acceptCallbackUrl(context(), candidate)).toBe(origin)
  })

  // proves P-RD-1
  it.each([
    '/auth/callback/idp?code=c&state=s',
    '/auth/signout',
    '/auth//callback/idp?code=c&state=s',
    `${origin}/auth/callback`,
  ])('cannot be the endpoint %s, which has a side effect', async (action) => {
    expect(await acceptCallbackUrl(context(), action)).toBe(origin)
  })

  it('can be the sign-in page', async () => {
    expect(await acceptCallbackUrl(context(), '/auth/signin')).toBe(`${origin}/auth/signin`)
  })

  // proves CB-18, P-RD-2, §4.3
  it('can be on another origin only if the redirect callback returns an http or https URL', async () => {
    expect(
      await acceptCallbackUrl(
        context(() => 'https://other.test/x'),
        '/x',
      ),
    ).toBe('https://other.test/x')
    expect(
      await acceptCallbackUrl(
        context(() => 'javascript:alert(1)'),
        '/x',
      ),
    ).toBe(origin)
    expect(
      await acceptCallbackUrl(
        context(({ url, baseUrl }) => `${baseUrl}/from?url=${url}`),
        '/x',
      ),
    ).toBe(`${origin}/from?url=/x`)
    expect(
      await acceptCallbackUrl(
        context(({ url }) => url),
        'https://evil.test\\@app.test',
      ),
    ).toBe(origin)
  })
})
