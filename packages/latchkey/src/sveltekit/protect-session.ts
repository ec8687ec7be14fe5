import type { RequestEvent } from '@sveltejs/kit'
import type { ProtectedPlace } from '../integration/protect.ts'
import { asksOnlyForSession, type ProtectPageOptions } from '../integration/protect-options.ts'
import type { DefaultSession } from '../types/session.ts'
import { refuse } from './refuse.ts'
import type { RequestSession } from './request-session.ts'
import { requestedPage } from './routed-path.ts'

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
