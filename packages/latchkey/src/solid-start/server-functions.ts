import { MissingCSRF } from '../errors/sign-in.ts'
import { compareOrigin } from '../http/fetch-metadata.ts'
import { publicBase } from '../http/public-base.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import type { StartEvent } from './event.ts'

/**
 * Returns whether a request is a call of a server function. SolidStart recognizes it by its path,
 * with any prefix, and by the id of the function.
 */
export function isServerFunctionCall({ request: { url, headers } }: Pick<StartEvent, 'request'>): boolean {
  const { pathname, searchParams } = new URL(url)
  return pathname.includes('/_server') && (headers.has('x-server-id') || searchParams.has('id'))
}

/**
 * Rejects a call of a server function that does not come from a page of the application. SolidStart
 * runs server functions for any origin and any method, so that a link could run the action of a
 * form.
 *
 * @throws {MissingCSRF} when the call is cross-origin, or neither a POST nor sent by a script
 */
export function refuseCrossOriginCall<S extends DefaultSession>(
  { config }: Auth<S>,
  { request }: StartEvent,
): void {
  const { headers, method } = request
  const { origin = '' } = publicBase(config, headers, new URL(request.url)) ?? {}
  if (compareOrigin(headers, origin) === 'cross-origin') {
    throw new MissingCSRF(
      `A server function was called from an origin other than ${origin || "the application's"}. ` +
        'If the application is served from that origin, set `AUTH_URL` to it.',
    )
  }
  if (method === 'POST' || headers.has(SCRIPT)) return
  throw new MissingCSRF(
    `A server function was called by a link, with ${method}. Call it by POST or from a script.`,
  )
}

/**
 * Header that SolidStart's script sends with every call. Links and forms cannot send it, and
 * scripts of other sites need a CORS preflight.
 */
const SCRIPT = 'x-server-instance'

/**
 * Disables SolidStart's single-flight run if the request has no valid `Referer`. The run needs the
 * URL of the page and would fail, and the action would fail with it although its work is done.
 * Without the run, the browser requests the data again.
 */
export function settleSingleFlight({ request: { headers } }: Pick<StartEvent, 'request'>): void {
  if (URL.canParse(headers.get('referer') ?? '')) return
  try {
    headers.delete('x-single-flight')
  } catch {
    // In some runtimes, the headers of a request are immutable. There the script sees a failed
    // action, but its cookies arrive.
  }
}
