import { type AuthError, asError } from '../../errors/auth-error.ts'
import {
  InvalidOption,
  MissingAdapter,
  MissingAdapterMethods,
  UnsupportedStrategy,
} from '../../errors/configuration.ts'
import { serializeCookie } from '../../http/cookies/set-cookie.ts'
import {
  type AccountFeature,
  describeMissing,
  missingAccountMethods,
} from '../../persistence/account-methods.ts'
import type { ProviderType } from '../../types/basics.ts'
import type { AuthConfig } from '../../types/config.ts'
import type { CookieAttributes } from '../../types/cookies.ts'
import { cookieDefinitions } from '../cookies.ts'
import type { EnvironmentDefaults } from '../env.ts'
import { isHostPattern } from '../host-pattern.ts'
import { isWebUrl } from '../pages.ts'
import { chooseStrategy, findAccountPages, keepsSignInFacts } from '../strategy.ts'
import { SCHEME } from '../trusted-hosts.ts'
import { missingMethods } from './missing-methods.ts'

/** Returns a configuration's first problem, except for those of its secrets and providers. */
export function findProblem(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  url: string | undefined,
  types: ReadonlySet<ProviderType>,
): AuthError | undefined {
  const strategy: string = chooseStrategy(config)
  if (strategy !== 'jwt' && strategy !== 'database' && strategy !== 'hybrid') {
    return new UnsupportedStrategy(
      '`session.strategy` is not "jwt", "database" or "hybrid". Set it to one of them, or omit it.',
    )
  }
  const lacking = findAdapterProblem(config, types) ?? findAccountProblem(config)
  if (findAccountPages(config) && !keepsSignInFacts(config))
    return new InvalidOption(
      '`account.security` is `false`, but the account pages need it. Remove `security`.',
    )
  if (lacking !== undefined) return lacking
  const wrong = findInvalidOption(config, url) ?? findInvalidCookie(config, defaults)
  return wrong === undefined ? undefined : new InvalidOption(wrong)
}

function findAdapterProblem(config: AuthConfig, types: ReadonlySet<ProviderType>): AuthError | undefined {
  const strategy = chooseStrategy(config)
  const uses = {
    sessions: strategy === 'database' || (strategy === 'hybrid' && config.adapter !== undefined),
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

/** Returns what the second factor, or details of database sessions, lack. */
function findAccountProblem(config: AuthConfig): AuthError | undefined {
  const { adapter, secondFactor } = config
  const needed: AccountFeature[] = secondFactor ? ['details', 'secondFactors'] : []
  const strategy = chooseStrategy(config)
  const isInDatabase = strategy === 'database' || (strategy === 'hybrid' && adapter !== undefined)
  if (keepsSignInFacts(config) && isInDatabase) needed.push('sessionDetails')
  const missing = needed.flatMap((feature) => missingAccountMethods(adapter, feature))
  return missing.length > 0 ? new MissingAdapterMethods(describeMissing(adapter, missing)) : undefined
}

function findInvalidOption(config: AuthConfig, url: string | undefined): string | undefined {
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
