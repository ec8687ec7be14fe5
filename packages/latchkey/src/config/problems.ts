import {
  type AuthError,
  asError,
  ExperimentalFeatureNotEnabled,
  InvalidOption,
  MissingAdapter,
  MissingAdapterMethods,
  MissingSecret,
  UnsupportedStrategy,
} from '../errors.ts'
import { serializeCookie } from '../http/set-cookie.ts'
import type { ProviderType } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import type { CookieAttributes } from '../types/cookies.ts'
import type { Limit } from '../types/limits.ts'
import { cookieDefinitions } from './cookies.ts'
import { missingMethods } from './missing-methods.ts'
import { isPage, isWebUrl } from './pages.ts'
import { strategyOf } from './strategy.ts'

/** What is wrong with a configuration beside its providers: the first problem, with the line that cures it. */
export function findProblem(
  config: AuthConfig,
  secrets: readonly string[],
  url: string | undefined,
  types: ReadonlySet<ProviderType>,
): AuthError | undefined {
  if (secrets.length === 0) {
    return new MissingSecret(
      'There is no secret. Set AUTH_SECRET in the environment to at least 32 random characters, for instance the output of `openssl rand -base64 33`.',
    )
  }
  const strategy: string = strategyOf(config)
  if (strategy !== 'jwt' && strategy !== 'database') {
    return new UnsupportedStrategy(
      '`session.strategy` is neither "jwt" nor "database". Set it to one of them, or leave it out.',
    )
  }
  if (types.has('webauthn') && config.experimental?.enableWebAuthn !== true) {
    return new ExperimentalFeatureNotEnabled(
      'A provider has the type "webauthn", which is experimental. Set `experimental: { enableWebAuthn: true }` to use it all the same.',
    )
  }
  const lacking = findAdapterProblem(config, types)
  if (lacking !== undefined) return lacking
  const wrong = findWrongOption(config, url)
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
        'Links that are sent by mail have to be stored, and there is no database. Pass an `adapter`.',
      )
    if (uses.passkeys)
      return new MissingAdapter('Passkeys have to be stored, and there is no database. Pass an `adapter`.')
    if (!uses.sessions) return undefined
    return new MissingAdapter(
      'Sessions are to live in a database, but there is none. Pass an `adapter`, or set `session.strategy` to "jwt".',
    )
  }
  const missing = missingMethods(config.adapter, uses)
  if (missing.length === 0) return undefined
  return new MissingAdapterMethods(`The \`adapter\` lacks ${missing.join(', ')}. Pass one that has them.`)
}

function findWrongOption(config: AuthConfig, url: string | undefined): string | undefined {
  const { session, jwt, pages } = config
  if (url !== undefined && !isWebUrl(url)) {
    return '`baseUrl` or AUTH_URL is not an http(s) URL. Write it with its scheme, for instance https://app.example.com'
  }
  if (!isSeconds(session?.maxAge, 1))
    return '`session.maxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!isSeconds(jwt?.maxAge, 1))
    return '`jwt.maxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!isSeconds(session?.updateAge, 0))
    return '`session.updateAge` is not a number of seconds. Set it to a whole number, or 0 for each time.'
  if (!isSeconds(session?.absoluteMaxAge, 1))
    return '`session.absoluteMaxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!['keep', 'remove', undefined].includes(config.unverifiedAccounts))
    return '`unverifiedAccounts` must be "keep" or "remove".'
  const limit = findWrongLimit(config.limits)
  if (limit !== undefined) return limit
  for (const [name, page] of Object.entries(pages ?? {})) {
    if (page !== undefined && !isPage(page))
      return `\`pages.${name}\` is neither a path nor a URL. Write it like /path.`
  }
  return findWrongCookie(config)
}

function findWrongCookie(config: AuthConfig): string | undefined {
  const { cookies, cookiePrefix } = config
  const names = [cookiePrefix, ...Object.values(cookies ?? {}).map((cookie) => cookie?.name)]
  if (!names.every(isCookieName)) {
    return 'A name in `cookies`, or `cookiePrefix`, cannot name a cookie. Use letters, digits, ".", "-" and "_".'
  }
  for (const [key, { options }] of Object.entries(cookieDefinitions(config, false))) {
    const wrong = findWrongAttribute(options)
    if (wrong !== undefined) return `\`cookies.${key}.options\`: ${wrong}`
  }
  return undefined
}

function findWrongLimit(limits: AuthConfig['limits']): string | undefined {
  if (limits === undefined || limits === false) return undefined
  const { clientAddress, ...counted } = limits
  if (clientAddress !== undefined && typeof clientAddress !== 'function')
    return '`limits.clientAddress` is no function of the headers.'
  const isLimit = (limit: Limit | false | undefined): boolean =>
    limit === undefined || limit === false || (isWholeAbove0(limit.attempts) && isWholeAbove0(limit.seconds))
  const [name] = Object.entries(counted).find(([, limit]) => !isLimit(limit)) ?? []
  return (
    name &&
    `\`limits.${name}\` is no limit. Write it as { attempts: 10, seconds: 900 }, or \`false\` for none.`
  )
}

function isWholeAbove0(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function isSeconds(value: unknown, least: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= least)
}

/** What no header can carry would be found out only when somebody signs in. */
function findWrongAttribute(options: CookieAttributes): string | undefined {
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
