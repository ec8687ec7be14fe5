import { loadOnce } from '../async/awaitable.ts'
import type { HostTrust } from '../contract/checked-config.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { SessionCodec } from '../contract/session.ts'
import { randomHex } from '../crypto/random.ts'
import { asError } from '../errors/auth-error.ts'
import { isFirstInProcess } from '../log/first-in-process.ts'
import { resolveLogger } from '../log/logger.ts'
import { resolveAdapter } from '../persistence/adapter.ts'
import { withoutUndefined } from '../records/record.ts'
import { databaseSessions } from '../sessions/database/on-demand.ts'
import { createSessionCodec } from '../sessions/jwt/codec.ts'
import { jwtSessions } from '../sessions/jwt/jwt.ts'
import type { AuthConfig } from '../types/config.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { choosePublicPath, type PresetPaths, urlPath, warnOfRedundantBasePath } from './base-path.ts'
import type { ConfigFacts } from './checks/check-config.ts'
import { cookieDefinitions } from './cookies.ts'
import {
  type Environment,
  type EnvironmentDefaults,
  environmentTrust,
  FULL_TRUST,
  NO_TRUST,
  processEnvironment,
  readEnvironment,
} from './env.ts'
import { resolveEvents } from './events.ts'
import { usablePages } from './pages.ts'
import { listSecrets, resolveSecrets } from './secrets.ts'
import { resolveLimits, resolveStore } from './store.ts'
import {
  accountOptions,
  canRemoveAccess,
  chooseStrategy,
  findAccountPages,
  keepsSignInFacts,
  servesPasswords,
} from './strategy.ts'
import { DEFAULT_TIMEOUTS } from './timeouts.ts'
import { resolveTrustedHosts } from './trusted-hosts.ts'

const THIRTY_DAYS = 30 * 24 * 60 * 60
const ONE_DAY = 24 * 60 * 60

/** An integration's defaults. The configuration takes precedence. */
export interface Preset extends PresetPaths {
  /**
   * Set if the framework can have its own base path, so that `AUTH_URL` and `basePath` may differ.
   */
  readonly expectsTwoPaths?: true
  /** The application's origin, if it is configured in the framework. */
  readonly origin?: string
  /**
   * Returns the file in which the framework expects the endpoints' route.
   *
   * @param basePath the endpoints' path, without the framework's base path
   */
  readonly routeFile?: (basePath: string) => string
  /**
   * Set if server code receives a stored user's id even without a callback, as the framework's
   * applications expect. `GET /session` does not contain it.
   */
  readonly readsUserId?: true
  /** `true` if the framework runs in production, even if the environment does not say so. */
  readonly isProduction?: boolean
  /** The configuration, or the application's function that creates one for each request. */
  readonly source?: object
  /** The environment variables, if the framework has more than the process. */
  readonly environment?: Environment
}

const resolved = new WeakMap<AuthConfig, Map<string, ResolvedAuth>>()

/**
 * Fills in a configuration's defaults, once for each object, and does not modify the object.
 * Problems are reported when the configuration is first used.
 */
export function resolveConfig(config: AuthConfig, preset: Preset): ResolvedAuth {
  const known = resolved.get(config) ?? new Map<string, ResolvedAuth>()
  const auth =
    known.get(preset.basePath) ?? resolveAny(config, preset, preset.environment ?? processEnvironment())
  resolved.set(config, known.set(preset.basePath, auth))
  return auth
}

/**
 * In JavaScript, an option can have any type. The configuration check names the wrong one.
 */
function resolveAny(config: AuthConfig, preset: Preset, env: Environment): ResolvedAuth {
  try {
    return resolve(config, preset, env)
  } catch (error) {
    const { logger } = config
    return resolve({ providers: [], logger: logger ?? undefined }, preset, env, {
      config,
      failure: asError(error).message,
    })
  }
}

