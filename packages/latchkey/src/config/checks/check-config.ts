import type { ConfigCheck } from '../../contract/checked-config.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidOption, InvalidProvider } from '../../errors/configuration.ts'
import { isLoopback } from '../../http/public-base.ts'
import { isFirstInProcess } from '../../log/first-in-process.ts'
import { warnOnce } from '../../log/logger.ts'
import type { AuthConfig, LoggerInstance } from '../../types/config.ts'
import type { Environment, EnvironmentDefaults } from '../env.ts'
import { resolveMail } from '../mail.ts'
import { resolveNotices } from '../notices.ts'
import { resolveProviders } from '../providers.ts'
import { findRedirectProxyProblem, redirectProxyUrl, warnOfMissingTargets } from '../redirect-proxy.ts'
import { findLogoutProblem } from './logout-problem.ts'
import { findMailProblem } from './mail-problem.ts'
import { CONFIG_OPTIONS } from './option-names.ts'
import { findPasswordConfigProblem } from './password-problem.ts'
import { findProblem } from './problems.ts'
import { findSecretProblem } from './secret-problem.ts'
import { findWrongShape } from './shapes.ts'
import { findMisspeltOption, warnOfUnknownOptions } from './unknown-options.ts'
import { warnOfUnverifiedAccounts } from './unverified-accounts.ts'

/** A configuration's values that are known before it is validated. */
export interface ConfigFacts {
  readonly env: Environment
  readonly secrets: readonly string[]
  /** The application's URL, from the configuration or the environment. */
  readonly url: string | undefined
  readonly defaults: EnvironmentDefaults
  readonly basePath: string
  readonly logger: LoggerInstance
  /** Why the options could not be read, if an option has the wrong type. */
  readonly failure?: string | undefined
}

/**
 * Fills in the providers' defaults, validates the configuration, and warns about misspelt options.
 * The first request loads this module, so that the server starts without waiting for it.
 */
export async function checkConfig(
  config: AuthConfig,
  { env, secrets, url, defaults, basePath, logger, failure }: ConfigFacts,
): Promise<ConfigCheck> {
  warnOfQuotes(env, logger)
  warnOfUnknownOptions(config, logger)
  const wrong = findWrongOption(config) ?? failure
  if (wrong !== undefined)
    return { providers: new Map(), refused: new Map(), problem: new InvalidOption(wrong) }
  warnOfSwitches(config, logger)
  if (!defaults.isDevelopment && config.useSecureCookies === undefined) warnOfPlainUrl(url, logger)
  const proxyUrl = redirectProxyUrl(config.redirectProxyUrl ?? defaults.redirectProxyUrl)
  const proxy = { url: proxyUrl, targets: config.redirectProxyTargets, basePath }
  const mail = config.mail && resolveMail(config.mail, env)
  const { providers, refused, problem } = resolveProviders(config.providers ?? [], env, {
    proxy,
    hasMail: mail !== undefined,
  })
  logRefused([...refused.values(), findRedirectProxyProblem(proxy)], logger)
  if (config.redirectProxyTargets === undefined && !defaults.isDevelopment)
    warnOfMissingTargets(url, providers.values(), logger)
  const types = new Set([...providers.values()].map(({ type }) => type))
  warnOfUnverifiedAccounts(config, logger, providers)
  if (defaults.isProduction && config.store === undefined)
    (await import('./store-of-one-process.ts')).warnOfStoreOfOneProcess(config, env, logger)
  return {
    providers,
    refused,
    mail,
    notices: resolveNotices(config),
    problem:
      findSecretProblem(config, secrets, defaults.isProduction) ??
      findPasswordConfigProblem(config, providers) ??
      findProblem(config, defaults, url, types) ??
      findLogoutProblem(config, providers.values()) ??
      findMailProblem(mail) ??
      problem,
  }
}

/** Returns the first option that has a wrong type or shape, or is a misspelling of another. */
function findWrongOption(config: AuthConfig): string | undefined {
  return findWrongShape(config, CONFIG_OPTIONS, (path) => `\`${path}\``) ?? findMisspeltOption(config)
}

/**
 * Shells and `.env` files remove a value's quotes; `docker --env-file` and secret files keep them.
 */
function warnOfQuotes(env: Environment, logger: LoggerInstance): void {
  for (const [name, value] of Object.entries(env)) {
    if (!/^(?:AUTH|NEXTAUTH)_/.test(name) || !/^\s*(["'`]).*\1\s*$/s.test(String(value))) continue
    if (isFirstInProcess(`quoted-variable ${name}`))
      logger.warn('quoted-variable', `${name} is set in quotes, which become part of its value. Remove them.`)
  }
}

function warnOfSwitches(config: AuthConfig, logger: LoggerInstance): void {
  if (config.debug)
    warnOnce(
      config,
      logger,
      'debug-enabled',
      'Debug messages contain personal data. Remove `debug` in production.',
    )
  if (config.registration && config.adapter === undefined)
    warnOnce(
      config,
      logger,
      'registration-ignored',
      '`registration` is never called: without a database, no user is created, and every sign-in is the ' +
        'first one. Pass an `adapter`, or decide in `callbacks.signIn`.',
    )
}

/** Reports all unusable providers in one log entry, each reason once. */
function logRefused(errors: readonly (AuthError | undefined)[], logger: LoggerInstance): void {
  const reasons = new Map(errors.flatMap((error) => (error ? [[error.message, error]] : [])))
  const [first] = reasons.values()
  if (first === undefined) return
  const error =
    reasons.size === 1
      ? first
      : new InvalidProvider(
          `${reasons.size} provider problems. Everything else works. ${[...reasons.keys()].join(' ')}`,
        )
  if (isFirstInProcess(error.message)) logger.error(error)
}

/** From this machine only, http is as safe as https. */
function warnOfPlainUrl(url: string | undefined, logger: LoggerInstance): void {
  const { protocol, host } = (url && URL.parse(url)) || {}
  if (protocol !== 'http:' || !host || isLoopback(host) || !isFirstInProcess(`insecure-url ${host}`)) return
  logger.warn(
    'insecure-url',
    `The application's URL is http://${host}. Its cookies lack the attribute \`Secure\`, so ` +
      `sessions can be read on the network. Serve it over HTTPS, and set AUTH_URL=https://${host}`,
  )
}
