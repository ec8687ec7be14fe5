import type { HostTrust } from '../contract/checked-config.ts'

/** Environment variables, if the runtime has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The configuration values in the environment. `AUTH_*` takes precedence over the older
 * `NEXTAUTH_*`.
 */
export interface EnvironmentDefaults {
  readonly url: string | undefined
  /** Newest first. */
  readonly secrets: readonly string[]
  /** What is trusted if the configuration does not say so. */
  readonly hostTrust: HostTrust
  readonly redirectProxyUrl: string | undefined
  readonly cookiePrefix: string | undefined
  readonly isProduction: boolean
  readonly isDevelopment: boolean
}

/** What `trustHost: false` and `trustHost: true` trust. */
export const NO_TRUST: HostTrust = { headers: 'none', isVerified: false }
export const FULL_TRUST: HostTrust = { headers: 'forwarded', isVerified: false }

/**
 * The key under which `setEnvDefaults` stores in a configuration what the environment trusts. The
 * option `trustHost` alone would trust all headers.
 */
export const environmentTrust: unique symbol = Symbol.for('latchkey.environmentTrust')

/**
 * Returns the environment of this process. A runtime without an environment counts as production,
 * so that nothing is trusted by default. So does a Worker, whose environment contains only the
 * variables that its owner set.
 */
export function processEnvironment(): Environment {
  if (typeof process !== 'object') return { NODE_ENV: 'production' }
  return isWorker() ? { NODE_ENV: 'production', ...process.env } : process.env
}

/**
 * Returns whether this is a Cloudflare Worker.
 *
 * @see https://developers.cloudflare.com/workers/runtime-apis/web-standards/
 */
function isWorker(): boolean {
  return typeof navigator === 'object' && navigator.userAgent === 'Cloudflare-Workers'
}

/**
 * Returns a variable's value without surrounding white space, which secret files often have. An
 * empty variable counts as not set.
 */
export function readVariable(env: Environment, name: string): string | undefined {
  const value: unknown = env[name]
  return (typeof value === 'string' && value.trim()) || undefined
}

/** Reads all variables except the providers' variables. */
export function readEnvironment(env: Environment): EnvironmentDefaults {
  const secrets = [
    env.AUTH_SECRET_3,
    env.AUTH_SECRET_2,
    env.AUTH_SECRET_1,
    env.AUTH_SECRET || env.NEXTAUTH_SECRET,
  ].filter((secret): secret is string => secret !== undefined && secret !== '')
  return {
    url: readVariable(env, 'AUTH_URL') ?? readVariable(env, 'NEXTAUTH_URL'),
    // The secret as written encrypts, so that no session ends. Other deployments may have it
    // without surrounding white space.
    secrets: [...new Set([...secrets, ...secrets.map((secret) => secret.trim()).filter(Boolean)])],
    hostTrust: detectHostTrust(env),
    redirectProxyUrl: readVariable(env, 'AUTH_REDIRECT_PROXY_URL'),
    cookiePrefix: readCookiePrefix(env),
    isProduction: env.NODE_ENV === 'production',
    isDevelopment: isDevelopment(env),
  }
}

/** Returns the prefix of all cookies. */
export function readCookiePrefix(env: Environment): string | undefined {
  return readVariable(env, 'AUTH_COOKIE_PREFIX')
}

function isDevelopment({ NODE_ENV }: Environment): boolean {
  return NODE_ENV === 'development' || NODE_ENV === 'test'
}

/**
 * In development, devices in the same network open the application by its `Host`. Nothing else is
 * known about an environment without `NODE_ENV`: it may be a deployed server.
 */
function detectHostTrust(env: Environment): HostTrust {
  const trustsAll = parseBoolean(env.AUTH_TRUST_HOST)
  if (trustsAll === false) return NO_TRUST
  // Vercel replaces clients' forwarded headers; Cloudflare passes them on.
  if (parseBoolean(env.VERCEL) && !isDevelopment(env)) return { headers: 'forwarded', isVerified: true }
  if (trustsAll) return FULL_TRUST
  if (isDevelopment(env)) return { headers: 'host', isVerified: false }
  if (parseBoolean(env.CF_PAGES)) return { headers: 'host', isVerified: true }
  return env.NODE_ENV === 'production' ? NO_TRUST : { headers: 'loopback', isVerified: true }
}

/**
 * Returns whether a variable is `true`, `1`, `yes` or `on`. Any other value is `false`, because the
 * host of every link depends on it. An empty variable counts as not set.
 */
function parseBoolean(text: string | undefined): boolean | undefined {
  if (!text?.trim()) return undefined
  return /^\s*(?:true|1|yes|on)\s*$/i.test(text)
}
