import { wantsJson } from '../http/accept.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import type { Auth } from '../integration/create-auth.ts'
import { redirectToSignIn, unauthorized } from '../integration/sign-in-response.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { DefaultSession } from '../types/session.ts'
import { type NodeRequest, readUrl } from './message.ts'

/**
 * Returns the response to a request that needs a session and has none: a redirect to the sign-in
 * page for a page, status 401 for a script.
 */
export function refuse<S extends DefaultSession>(
  { config }: Auth<S>,
  req: NodeRequest,
  headers: HeaderReader,
): Response {
  const url = readUrl(req)
  if (wantsJson(headers) || !isPageLoad(headers) || url === undefined) return unauthorized()
  return redirectToSignIn(config, { headers, method: req.method ?? 'GET', url })
}
