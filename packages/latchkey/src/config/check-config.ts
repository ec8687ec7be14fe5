import type { ConfigCheck } from '../contract/context.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { Environment } from './env.ts'
import { findProblem } from './problems.ts'
import { resolveProviders } from './providers.ts'
import { findRedirectProxyProblem, redirectProxyUrl } from './redirect-proxy.ts'
import { findSecretProblem } from './secret-problem.ts'
import { warnOfUnknownOptions } from './unknown-options.ts'

/** The values of a configuration that are known before it is validated. */
export interface ConfigFacts {
  readonly env: Environment
  readonly secrets: readonly string[]
  readonly isProduction: boolean
  /** URL of the application, from the configuration or the environment. */
  readonly url: string | undefined
  readonly redirectProxyUrl: string | undefined
  readonly basePath: string
  readonly logger: LoggerInstance
}

/**
 * Fills in the defaults of the providers, validates the configuration, and warns of misspelt
 * options. This module is loaded with the first request, so that the server starts without waiting
 * for it.
 */
export function checkConfig(
  config: AuthConfig,
  { env, secrets, isProduction, url, basePath, logger, ...known }: ConfigFacts,
): ConfigCheck {
  warnOfUnknownOptions(config, logger)
  const proxyUrl = redirectProxyUrl(known.redirectProxyUrl)
  const { providers, problem } = resolveProviders(config.providers ?? [], env, proxyUrl)
  const types = new Set([...providers.values()].map(({ type }) => type))
  return {
    providers,
    problem:
      findSecretProblem(config, secrets, isProduction) ??
      findProblem(config, url, types) ??
      problem ??
      findRedirectProxyProblem(proxyUrl, config.redirectProxyTargets, providers.values(), basePath),
  }
}
