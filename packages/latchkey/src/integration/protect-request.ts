import { wantsJson } from '../http/accept.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import type { Caller } from '../request/read-request.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Auth, SessionResult } from './create-auth.ts'
import type { ProtectPageOptions } from './protect-options.ts'
import { isScript, refusalBody, refusalUrl, sendingPage } from './refusal.ts'
import { redirectToSignIn, unauthorized } from './sign-in-response.ts'

/** A request for something that needs a session. */
export interface ProtectedCall {
  readonly method: string
  readonly caller: Caller
}

/** The session and its cookies, or the response to send instead. */
export type ProtectedResult<S extends DefaultSession> =
  | (SessionResult<S> & { readonly session: S; readonly response?: undefined })
  | (SessionResult<S> & { readonly session: null; readonly response: Response })

/**
 * Returns the response to a request that needs a session and has none: a redirect to the sign-in
 * page for a page, status 401 for a script.
 */
export function refuse<S extends DefaultSession>(
  { config }: Auth<S>,
  { method, caller }: ProtectedCall,
): Response {
  const { headers, url } = caller
  if (wantsJson(headers) || !isPageLoad(headers) || url === undefined) return unauthorized()
  return redirectToSignIn(config, { headers, method, url })
}

/** Checks what is asked of a request's session, besides that it exists. */
export async function protectRequest<S extends DefaultSession>(
  auth: Auth<S>,
  { method, caller }: ProtectedCall,
  options: ProtectPageOptions,
): Promise<ProtectedResult<S>> {
  const { headers, url } = caller
  const isRead = method === 'GET' || method === 'HEAD'
  const path = url && url.pathname + url.search
  const page = isRead ? path : sendingPage(auth.config, headers)
  const isMultipart = headers.get('content-type')?.startsWith('multipart/form-data')
  const result = await auth.protect(caller, options, {
    page,
    target: path === undefined ? undefined : { action: path, isMultipart },
  })
  const { session, cookies } = result
  if (session !== null) return { session, cookies }
  const response = isScript(headers)
    ? Response.json(refusalBody(result), { status: 401 })
    : new Response(null, {
        status: isRead ? 302 : 303,
        headers: { Location: refusalUrl(auth.config, caller, result, options.page ?? page) },
      })
  return { session, cookies, response }
}
