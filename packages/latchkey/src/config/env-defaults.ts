import type { AuthConfig } from '../types/config.ts'
import type { Provider, ProviderEntry } from '../types/providers.ts'
import { pathOfUrl, warnOfRedundantBasePath } from './base-path.ts'
import { type Environment, readEnvironment } from './env.ts'
import { resolveLogger } from './logger.ts'
import { mergeOptions } from './merge.ts'
import { readProviderEnvironment } from './provider-env.ts'

/**
 * Writes what an environment says into a configuration, where the configuration does not say it: `basePath`, `secret`, `trustHost`,
 * `redirectProxyUrl`, and of each provider its client, issuer and key. Providers are replaced, not changed. `Auth` reads `process.env` by itself
 * and writes nothing; this is for another environment, and for code that reads the configuration afterwards.
 *
 * @param env the variables, for instance `process.env` or what a platform passes with each request
 * @param suppressBasePathWarning leaves out the warning that there are two base paths
 * @example
 * ```ts
 * import { Auth, type AuthConfig, setEnvDefaults } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * export default {
 *   fetch(request: Request, env: object): Promise<Response> {
 *     const config: AuthConfig = { providers: [GitHub] }
 *     setEnvDefaults(env, config)
 *     return Auth(request, config)
 *   },
 * }
 * ```
 */
export function setEnvDefaults(env: object, config: AuthConfig, suppressBasePathWarning = false): void {
  // Platforms give their variables many types; only text under our own names is read.
  const variables = env as Environment
  const defaults = readEnvironment(variables)
  const hasTwoPaths = config.basePath !== undefined && pathOfUrl(defaults) !== undefined
  if (hasTwoPaths && !suppressBasePathWarning) warnOfRedundantBasePath(config, resolveLogger(config))
  config.basePath ??= (defaults.url === undefined ? undefined : URL.parse(defaults.url)?.pathname) ?? '/auth'
  if (!config.secret?.length) config.secret = [...defaults.secrets]
  config.redirectProxyUrl ??= defaults.redirectProxyUrl
  config.trustHost ??= defaults.url !== undefined || (defaults.trustHost ?? !defaults.isProduction)
  config.providers = config.providers.map((entry) => withEnvironment(entry, variables))
}

function withEnvironment(entry: ProviderEntry, env: Environment): Provider {
  const provider = typeof entry === 'function' ? entry(readProviderEnvironment(env, entry({}))) : entry
  return mergeOptions(provider, readProviderEnvironment(env, provider))
}
