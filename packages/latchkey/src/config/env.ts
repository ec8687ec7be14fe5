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
  readonly trustHost: boolean | undefined
  readonly redirectProxyUrl: string | undefined
  readonly isProduction: boolean
}

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

/** Reads all variables except those of the providers. */
export function readEnvironment(env: Environment): EnvironmentDefaults {
  const secrets = [
    env.AUTH_SECRET_3,
    env.AUTH_SECRET_2,
    env.AUTH_SECRET_1,
    env.AUTH_SECRET || env.NEXTAUTH_SECRET,
  ]
  return {
    url: env.AUTH_URL || env.NEXTAUTH_URL || undefined,
    secrets: secrets.filter((secret): secret is string => secret !== undefined && secret !== ''),
    trustHost: parseBoolean(env.AUTH_TRUST_HOST) ?? parseBoolean(env.VERCEL) ?? parseBoolean(env.CF_PAGES),
    redirectProxyUrl: env.AUTH_REDIRECT_PROXY_URL || undefined,
    isProduction: env.NODE_ENV === 'production',
  }
}

/**
 * Returns whether a variable is `true`, `1`, `yes` or `on`. Any other value is `false`, because the
 * host of every link depends on it. An empty variable counts as not set.
 */
function parseBoolean(text: string | undefined): boolean | undefined {
  if (text === undefined || text === '') return undefined
  return /^(?:true|1|yes|on)$/i.test(text)
}
