import { createApp } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Auth, type AuthConfig } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

describe('a URL with http', () => {
  const warningsWith = async (config: Partial<AuthConfig>, mode = 'production'): Promise<unknown[]> => {
    vi.stubEnv('NODE_ENV', mode)
    const app = createApp(config)
    await Auth(new Request('http://app.test/auth/session'), app.config)
    return app.log.filter(({ level }) => level === 'warn').map(({ entry }) => entry)
  }

  // proves AUD-S8
  it('logs a warning in production', async () => {
    expect(await warningsWith({ baseUrl: 'http://app.test' })).toEqual(['insecure-url'])
  })

  // proves AUD-S8
  it.each([
    ['https', { baseUrl: 'https://app.test' }, 'production'],
    ['a loopback host', { baseUrl: 'http://localhost:3000' }, 'production'],
    ['development', { baseUrl: 'http://192.168.1.5:3000' }, 'development'],
    ['`useSecureCookies` set', { baseUrl: 'http://app.test', useSecureCookies: false }, 'production'],
  ] as const)('logs no warning with %s', async (_, config, mode) => {
    expect(await warningsWith(config, mode)).toEqual([])
  })

  // proves AUD-S8
  it('also logs the warning for AUTH_URL', async () => {
    vi.stubEnv('AUTH_URL', 'http://app.test')
    expect(await warningsWith({})).toEqual(['insecure-url'])
  })
})