function resolve(
  config: AuthConfig,
  preset: Preset,
  env: Environment,
  { config: checked, failure }: { config: AuthConfig; failure?: string } = { config },
): ResolvedAuth {
  const defaults = readEnvironment(preset.isProduction ? { ...env, NODE_ENV: 'production' } : env)
  const logger = resolveLogger(config)
  const secrets = resolveSecrets(config, defaults, logger)
  const basePath = resolveBasePath(config, defaults, preset, logger)
  const strategy = chooseStrategy(config)
  const session = resolveSession(config, strategy)
  const url = config.baseUrl ?? defaults.url ?? preset.origin
  return {
    basePath,
    frameworkPath: preset.frameworkPath ?? '',
    routeFile: preset.routeFile,
    readsUserId: preset.readsUserId,
    ...resolveAddress(config, defaults, url),
    cookies: resolveCookies({ ...config, cookiePrefix: config.cookiePrefix ?? defaults.cookiePrefix }),
    usesSecureCookies: config.useSecureCookies,
    secrets,
    callbacks: config.callbacks ?? {},
    registration: config.adapter && config.registration,
    events: resolveEvents(config, logger),
    ...resolveLog(logger),
    pages: usablePages(config.pages, basePath, preset.frameworkPath),
    redirectProxyTargets: config.redirectProxyTargets,
    ...resolveAppearance(config, logger),
    sessions: strategy === 'database' ? databaseSessions : { ...jwtSessions, type: strategy },
    sessionCodec: resolveCodec(config.jwt, secrets, session.maxAge),
    session,
    servesPasswords: servesPasswords(config),
    accountPages: findAccountPages(config),
    secondFactor: config.secondFactor,
    linking: accountOptions(config)?.linking ?? 'signed-in',
    // With a database, they are in the accounts table.
    keepsTokensInCookie: config.providerTokens === true && config.adapter === undefined,
    unverifiedAccounts: config.unverifiedAccounts ?? (canRemoveAccess(config) ? 'remove' : 'refuse'),
    ...resolveServices(config, logger, session, secrets),
    limits: resolveLimits(config),
    checksCsrfToken: config.skipCSRFCheck !== skipCSRFCheck,
    ...prepareConfigCheck(checked, { failure, env, secrets, url, defaults, basePath, logger }),
    source: preset.source,
    now: () => Date.now(),
    // Read at each use, because frameworks replace the global `fetch`.
    get fetch() {
      return globalThis.fetch
    },
  }
}

function resolveCookies(config: AuthConfig): ResolvedAuth['cookies'] {
  return { secure: cookieDefinitions(config, true), plain: cookieDefinitions(config, false) }
}

/** Returns what calls the database and the store, within time limits. */
function resolveServices(
  config: AuthConfig,
  logger: ResolvedAuth['logger'],
  { maxAge }: ResolvedAuth['session'],
  secrets: ResolvedAuth['secrets'],
): Pick<ResolvedAuth, 'adapter' | 'accountCalls' | 'store' | 'timeouts'> {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...withoutUndefined(config.timeouts ?? {}) }
  const calls = { timeouts, logger, channel: config.logger ?? console }
  const store = resolveStore(config, calls)
  const endings = { store: config.store && store, maxAge }
  const adapter = config.adapter && resolveAdapter(config.adapter, calls, endings, { config, secrets })
  return { adapter, accountCalls: { ...calls, adapter: config.adapter }, store, timeouts }
}

/** Once for each process: any client can send the requests that cause a warning. */
function resolveLog(logger: ResolvedAuth['logger']): Pick<ResolvedAuth, 'logger' | 'warnOnce'> {
  return {
    logger,
    warnOnce: (code, advice) => {
      if (isFirstInProcess(`${code} ${advice}`)) logger.warn(code, advice)
    },
  }
}

