import { error, type RequestEvent, redirect } from '@sveltejs/kit'
import type { ResolvedAuth } from '../contract/context.ts'
import type { ProtectedPlace } from '../integration/protect.ts'
import { asksOnlyForSession, type ProtectPageOptions } from '../integration/protect-options.ts'
import { isScript, type Refused, refusalBody, refusalUrl } from '../integration/refusal.ts'
import type { DefaultSession } from '../types/session.ts'
import type { RequestSession } from './request-session.ts'
import { isFromKitScript, requestedPage } from './routed-path.ts'

/**
 * Returns the session for a load function, an action, an endpoint or a remote function.
 *
 * @throws SvelteKit's redirect, or its error 401 for a script's request to an endpoint
 */
export async function protectSession<S extends DefaultSession>(
  current: RequestSession<S>,
  event: RequestEvent,
  options: ProtectPageOptions = {},
): Promise<S> {
  // Without options, all functions share the session of their request.
  const shared = asksOnlyForSession(options) ? await current.read() : null
  if (shared !== null) return shared
  const { auth } = current
  const place = placeOf(event)
  const result = await auth.protect(current.caller(), options, place)
  current.write(result.cookies)
  return result.session ?? refuse(auth.config, event, result, options.page ?? place.page)
}

/**
 * Leads the user on.
 *
 * @param page the page to return to after signing in
 * @throws SvelteKit's redirect, or its error 401 for a script's request to an endpoint
 */
export function refuse(
  auth: ResolvedAuth,
  event: RequestEvent,
  result: Refused,
  page: string | undefined,
): never {
  const { headers } = event.request
  const caller = { headers, url: event.url }
  // SvelteKit sends it as JSON to a client that accepts it.
  if (!isFromKitScript(event) && event.route.id !== null && isScript(headers))
    error(401, { message: refusalBody(result).error, ...refusalBody(result) })
  redirect(303, refusalUrl(auth, caller, result, page), { external: true })
}

/**
 * Returns the page to return to, and where a form is sent again: the query of a form action's URL
 * names the action. A remote function's form cannot be sent again.
 */
function placeOf(event: RequestEvent): ProtectedPlace {
  const { pathname, search } = requestedPage(event)
  const { url, isRemoteRequest } = event
  const isRemoteForm = isRemoteRequest || url.searchParams.has('/remote')
  return {
    page: pathname + search,
    target: { action: url.pathname + url.search },
    isUnrepeatable: isRemoteForm,
  }
}
