import { afterEach, beforeEach, vi } from 'vitest'

const VARIABLES = [
  'AUTH_URL',
  'AUTH_SECRET',
  'AUTH_TRUST_HOST',
  'AUTH_REDIRECT_PROXY_URL',
  'AUTH_COOKIE_PREFIX',
  'NEXTAUTH_URL',
  'NEXTAUTH_SECRET',
  'VERCEL',
  'CF_PAGES',
]

/**
 * Hides the variables of this machine from the tests of a file, and resets those that tests set.
 * Each test also gets the warnings that a process logs once.
 */
export function isolateEnvironment(): void {
  beforeEach(() => {
    Reflect.deleteProperty(globalThis, Symbol.for('latchkey.logged'))
    for (const name of VARIABLES) vi.stubEnv(name, undefined)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })
}
