import { describe, expect, it } from 'vitest'
import type { AuthAction } from '../types/auth-action.ts'
import type { AuthConfig } from '../types/config.ts'
import { createActionURL } from './action-url.ts'

function setting(basePath?: string): { config: Pick<AuthConfig, 'basePath' | 'logger'>; warnings: string[] } {
  const warnings: string[] = []
  return { config: { basePath, logger: { warn: (code) => warnings.push(code) } }, warnings }
}

const proxied = { host: '127.0.0.1', 'x-forwarded-host': 'example.com', 'x-forwarded-proto': 'http' }

describe('the URL of an action', () => {
  // proves §9.3, §9.3 1, §9.3 2, §9.3 3, §9.3 4, §9.3 5, §9.3 6
  it.each<[object, Record<string, string>, string | undefined, AuthAction, string, string[]]>([
    [{}, { host: 'example.com' }, '/basepath', 'callback', 'https://example.com/basepath/callback', []],
    [{}, proxied, '/auth', 'session', 'http://example.com/auth/session', []],
    [
      { AUTH_URL: 'http://localhost:3000' },
      proxied,
      '/api/auth',
      'signout',
      'http://localhost:3000/api/auth/signout',
      [],
    ],
    [{ AUTH_URL: 'https://h/api/auth' }, {}, undefined, 'signout', 'https://h/api/auth/signout', []],
    [
      { AUTH_URL: 'http://h/my-app/api/auth' },
      {},
      '/my-app/api/auth',
      'signout',
      'http://h/my-app/api/auth/signout',
      [],
    ],
    [
      { AUTH_URL: 'https://h/my-app' },
      {},
      '/api/auth',
      'signout',
      'https://h/api/auth/signout',
      ['env-url-basepath-mismatch'],
    ],
    [{ NEXTAUTH_URL: 'https://h/' }, {}, 'auth/', 'verify-request', 'https://h/auth/verify-request', []],
    [{ AUTH_URL: 'https://h/x/' }, {}, '/', 'signin', 'https://h/x/signin', []],
    [{ AUTH_URL: '' }, { host: 'example.com:3000' }, '', 'signin', 'https://example.com:3000/signin', []],
  ])(
    'with %j and the headers %j below %s, of %s: %s',
    (env, headers, basePath, action, expected, expectedWarnings) => {
      const { config, warnings } = setting(basePath)
      for (let count = 0; count < 2; count++) {
        expect(createActionURL(action, undefined, new Headers(headers), env, config).href).toBe(expected)
      }
      expect(warnings).toEqual(expectedWarnings)
    },
  )

  // proves §9.3
  it.each(['http', 'http:'])(
    'has the protocol %s of the framework where no header says another',
    (protocol) => {
      const { config } = setting('/auth')
      expect(createActionURL('signin', protocol, new Headers({ host: 'a.test' }), {}, config).protocol).toBe(
        'http:',
      )
      const headers = new Headers({ host: 'a.test', 'x-forwarded-proto': 'https' })
      expect(createActionURL('signin', protocol, headers, {}, config).protocol).toBe('https:')
    },
  )

  // proves §9.3, P-HO-1
  it.each<Record<string, string>>([
    {},
    { host: 'a b' },
    { host: 'a.test/x' },
    { host: 'ann@a.test' },
    { host: 'a.test', 'x-forwarded-proto': 'javascript' },
  ])('is not made of the headers %j', (headers) => {
    const make = (): URL => createActionURL('signin', 'https', new Headers(headers), {}, {})
    expect(make).toThrow(
      expect.objectContaining({ type: 'BadRequest', message: expect.stringContaining('Set `AUTH_URL`') }),
    )
  })

  // proves §9.3
  it('is not made of an AUTH_URL that is none', () => {
    const make = (): URL =>
      createActionURL('signin', 'https', new Headers({ host: 'a.test' }), { AUTH_URL: 'app.test' }, {})
    expect(make).toThrow(
      expect.objectContaining({ type: 'InvalidOption', message: expect.stringContaining('AUTH_URL') }),
    )
  })
})
