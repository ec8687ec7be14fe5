import type { ConfigCheck } from '../contract/context.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Environment } from './env.ts'
import { findProblem } from './problems.ts'
import { resolveProviders } from './providers.ts'
import { findRedirectProxyProblem, redirectProxyUrl } from './redirect-proxy.ts'

/** What is already known of a configuration when it is examined. */
export interface ConfigFacts {
  readonly env: Environment
  readonly secrets: readonly string[]
  /** Of the application, as the configuration or the environment has it. */
  readonly url: string | undefined
  readonly redirectProxyUrl: string | undefined
  readonly basePath: string
}

/**
 * Completes the providers and looks for what is wrong with a configuration. It is a part of its own, which is loaded with the first visit: to
 * read a session nobody needs the providers, only to be sure that the configuration is sound.
 */
export function checkConfig(
  config: AuthConfig,
  { env, secrets, url, basePath, ...known }: ConfigFacts,
): ConfigCheck {
  const proxyUrl = redirectProxyUrl(known.redirectProxyUrl)
  const { providers, problem } = resolveProviders(config.providers ?? [], env, proxyUrl)
  const types = new Set([...providers.values()].map(({ type }) => type))
  return {
    providers,
    problem:
      findProblem(config, secrets, url, types) ??
      problem ??
      findRedirectProxyProblem(proxyUrl, config.redirectProxyTargets, providers.values(), basePath),
  }
}
