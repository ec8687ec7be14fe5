import { Auth, type AuthConfig, customFetch, type Provider } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import type { Site } from '../../latchkey/test/kit/browser.ts'
import { createProvider } from './provider.ts'

/** Where the application of the suite is, and its doors. */
export const ORIGIN = 'https://app.test'
export const BASE = `${ORIGIN}/auth`

/** Somebody with a password. */
export const people: Provider = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ email, password }) => (password === 'right' ? { id: 'ann', name: 'Ann', email } : null),
})

/** A configuration that leaves nothing to the environment. */
export function configure(config: Partial<AuthConfig> = {}): AuthConfig {
  const { fetch, ...provider } = createProvider()
  return {
    secret: 'a secret that is long enough for every run time',
    trustHost: true,
    providers: [OIDC({ id: 'idp', name: 'The provider', ...provider, [customFetch]: fetch }), people],
    logger: { error() {}, warn() {} },
    ...config,
  }
}

/** An application that is called without a network. */
export function createSite(config?: Partial<AuthConfig>): Site {
  const whole = configure(config)
  return { origin: ORIGIN, fetch: (request) => Auth(request, whole) }
}
