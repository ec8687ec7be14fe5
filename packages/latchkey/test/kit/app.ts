import { Auth, type AuthConfig, customFetch, memoryStore, type OIDCConfig } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'
import type { Site } from './browser.ts'
import { createIdp, type Idp } from './idp.ts'

export const ORIGIN = 'https://app.test'
export const BASE = `${ORIGIN}/auth`
export const SECRET = 'a secret that is long enough for every test here'

/** An application: a configuration behind a site, and what it wrote to its log. */
export interface App extends Site {
  readonly config: AuthConfig
  readonly log: { level: 'error' | 'warn' | 'debug'; entry: unknown; details: unknown[] }[]
  /** Types of the errors in the log, in their order. */
  readonly errors: string[]
}

/** Freezes a value with all that it holds, so that any write to a configuration fails. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Reflect.ownKeys(value)) deepFreeze((value as Record<PropertyKey, unknown>)[key])
  return Object.freeze(value)
}

/** An application with a deep-frozen configuration. */
export function createApp(config: Partial<AuthConfig> = {}, origin: string = ORIGIN): App {
  const log: App['log'] = []
  const write =
    (level: App['log'][number]['level']) =>
    (entry: unknown, ...details: unknown[]): void => {
      log.push({ level, entry, details })
    }
  const whole: AuthConfig = deepFreeze({
    secret: SECRET,
    trustHost: true,
    // What one application's people try too often does not count for those of another.
    store: memoryStore(),
    providers: [people],
    logger: { error: write('error'), warn: write('warn'), debug: write('debug') },
    ...config,
  })
  return {
    origin,
    config: whole,
    log,
    get errors() {
      return log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as { type: string }).type)
    },
    fetch: (request) => Auth(request, whole),
  }
}

/** A provider of the application for an `Idp`. */
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

/** Somebody with a password. */
export const people = Credentials({
  credentials: {
    email: { label: 'E-mail', type: 'email' },
    password: { label: 'Password', type: 'password' },
  },
  authorize: ({ email, password }) => (password === 'right' ? { id: 'ann', name: 'Ann', email } : null),
})

export { createIdp }
