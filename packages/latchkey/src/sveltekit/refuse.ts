import { error, type RequestEvent, redirect } from '@sveltejs/kit'
import type { ResolvedAuth } from '../contract/context.ts'
import { isScript, type Refused, refusalBody, refusalUrl } from '../integration/refusal.ts'
import { isFromKitScript } from './routed-path.ts'

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
