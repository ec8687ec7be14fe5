import { cookiesAfter } from '../http/cookies/after.ts'
import { readSetCookies } from '../http/cookies/node-cookies.ts'
import type { Caller } from '../request/read-request.ts'
import { type NodeRequest, type NodeResponse, readUrl } from './message.ts'
import { readHeaders } from './request.ts'

/**
 * Converts the request for the core. Its cookies are those of the request, with the changes of this
 * response.
 *
 * @param res the response; without it, cookies can only be read
 */
export function toCaller(req: NodeRequest, res?: NodeResponse): Caller {
  const headers = readHeaders(req)
  return {
    headers,
    url: readUrl(req),
    cookies: cookiesAfter(headers.get('cookie'), res ? readSetCookies(res) : []),
    canWrite: res !== undefined && !res.headersSent && req.method !== 'HEAD',
  }
}
