import { Auth, type AuthConfig, customFetch, memoryStore, type OIDCConfig } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import type { Site } from './browser.ts'
import { createIdp, type Idp } from './idp.ts'

export const ORIGIN = 'https://app.test'
export const BASE = `${ORIGIN}/auth`
export const SECRET = 'a secret that is long enough for every test here'

/** An application: a site that serves a configuration, and the log it writes. */
export interface App extends Site {
  readonly config: AuthConfig
  readonly log: { level: 'error' | 'warn' | 'debug'; entry: unknown; details: unknown[] }[]
  /** Types of the logged errors, in order. */
  readonly errors: string[]
}

/** Freezes a value and everything in it, so that any write to a configuration throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Reflect.ownKeys(value)) deepFreeze((value as Record<PropertyKey, unknown>)[key])
  return Object.freeze(value)
}

/** Creates an application whose configuration is deep-frozen. */
export function createApp(config: Partial<AuthConfig> = {}, origin: string = ORIGIN): App {
  const log: App['log'] = []
  const write =
    (level: App['log'][number]['level']) =>
    (entry: unknown, ...details: unknown[]): void => {
      log.push({ level, entry, details })
    }
  const complete: AuthConfig = deepFreeze({
    secret: SECRET,
    trustHost: true,
    // A separate store: attempts at one application must not count against the limits of another.
    store: memoryStore(),
    providers: [passwordProvider],
    logger: { error: write('error'), warn: write('warn'), debug: write('debug') },
    ...config,
  })
  return {
    origin,
    config: complete,
    log,
    get errors() {
      return log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as { type: string }).type)
    },
    fetch: (request) => Auth(request, complete),
  }
}

/** Returns the configuration of an OpenID Connect provider that signs in at `idp`. */
export function oidcFor(idp: Idp, options: Partial<OIDCConfig> = {}): OIDCConfig {
  return OIDC({
    id: 'idp',
    name: 'The provider',
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: idp.fetch,
    ...options,
  })
}

/** A credentials provider that signs Ann in with any e-mail address and the password `right`. */
export const passwordProvider = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ email, password }) => (password === 'right' ? { id: 'ann', name: 'Ann', email } : null),
})

export { createIdp }