function prepareConfigCheck(
  config: AuthConfig,
  known: ConfigFacts,
): Pick<ResolvedAuth, 'checkConfig' | 'isConfigProblem'> {
  let found: unknown
  const checkConfig = loadOnce(async () => {
    const result = await (await import('./checks/check-config.ts')).checkConfig(config, known)
    // Without any provider, the sign-in page also fails.
    const [unusable] = result.providers.size > 0 ? [] : result.refused.values()
    found = result.problem ?? unusable
    return result
  })
  return { checkConfig, isConfigProblem: (error) => error !== undefined && error === found }
}

/** Loads theme and texts with the first page or e-mail: reading a session does not need them. */
function resolveAppearance(
  config: AuthConfig,
  logger: ResolvedAuth['logger'],
): Pick<ResolvedAuth, 'theme' | 'texts'> {
  const texts = loadOnce(async () => (await import('./texts.ts')).resolveTexts(config, logger))
  return {
    theme: loadOnce(async () => (await import('./theme.ts')).resolveTheme(config, logger)),
    texts: async (headers) => (await texts())(headers),
  }
}

/** Returns how the application's public origin is determined, and what is trusted. */
function resolveAddress(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  url: string | undefined,
): Pick<ResolvedAuth, 'pinnedOrigin' | 'hostTrust' | 'trustedHosts' | 'isProduction' | 'isDevelopment'> {
  return {
    pinnedOrigin: url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined,
    hostTrust: resolveHostTrust(config, defaults),
    trustedHosts: config.trustedHosts && resolveTrustedHosts(config.trustedHosts),
    isProduction: defaults.isProduction,
    isDevelopment: defaults.isDevelopment,
  }
}

function resolveHostTrust(
  config: AuthConfig & { readonly [environmentTrust]?: HostTrust },
  defaults: EnvironmentDefaults,
): HostTrust {
  const { trustHost, trustedHosts, [environmentTrust]: given = FULL_TRUST } = config
  if (trustHost === false) return NO_TRUST
  if (trustedHosts !== undefined) return { headers: 'forwarded', isVerified: true }
  return trustHost && defaults.hostTrust.headers !== 'forwarded' ? given : defaults.hostTrust
}

function resolveBasePath(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  preset: Preset,
  logger: ResolvedAuth['logger'],
): string {
  const basePath = choosePublicPath(config, defaults, preset)
  if (!preset.expectsTwoPaths && (urlPath(defaults) ?? basePath) !== basePath)
    warnOfRedundantBasePath(config, logger)
  return basePath
}

function resolveSession(config: AuthConfig, strategy: string): ResolvedAuth['session'] {
  const { session = {} } = config
  const keepsFacts = keepsSignInFacts(config)
  const {
    maxAge = THIRTY_DAYS,
    updateAge,
    absoluteMaxAge,
    generateSessionToken,
    hashToken,
    whenStoreFails,
    recheck = 10,
  } = session
  return {
    maxAge,
    absoluteMaxAge: typeof absoluteMaxAge === 'function' ? undefined : absoluteMaxAge,
    chooseMaxAge: typeof absoluteMaxAge === 'function' ? absoluteMaxAge : undefined,
    // A short session has to be renewed before it expires, even if `updateAge` is not set.
    updateAge: updateAge ?? Math.min(ONE_DAY, Math.floor(maxAge / 2)),
    generateToken: generateSessionToken ?? (() => randomHex(32)),
    hashesToken: hashToken !== false,
    acceptsUnchecked: whenStoreFails === 'accept',
    keepsFacts,
    isChecked: keepsFacts || strategy === 'hybrid',
    recheck,
  }
}

/** A token expires no later than its session. */
function resolveCodec(
  jwt: AuthConfig['jwt'] = {},
  secrets: readonly string[],
  sessionMaxAge: number,
): SessionCodec {
  const own = listSecrets(jwt.secret)
  return createSessionCodec(
    jwt,
    own.length > 0 ? own : secrets,
    Math.min(sessionMaxAge, jwt.maxAge ?? sessionMaxAge),
  )
}
