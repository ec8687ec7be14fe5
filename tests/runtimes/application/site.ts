import type { Site } from '@latchkey/test-support/kit/browser.ts'
import { Auth, type AuthConfig, customFetch, type Provider } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import { createProvider } from './provider.ts'

/** The origin of the application under test, and the URL of the library in it. */
export const ORIGIN = 'https://app.test'
export const BASE = `${ORIGIN}/auth`

/** A provider with one user and a password. */
export const credentials: Provider = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ email, password }) => (password === 'right' ? { id: 'ann', name: 'Ann', email } : null),
})

/** Returns a configuration that does not depend on the environment. */
export function configure(config: Partial<AuthConfig> = {}): AuthConfig {
  const { fetch, ...provider } = createProvider()
  return {
    secret: 'a secret that is long enough for every runtime',
    trustHost: true,
    providers: [OIDC({ id: 'idp', name: 'The provider', ...provider, [customFetch]: fetch }), credentials],
    logger: { error() {}, warn() {} },
    ...config,
  }
}

/** Creates an application that is called without a network. */
export function createSite(config?: Partial<AuthConfig>): Site {
  const fullConfig = configure(config)
  return { origin: ORIGIN, fetch: (request) => Auth(request, fullConfig) }
}
