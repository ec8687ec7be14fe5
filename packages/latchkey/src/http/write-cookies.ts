import type { Cookie } from '../types/cookies.ts'
import { serializeCookie } from './set-cookie.ts'

/** `Cache-Control` of a response that sets a cookie of one user. */
export const UNCACHED = 'private, no-store'

/**
 * Adds cookies to the headers of a response, and prevents caches from storing it. Without cookies,
 * the headers stay as they are.
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
  for (const cookie of cookies) headers.append('Set-Cookie', serializeCookie(cookie))
  headers.set('Cache-Control', UNCACHED)
}
