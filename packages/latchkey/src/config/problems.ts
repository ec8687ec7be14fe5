import { type AuthError, asError } from '../errors/auth-error.ts'
import {
  ExperimentalFeatureNotEnabled,
  InvalidOption,
  MissingAdapter,
  MissingAdapterMethods,
  UnsupportedStrategy,
} from '../errors/configuration.ts'
import { serializeCookie } from '../http/set-cookie.ts'
import type { ProviderType } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import type { CookieAttributes } from '../types/cookies.ts'
import type { Limit } from '../types/limits.ts'
import { cookieDefinitions } from './cookies.ts'
import type { EnvironmentDefaults } from './env.ts'
import { isHostPattern } from './host-pattern.ts'
import { missingMethods } from './missing-methods.ts'
import { isPage, isWebUrl } from './pages.ts'
import { strategyOf } from './strategy.ts'
import { SCHEME } from './trusted-hosts.ts'

/** Returns the first problem of a configuration, except those of its secrets and providers. */
export function findProblem(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  url: string | undefined,
  types: ReadonlySet<ProviderType>,
): AuthError | undefined {
  const strategy: string = strategyOf(config)
  if (strategy !== 'jwt' && strategy !== 'database') {
    return new UnsupportedStrategy(
      '`session.strategy` is neither "jwt" nor "database". Set it to one of them, or omit it.',
    )
  }
  if (types.has('webauthn') && config.experimental?.enableWebAuthn !== true) {
    return new ExperimentalFeatureNotEnabled(
      'A provider has the type "webauthn", but passkeys are experimental. ' +
        'To enable them, set `experimental: { enableWebAuthn: true }`.',
    )
  }
  const lacking = findAdapterProblem(config, types)
  if (lacking !== undefined) return lacking
  const wrong = findInvalidOption(config, url) ?? findInvalidCookie(config, defaults)
  return wrong === undefined ? undefined : new InvalidOption(wrong)
}

function findAdapterProblem(config: AuthConfig, types: ReadonlySet<ProviderType>): AuthError | undefined {
  const uses = {
    sessions: strategyOf(config) === 'database',
    email: types.has('email'),
    passkeys: types.has('webauthn'),
    removal: config.unverifiedAccounts === 'remove',
  }
  if (config.adapter === undefined) {
    if (uses.email)
      return new MissingAdapter(
        '`adapter` is not set, but e-mail links must be stored in a database. Pass an `adapter`.',
      )
    if (uses.passkeys)
      return new MissingAdapter(
        '`adapter` is not set, but passkeys must be stored in a database. Pass an `adapter`.',
      )
    if (!uses.sessions) return undefined
    return new MissingAdapter(
      '`session.strategy` is "database", but `adapter` is not set. ' +
        'Pass an `adapter`, or set `session.strategy` to "jwt".',
    )
  }
  const missing = missingMethods(config.adapter, uses)
  if (missing.length === 0) return undefined
  return new MissingAdapterMethods(
    `\`adapter\` lacks ${missing.join(', ')}. Use an adapter with these methods.`,
  )
}

function findInvalidOption(config: AuthConfig, url: string | undefined): string | undefined {
  const { pages } = config
  if (url !== undefined && !isWebUrl(url)) {
    return (
      '`baseUrl` or `AUTH_URL` is not an http(s) URL. ' +
      'Include the scheme, for example https://app.example.com'
    )
  }
  const host = config.trustedHosts?.find((entry) => !isHostPattern(String(entry).replace(SCHEME, '')))
  if (host !== undefined)
    return (
      `\`trustedHosts\` contains ${JSON.stringify(host)}, which is not a valid host. ` +
      'Use a host such as app.example.com, *.preview.example.com or http://192.168.1.5:3000.'
    )
  const wrong = findInvalidLifetime(config)
  if (wrong !== undefined) return wrong
  if (!['signed-in', 'explicit', undefined].includes(config.account?.linking))
    return '`account.linking` is neither "signed-in" nor "explicit". Set it to one of them, or omit it.'
  if (!['keep', 'remove', undefined].includes(config.unverifiedAccounts))
    return '`unverifiedAccounts` is neither "keep" nor "remove". Set it to one of them, or omit it.'
  const limit = findInvalidLimit(config.limits) ?? findInvalidTimeout(config.timeouts)
  if (limit !== undefined) return limit
  for (const [name, page] of Object.entries(pages ?? {})) {
    if (page !== undefined && !isPage(page))
      return `\`pages.${name}\` is neither a path nor a URL. Set it to a path such as /login.`
  }
  return undefined
}

