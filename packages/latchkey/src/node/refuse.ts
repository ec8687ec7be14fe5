import { wantsJson } from '../http/accept.ts'
import { writeNodeCookies } from '../http/cookies/node-cookies.ts'
import { UNCACHED } from '../http/cookies/write-cookies.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { isScript, refusalBody, refusalUrl, sendingPage } from '../integration/refusal.ts'
import { redirectToSignIn, unauthorized } from '../integration/sign-in-response.ts'
import type { Caller } from '../request/read-request.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { DefaultSession } from '../types/session.ts'
import { type Exchange, type NodeRequest, readUrl } from './message.ts'
import { sendWebResponse } from './response.ts'

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

/**
 * Checks what is asked of a request's session. Responds and returns `null` if the user is signed
 * out or has to confirm first.
 */
export async function protectExchange<S extends DefaultSession>(
  auth: Auth<S>,
  { req, res }: Exchange,
  caller: Caller,
  options: ProtectPageOptions,
): Promise<S | null> {
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  const path = caller.url && caller.url.pathname + caller.url.search
  const page = isRead ? path : sendingPage(auth.config, caller.headers)
  const isMultipart = req.headers['content-type']?.startsWith('multipart/form-data')
  const result = await auth.protect(caller, options, {
    page,
    target: path === undefined ? undefined : { action: path, isMultipart },
  })
  writeNodeCookies(res, result.cookies)
  // The next user of the browser must not find the page in its cache.
  if (!res.headersSent) res.setHeader('Cache-Control', UNCACHED)
  if (result.session !== null) return result.session
  const response = isScript(caller.headers)
    ? Response.json(refusalBody(result), { status: 401 })
    : new Response(null, {
        status: isRead ? 302 : 303,
        headers: { Location: refusalUrl(auth.config, caller, result, options.page ?? page) },
      })
  await sendWebResponse(res, response)
  return null
}
