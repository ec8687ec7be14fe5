import { MissingCSRF } from '../errors.ts'
import { compareOrigin } from '../http/fetch-metadata.ts'
import { publicBase } from '../http/public-base.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { DefaultSession } from '../types/session.ts'
import type { StartEvent } from './event.ts'

/** Is this a call of a server function? SolidStart knows it by its path, with whatever stands in front of all paths, and by the name of the function. */
export function isServerFunctionCall({ request: { url, headers } }: Pick<StartEvent, 'request'>): boolean {
  const { pathname, searchParams } = new URL(url)
  return pathname.includes('/_server') && (headers.has('x-server-id') || searchParams.has('id'))
}

/**
 * Passes the call of a server function only when a page of our own makes it. SolidStart itself runs any of them for any site, and for any method:
 * without this a link could call what a form does.
 *
 * @throws {MissingCSRF}
 */
export function refuseCrossOriginCall<S extends DefaultSession>(
  { config }: Auth<S>,
  { request }: StartEvent,
): void {
  const { headers, method } = request
  const { origin = '' } = publicBase(config, headers, new URL(request.url)) ?? {}
  if (compareOrigin(headers, origin) === 'cross-origin') {
    throw new MissingCSRF(`A server function was called from another origin than ${origin}; it was refused.`)
  }
  if (method === 'POST' || headers.has(SCRIPT)) return
  throw new MissingCSRF(
    `A server function was called by a link, with ${method}; it was refused. Pages call them by POST, or by script.`,
  )
}

/** Scripts of SolidStart send it with every call. No link or form can, and no script of another site without being asked for leave. */
const SCRIPT = 'x-server-instance'

/**
 * Has SolidStart do without a single-flight run where the browser names no page to run it for: the run would fail, and with it the action whose
 * work is done. The browser asks again for what it shows.
 */
export function settleSingleFlight({ request: { headers } }: Pick<StartEvent, 'request'>): void {
  if (URL.canParse(headers.get('referer') ?? '')) return
  try {
    headers.delete('x-single-flight')
  } catch {
    // Some run times let nobody change the headers of a request. There the action fails for its script; what it wrote arrives all the same.
  }
}
