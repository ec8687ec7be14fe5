import type { ResolvedAuth } from '../contract/context.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { publicBase } from '../http/public-base.ts'
import { warnOfOtherPort } from '../security/other-port.ts'
import type { HeaderReader } from '../types/basics.ts'

/** A request of a signed-out client for something that needs a session. */
interface ProtectedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: HeaderReader
}

/** Returns the response for a script that has no session. */
export function unauthorized(): Response {
  return Response.json({ error: 'Please sign in.' }, { status: 401 })
}

/**
 * Returns the redirect from a protected page to the sign-in page, which leads back to the page.
 *
 * @param redirectTo path of another page
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

/** Returns the URL of the sign-in page, with the URL of the requested page as `callbackUrl`. */
function signInUrl(auth: ResolvedAuth, { headers, url }: ProtectedRequest): string {
  const base = publicBase(auth, headers, url)
  // Only for the type: for a host that is not trusted, the error page was sent already.
  if (base === undefined) return `${auth.basePath}/signin`
  warnOfOtherPort(auth, headers, base.origin)
  const query = { callbackUrl: `${base.origin}${url.pathname}${url.search}` }
  return namedPageUrl({ auth, base }, 'signIn', query)
}
