import { describe, expect, it } from 'vitest'
import type { AuthAction } from '../types/auth-action.ts'
import type { AuthConfig } from '../types/config.ts'
import { createActionURL } from './action-url.ts'

interface UrlCase {
  readonly env: object
  readonly headers: Record<string, string>
  readonly basePath?: string
  readonly action: AuthAction
  readonly url: string
  readonly warnings?: readonly string[]
}

function createConfig(basePath?: string): {
  config: Pick<AuthConfig, 'basePath' | 'logger'>
  warnings: string[]
} {
  const warnings: string[] = []
  return { config: { basePath, logger: { warn: (code) => warnings.push(code) } }, warnings }
}

const proxied = { host: '127.0.0.1', 'x-forwarded-host': 'example.com', 'x-forwarded-proto': 'http' }

describe('the URL of an action', () => {
  // proves §9.3, §9.3 1, §9.3 2, §9.3 3, §9.3 4, §9.3 5, §9.3 6
  it.each<UrlCase>([
    {
      env: {},
      headers: { host: 'example.com' },
      basePath: '/basepath',
      action: 'callback',
      url: 'https://example.com/basepath/callback',
    },
    {
      env: {},
      headers: proxied,
      basePath: '/auth',
      action: 'session',
      url: 'http://example.com/auth/session',
    },
    {
      env: { AUTH_URL: 'http://localhost:3000' },
      headers: proxied,
      basePath: '/api/auth',
      action: 'signout',
      url: 'http://localhost:3000/api/auth/signout',
    },
    {
      env: { AUTH_URL: 'https://h/api/auth' },
      headers: {},
      action: 'signout',
      url: 'https://h/api/auth/signout',
    },
    {
      env: { AUTH_URL: 'http://h/my-app/api/auth' },
      headers: {},
      basePath: '/my-app/api/auth',
      action: 'signout',
      url: 'http://h/my-app/api/auth/signout',
    },
    {
      env: { AUTH_URL: 'https://h/my-app' },
      headers: {},
      basePath: '/api/auth',
      action: 'signout',
      url: 'https://h/api/auth/signout',
      warnings: ['env-url-basepath-mismatch'],
    },
    {
      env: { NEXTAUTH_URL: 'https://h/' },
      headers: {},
      basePath: 'auth/',
      action: 'verify-request',
      url: 'https://h/auth/verify-request',
    },
    {
      env: { AUTH_URL: 'https://h/x/' },
      headers: {},
      basePath: '/',
      action: 'signin',
      url: 'https://h/x/signin',
    },
    {
      env: { AUTH_URL: '' },
      headers: { host: 'example.com:3000' },
      basePath: '',
      action: 'signin',
      url: 'https://example.com:3000/signin',
    },
  ])(
    'is $url for AUTH_URL=$env.AUTH_URL, the host $headers.host and the base path $basePath',
    ({ env, headers, basePath, action, url, warnings: expectedWarnings = [] }) => {
      const { config, warnings } = createConfig(basePath)
      for (let count = 0; count < 2; count++) {
        expect(createActionURL(action, undefined, new Headers(headers), env, config).href).toBe(url)
      }
      expect(warnings).toEqual(expectedWarnings)
    },
  )

  // proves §9.3
  it.each(['http', 'http:'])(
    'has the protocol %s of the framework unless a header contains another one',
    (protocol) => {
      const { config } = createConfig('/auth')
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
  ])('is rejected when it would be built from the headers %j', (headers) => {
    const create = (): URL => createActionURL('signin', 'https', new Headers(headers), {}, {})
    expect(create).toThrow(
      expect.objectContaining({ type: 'BadRequest', message: expect.stringContaining('Set `AUTH_URL`') }),
    )
  })

  // proves §9.3
  it('is rejected when AUTH_URL is not a URL', () => {
    const create = (): URL =>
      createActionURL('signin', 'https', new Headers({ host: 'a.test' }), { AUTH_URL: 'app.test' }, {})
    expect(create).toThrow(
      expect.objectContaining({ type: 'InvalidOption', message: expect.stringContaining('AUTH_URL') }),
    )
  })
})
