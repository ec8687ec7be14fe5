import type { Context, ResolvedAuth } from '../contract/context.ts'
import type { CookieDefinitions } from '../contract/cookie-jar.ts'
import { MissingCookie } from '../errors/sign-in.ts'
import { wantsJson } from '../http/accept.ts'
import { readCookieHeader } from '../http/cookies/header.ts'
import { isLoopback } from '../http/public-base.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { CookieAttributes } from '../types/cookies.ts'
import { warnOfOtherPort } from './other-port.ts'

/**
 * Returns whether the browser sent any Latchkey cookie. If it did, it does not block cookies.
 */
export function sentAnyCookie({ base, headers }: Context): boolean {
  return sentAnyNamed(headers, base.cookies)
}

/**
 * Returns the error for a cookie that did not come back, with the likely causes.
 *
 * @param what the request without the cookie, as a sentence
 * @param own this cookie's attributes, where they differ from those of its definition
 */
export function missingCookie(
  ctx: Context,
  key: keyof CookieDefinitions,
  what: string,
  own: CookieAttributes = {},
): MissingCookie {
  const attributes = { ...ctx.base.cookies[key].options, ...own }
  return new MissingCookie(`${what} ${configuredCause(ctx, attributes) ?? otherCauses(ctx, key)}`, {
    provider: ctx.providerId,
  })
}

/**
 * Returns whether `SameSite=Strict` kept the cookie away, because another site redirected the
 * browser to this request.
 */
export function isHeldBack({ base, headers }: Context, own: CookieAttributes = {}): boolean {
  const { sameSite } = { ...base.cookies.transaction.options, ...own }
  return (sameSite === 'strict' || sameSite === true) && headers.get('sec-fetch-site') === 'cross-site'
}

/** Returns what keeps a browser from sending the cookie, if it is the configuration. */
function configuredCause(ctx: Context, attributes: CookieAttributes): string | undefined {
  const { auth, base, headers } = ctx
  const { protocol, hostname } = new URL(base.origin)
  if (attributes.secure && protocol === 'http:')
    return (
      `The cookie has the attribute \`Secure\`, but the application is at ${base.origin}. ` +
      'Serve it over https, or remove `useSecureCookies` and the cookie option `secure`.'
    )
  const domain = attributes.domain?.replace(/^\./, '').toLowerCase()
  if (domain !== undefined && domain !== hostname && !hostname.endsWith(`.${domain}`))
    return (
      `The cookie has the attribute \`Domain=${domain}\`, which does not include ${hostname}. ` +
      'Change the cookie option `domain`.'
    )
  if (isHeldBack(ctx, attributes))
    return (
      'The cookie has the attribute `SameSite=Strict`, so browsers do not send it when a provider ' +
      'redirects to this server. Set the cookie option `sameSite` to "lax".'
    )
  const others = base.cookies === auth.cookies.secure ? auth.cookies.plain : auth.cookies.secure
  if (!sentAnyNamed(headers, others)) return undefined
  return (
    `The browser sent cookies that were set over another protocol than ${base.origin} uses. ` +
    'Set `AUTH_URL`, or have the proxy send `X-Forwarded-Proto` with every request.'
  )
}

function otherCauses({ base }: Context, key: keyof CookieDefinitions): string {
  if (key === 'csrfToken')
    return (
      'The browser blocks cookies, or they were deleted after the page was opened. ' +
      `Allow cookies for ${base.origin}, and open the page again.`
    )
  const { host } = new URL(base.origin)
  const example = isLoopback(host) ? '127.0.0.1 instead of localhost' : 'with www instead of without'
  return (
    'Either the browser blocks cookies, or the sign-in started in another browser, too long ago, or on ' +
    `another host than ${host}, for example ${example}. Open the application at ${base.origin}, ` +
    'or set `AUTH_URL` to the address that users open.'
  )
}

/** Reads the header itself: the context's cookies leave out those that were just expired. */
function sentAnyNamed(headers: HeaderReader, definitions: CookieDefinitions): boolean {
  const names = readCookieHeader(headers.get('cookie')).names()
  const own = Object.values(definitions).map(({ name }) => name)
  return names.some((name) => own.some((start) => name === start || name.startsWith(`${start}.`)))
}

/**
 * Rejects a sign-in from a page whose host differs from the one where the sign-in continues: the
 * browser does not send its cookies there. Only warns for hosts other than loopback hosts, because
 * something in front of the application may redirect to the right host.
 *
 * @param target URL where the sign-in continues
 * @throws {MissingCookie} if both are loopback hosts, such as 127.0.0.1 and localhost
 */
export function requireSameHost(ctx: Context, target: string): void {
  warnOfOtherPort(ctx.auth, ctx.headers, ctx.base.origin)
  const page = URL.parse(ctx.headers.get('origin') ?? '')
  if (page !== null && page.hostname !== new URL(target).hostname) refuseOtherHost(ctx, page, new URL(target))
}

const warned = new WeakSet<ResolvedAuth>()

function refuseOtherHost(ctx: Context, page: URL, target: URL): void {
  const { auth, base, providerId } = ctx
  if (staysOnPage(ctx) || base.cookies.transaction.options.domain) return
  const problem =
    `A sign-in started at ${page.origin}, but continues at ${target.origin}, ` +
    'where the browser does not send its cookies. ' +
    `Open the application at ${target.origin}, or set \`AUTH_URL=${page.origin}\`.`
  if (isLoopback(page.host) && isLoopback(target.host))
    throw new MissingCookie(problem, { provider: providerId })
  if (warned.has(auth)) return
  warned.add(auth)
  auth.logger.warn('other-host', problem)
}

/** A script, or the application's server code, need not follow the redirect after a password. */
function staysOnPage({ headers, signInMethod, url }: Context): boolean {
  return signInMethod?.steps === 1 && (url === undefined || wantsJson(headers))
}
