import type { Context, SessionContext } from '../contract/context.ts'
import { equalSecrets, sha256Hex } from '../crypto/digest.ts'
import { keyedHash } from '../crypto/keyed-hash.ts'
import { hashSecrets } from '../crypto/keys.ts'
import { randomHex } from '../crypto/random.ts'
import { MissingCSRF } from '../errors/sign-in.ts'
import { compareOrigin } from '../http/fetch-metadata.ts'
import { missingCookie } from './missing-cookie.ts'

/**
 * Accepts a form only if it was submitted from the application's own origin, according to the
 * headers `Sec-Fetch-Site` and `Origin`. Clients that send neither header must include a CSRF token
 * (double submit).
 *
 * @throws {MissingCSRF} if the form is cross-origin, or needs a token and has no valid one
 * @throws {MissingCookie} if a built-in page's sign-in form comes without the page's cookie
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export async function requireSameOriginForm(ctx: Context): Promise<void> {
  const origin = compareOrigin(ctx.headers, ctx.base.origin)
  if (origin === 'same-origin') return requirePageCookie(ctx)
  if (origin === 'cross-origin') throw crossOriginError(ctx)
  if (!ctx.auth.checksCsrfToken) return
  const token = await validToken(ctx)
  const submitted = ctx.form.csrfToken
  if (token === undefined || typeof submitted !== 'string' || !equalSecrets(token, submitted)) {
    throw new MissingCSRF(
      'The request has no `Origin` or `Sec-Fetch-Site` header and no valid `csrfToken`. ' +
        'Send a token from the `csrf` endpoint together with its cookie.',
    )
  }
}

/**
 * A built-in page sets the token's cookie in its form. If the cookie does not come back, the
 * browser would not keep the session either. Other pages may get their token in another way.
 */
function requirePageCookie(ctx: Context): void {
  const { action, base, cookies, form } = ctx
  if (cookies.has(base.cookies.csrfToken.name) || form.csrfToken === undefined) return
  const isSignIn = action === 'signin' || action === 'callback'
  if (!isSignIn || !isOnBuiltInPage(ctx)) return
  throw missingCookie(ctx, 'csrfToken', "A sign-in form came without its page's cookie.")
}

/** The paths of the built-in pages with a form that signs in, below the base path. */
const PAGES = /^\/(?:signin\/?$|callback\/)/

function isOnBuiltInPage({ base, headers }: Context): boolean {
  const page = URL.parse(headers.get('referer') ?? '')
  if (page?.origin !== base.origin || !page.pathname.startsWith(base.path)) return false
  return PAGES.test(page.pathname.slice(base.path.length))
}

/**
 * Rejects a call by the application's server code if the headers say that the request behind it is
 * cross-origin. No token is needed, because browsers always send a form's origin.
 *
 * A link from another site is allowed, for example to a page that signs in. Another site's image or
 * script is not.
 *
 * @throws {MissingCSRF} if the request is cross-origin and not a link navigation
 */
export function refuseCrossOriginCaller(ctx: Context): void {
  if (compareOrigin(ctx.headers, ctx.base.origin) !== 'cross-origin') return
  if (ctx.headers.get('origin') === null && ctx.headers.get('sec-fetch-mode') === 'navigate') return
  throw crossOriginError(ctx)
}

function crossOriginError({ base, headers }: Context): MissingCSRF {
  // Any client can send a long one.
  const origin = URL.parse(headers.get('origin') ?? '')?.origin.slice(0, 200)
  return new MissingCSRF(
    `A request came from ${origin ?? 'another origin'}, but the application is at ${base.origin}. ` +
      'If the application is served from there, set `AUTH_URL` to that address.',
  )
}

/** Returns the token for a form's hidden field; `undefined` if `skipCSRFCheck` is set. */
export async function csrfField(ctx: Context): Promise<string | undefined> {
  return ctx.auth.checksCsrfToken ? csrfToken(ctx) : undefined
}

/** Returns this browser's token. Creates a token and its cookie if there is no valid one. */
async function csrfToken(ctx: SessionContext): Promise<string> {
  const existing = await validToken(ctx)
  if (existing !== undefined) return existing
  const token = randomHex(32)
  const [secret = ''] = ctx.auth.secrets
  const definition = ctx.base.cookies.csrfToken
  ctx.cookies.set({
    name: definition.name,
    value: `${token}|${await keyedHash(token, secret, definition.name)}`,
    options: definition.options,
  })
  return token
}

/**
 * Returns the cookie's token. The cookie holds `token|hash`. The hash needs the secret, so that an
 * attacker who can set a cookie cannot choose the token.
 */
async function validToken(ctx: SessionContext): Promise<string | undefined> {
  const { name } = ctx.base.cookies.csrfToken
  const [token, hash, ...rest] = ctx.cookies.get(name)?.split('|') ?? []
  if (!token || !hash || rest.length > 0) return undefined
  for (const secret of ctx.auth.secrets)
    if (equalSecrets(await keyedHash(token, secret, name), hash)) return token
  // As Auth.js writes it: a form that is open in a browser must stay valid.
  for (const secret of hashSecrets(ctx.auth.secrets))
    if (equalSecrets(await sha256Hex(token + secret), hash)) return token
  return undefined
}