function findInvalidLifetime({ session, jwt }: AuthConfig): string | undefined {
  if (!isSeconds(session?.maxAge, 1))
    return '`session.maxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!isSeconds(jwt?.maxAge, 1))
    return '`jwt.maxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!isSeconds(session?.updateAge, 0))
    return (
      '`session.updateAge` is not a number of seconds. ' +
      'Set it to a whole number, or to 0 to renew the session on every read.'
    )
  if (!isSeconds(session?.absoluteMaxAge, 1))
    return '`session.absoluteMaxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!['refuse', 'accept', undefined].includes(session?.whenStoreFails))
    return '`session.whenStoreFails` is neither "refuse" nor "accept". Set it to one of them, or omit it.'
  return undefined
}

function findInvalidCookie(config: AuthConfig, defaults: EnvironmentDefaults): string | undefined {
  const { cookies, cookiePrefix } = config
  const names = Object.entries(cookies ?? {}).map(([key, cookie]) => [`cookies.${key}.name`, cookie?.name])
  const prefix =
    cookiePrefix === undefined
      ? ['AUTH_COOKIE_PREFIX', defaults.cookiePrefix]
      : ['cookiePrefix', cookiePrefix]
  const invalid = [prefix, ...names].find(([, name]) => !isCookieName(name))
  if (invalid !== undefined)
    return `\`${invalid[0]}\` is not valid in a cookie name. Use letters, digits, ".", "-" and "_".`
  for (const [key, { options }] of Object.entries(cookieDefinitions(config, false))) {
    const wrong = findInvalidAttribute(options)
    if (wrong !== undefined) return `\`cookies.${key}.options\`: ${wrong}`
  }
  return undefined
}

function findInvalidLimit(limits: AuthConfig['limits']): string | undefined {
  if (limits === undefined || limits === false) return undefined
  const { clientAddress, ...counted } = limits
  if (clientAddress !== undefined && typeof clientAddress !== 'function')
    return '`limits.clientAddress` is not a function. Set it to a function of the headers, or omit it.'
  const isLimit = (limit: Limit | false | undefined): boolean =>
    limit === undefined ||
    limit === false ||
    (isPositiveInteger(limit.attempts) && isPositiveInteger(limit.seconds))
  const [name] = Object.entries(counted).find(([, limit]) => !isLimit(limit)) ?? []
  return (
    name &&
    `\`limits.${name}\` is not a valid limit. ` +
      'Set it to { attempts: 10, seconds: 900 }, or to `false` to disable it.'
  )
}

function findInvalidTimeout(timeouts: AuthConfig['timeouts'] = {}): string | undefined {
  const mayBeFalse = (name: string): boolean => name === 'adapter' || name === 'store'
  const isTimeout = (name: string, value: unknown): boolean =>
    value === undefined ||
    (value === false && mayBeFalse(name)) ||
    (typeof value === 'number' && value > 0 && value <= 300)
  const [name] = Object.entries(timeouts).find((entry) => !isTimeout(...entry)) ?? []
  return (
    name &&
    `\`timeouts.${name}\` is not a number of seconds. Set it to a number above 0, and at most 300` +
      `${mayBeFalse(name) ? ', or to `false` for no limit' : ''}.`
  )
}

function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isSeconds(value: unknown, minimum: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= minimum)
}

/** Without this check, an invalid attribute would only fail at the first sign-in. */
function findInvalidAttribute(options: CookieAttributes): string | undefined {
  try {
    serializeCookie({ name: 'any', value: '', options })
    return undefined
  } catch (error) {
    return asError(error).message
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1 */
function isCookieName(name: string | undefined): boolean {
  return name === undefined || /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}
