import type { AuthConfig, PagesOptions } from '../contract.ts'
import { type AuthError, InvalidOption, MissingSecret, UnsupportedStrategy } from '../errors.ts'

/** What is wrong with a configuration beside its providers: the first problem, with the line that cures it. */
export function findProblem(config: AuthConfig, secrets: readonly string[], url: string | undefined): AuthError | undefined {
  if (secrets.length === 0) {
    return new MissingSecret(
      'There is no secret. Set AUTH_SECRET in the environment to at least 32 random characters, for instance the output of `openssl rand -base64 33`.',
    )
  }
  const strategy: string = config.session?.strategy ?? 'jwt'
  if (strategy !== 'jwt' || 'adapter' in config) {
    return new UnsupportedStrategy(
      'This version keeps sessions in an encrypted cookie. Leave out `adapter`, and `session.strategy` or set it to "jwt".',
    )
  }
  const wrong = findWrongOption(config, url)
  return wrong === undefined ? undefined : new InvalidOption(wrong)
}

function findWrongOption({ session, pages, cookies, cookiePrefix }: AuthConfig, url: string | undefined): string | undefined {
  if (url !== undefined && !isWebUrl(url)) {
    return '`baseUrl` or AUTH_URL is not an http(s) URL. Write it with its scheme, for instance https://app.example.com'
  }
  if (!isSeconds(session?.maxAge, 1)) return '`session.maxAge` is not a number of seconds. Set it to a whole number above 0.'
  if (!isSeconds(session?.updateAge, 0))
    return '`session.updateAge` is not a number of seconds. Set it to a whole number, or 0 for each time.'
  for (const [name, page] of Object.entries(pages ?? {})) {
    if (page !== undefined && !isPage(page)) return `\`pages.${name}\` is neither a path nor a URL. Write it like /path.`
  }
  const names = [cookiePrefix, ...Object.values(cookies ?? {}).map((cookie) => cookie?.name)]
  if (names.every(isCookieName)) return undefined
  return 'A name in `cookies`, or `cookiePrefix`, cannot name a cookie. Use letters, digits, ".", "-" and "_".'
}

/** The pages of the application that can be opened: the others are told as a problem, on a page of ours. */
export function usablePages(pages: AuthConfig['pages'] = {}): Partial<PagesOptions> {
  return Object.fromEntries(Object.entries(pages).filter(([, page]) => isPage(page)))
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

function isSeconds(value: unknown, least: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= least)
}

function isPage(page: unknown): boolean {
  return typeof page === 'string' && (isWebUrl(page) || /^\/(?![/\\])/.test(page))
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1 */
function isCookieName(name: string | undefined): boolean {
  return name === undefined || /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}
