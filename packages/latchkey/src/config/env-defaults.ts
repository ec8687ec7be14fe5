import { resolveLogger } from '../log/logger.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { Provider, ProviderConfig } from '../types/providers/provider.ts'
import { urlPath, warnOfRedundantBasePath } from './base-path.ts'
import { type Environment, environmentTrust, readEnvironment } from './env.ts'
import { resolveMail } from './mail.ts'
import { mergeOptions } from './merge.ts'
import { readProviderEnvironment } from './provider-env.ts'

/**
 * Copies an environment's values into a configuration, for options that are not set: `baseUrl`,
 * `basePath`, `secret`, `trustHost`, `redirectProxyUrl`, `cookiePrefix`, and each provider's
 * client, issuer, API key, sender and SMTP server; also those of `mail`. Replaces these objects and
 * does not modify them. Use it for an environment other than `process.env`, or if your code reads the configuration
 * afterwards. `Auth` reads `process.env` itself and does not modify the configuration.
 *
 * @param env the variables, for example `process.env` or the object that a platform passes with
 *   each request
 * @param suppressBasePathWarning `true` disables the warning that the base path is set twice
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
export function setEnvDefaults(
  env: object,
  config: ReadonlyAuthConfig,
  suppressBasePathWarning = false,
): void {
  // Platforms declare their variables with many types. Only strings with known names are read.
  const variables = env as Environment
  const defaults = readEnvironment(variables)
  const hasTwoPaths = config.basePath !== undefined && urlPath(defaults) !== undefined
  if (hasTwoPaths && !suppressBasePathWarning) warnOfRedundantBasePath(config, resolveLogger(config))
  config.basePath ??= (defaults.url === undefined ? undefined : URL.parse(defaults.url)?.pathname) ?? '/auth'
  if (!config.secret?.length) config.secret = [...defaults.secrets]
  config.redirectProxyUrl ??= defaults.redirectProxyUrl
  config.cookiePrefix ??= defaults.cookiePrefix
  config.baseUrl ??= defaults.url
  if (config.trustHost === undefined)
    Object.assign(config, {
      trustHost: defaults.url !== undefined || defaults.hostTrust.headers !== 'none',
      [environmentTrust]: defaults.hostTrust,
    })
  if (config.mail) config.mail = resolveMail(config.mail, variables)
  config.providers = config.providers.map((entry) => withEnvironment(entry, variables))
}

function withEnvironment(entry: Provider, env: Environment): ProviderConfig {
  const provider = typeof entry === 'function' ? entry(readProviderEnvironment(env, entry({}))) : entry
  return mergeOptions(provider, readProviderEnvironment(env, provider))
}
