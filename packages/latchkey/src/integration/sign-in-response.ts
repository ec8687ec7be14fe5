import type { ResolvedAuth } from '../contract/context.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { publicBase } from '../http/public-base.ts'
import { warnOfOtherPort } from '../security/other-port.ts'
import type { HeaderReader } from '../types/basics.ts'

/** A signed-out client's request for something that requires a session. */
interface ProtectedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: HeaderReader
}

/** Returns the response for a script without a session. */
export function unauthorized(): Response {
  return Response.json({ error: 'Please sign in.' }, { status: 401 })
}

/**
 * Returns the redirect from a protected page to the sign-in page, which leads back to the page.
 *
 * @param redirectTo another page's path
 */
export function redirectToSignIn(
  auth: ResolvedAuth,
  request: ProtectedRequest,
  redirectTo?: string,
): Response {
  // With 303, the browser does not post the form again.
  const status = request.method === 'GET' || request.method === 'HEAD' ? 302 : 303
  return new Response(null, { status, headers: { Location: redirectTo ?? signInUrl(auth, request) } })
}

/** Returns the sign-in page's URL, with the requested page's URL as `callbackUrl`. */
function signInUrl(auth: ResolvedAuth, { headers, url }: ProtectedRequest): string {
  const base = publicBase(auth, headers, url)
  // Only for the type: an untrusted host has already received the error page.
  if (base === undefined) return `${auth.basePath}/signin`
  warnOfOtherPort(auth, headers, base.origin)
  const query = { callbackUrl: `${base.origin}${url.pathname}${url.search}` }
  return namedPageUrl({ auth, base }, 'signIn', query)
}
