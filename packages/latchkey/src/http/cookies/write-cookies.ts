import type { Cookie } from '../../types/cookies.ts'
import { renewed } from '../renewals.ts'
import { cookiesAfter } from './after.ts'
import { serializeCookie } from './set-cookie.ts'

/** The `Cache-Control` of a response that sets a user's cookie. */
export const UNCACHED = 'private, no-store'

/**
 * Adds cookies to a response's headers, and prevents caches from storing it. Replaces cookies with
 * the same name, domain and path. Leaves out the cookies of `auth.session` if the headers already
 * change the session, for example by a sign-in: a renewal must not undo it. Without cookies, the
 * headers stay as they are.
 *
 * @throws {TypeError} for a cookie whose name or attributes are invalid
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1
 * @example
 * ```ts
 * import { createAuth, writeCookies } from 'latchkey'
 *
 * const auth = createAuth({ providers: [] })
 *
 * export async function GET(request: Request): Promise<Response> {
 *   const { session, cookies } = await auth.session(request)
 *   const response = Response.json({ name: session?.user?.name ?? null })
 *   writeCookies(response.headers, cookies)
 *   return response
 * }
 * ```
 */
export function writeCookies(headers: Headers, cookies: readonly Cookie[]): void {
  if (cookies.length === 0) return
  const all = mergeCookies(headers.getSetCookie(), cookies)
  headers.delete('Set-Cookie')
  for (const header of all) headers.append('Set-Cookie', header)
  headers.set('Cache-Control', UNCACHED)
}

/**
 * Returns the `Set-Cookie` headers of a response to which cookies were added.
 *
 * @param setCookies the response's existing headers
 */
export function mergeCookies(setCookies: readonly string[], cookies: readonly Cookie[]): string[] {
  return mergeSetCookies(setCookies, withoutUndoing(setCookies, cookies).map(serializeCookie))
}

/**
 * Returns the cookies without a session renewal if the response changes that session, for example
 * by an update or a sign-in: browsers use the last cookie with a name.
 */
function withoutUndoing(setCookies: readonly string[], cookies: readonly Cookie[]): readonly Cookie[] {
  const others = cookies.filter((cookie) => !renewed.has(cookie))
  const response = cookiesAfter(null, [...setCookies, ...others.map(serializeCookie)])
  const names = response.names()
  // A renewal sets every session cookie that the browser sent, and so does each other change.
  const isUndoing = cookies.some(
    (cookie) =>
      renewed.has(cookie) && names.includes(cookie.name) && response.get(cookie.name) !== renewed.get(cookie),
  )
  return isUndoing ? others : cookies
}

/** Returns `Set-Cookie` headers without those that later ones replace in a browser. */
export function mergeSetCookies(earlier: readonly string[], later: readonly string[]): string[] {
  const replaced = new Set(later.map(cookieIdentity))
  return [...earlier.filter((header) => !replaced.has(cookieIdentity(header))), ...later]
}

/**
 * Returns what a browser identifies a cookie by, as it is written here.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-5.3
 */
function cookieIdentity(header: string): string {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
  const place = attributes.filter((attribute) => /^(?:domain=|path=|partitioned$)/i.test(attribute)).sort()
  return [pair.split('=', 1)[0]?.trim(), ...place].join(';')
}
