import type { IncomingMessage, ServerResponse } from 'node:http'
import { NextRequest } from 'next/server.js'
import { readNodeHeaders } from '../http/node-headers.ts'
import type { DefaultSession } from '../types/session.ts'
import { reportedUrl, toCaller } from './caller.ts'
import type { AuthOf } from './config.ts'

/** The part of the `getServerSideProps` context that the session needs. */
export interface PagesContext {
  req: IncomingMessage
  res: ServerResponse
}

/**
 * Returns a request's session in the Pages Router. Adds the session's renewal to the response,
 * unless its headers were already sent.
 */
export async function pagesSession<S extends DefaultSession>(
  authFor: AuthOf<S>,
  context: Partial<PagesContext>,
): Promise<S | null> {
  const { request, res } = pagesRequest(context, 'auth')
  const { auth } = await authFor(request)
  const { session, cookies } = await auth.session({ ...toCaller(request), canWrite: !res.headersSent })
  // Loaded with the first renewal: a proxy has no response of Node.js.
  if (cookies.length > 0) (await import('../http/cookies/node-cookies.ts')).nodeCookieWriter(res)(cookies)
  return session
}

/**
 * Returns the request, converted for configuration functions, and its response.
 *
 * @param name the function of Latchkey that was called, for the error message
 * @throws {TypeError} without a response
 */
export function pagesRequest(
  { req, res }: Partial<PagesContext>,
  name: string,
): { request: NextRequest; res: ServerResponse } {
  if (req && res) return { request: readRequest(req), res }
  throw new TypeError(`\`${name}\` was called without the response. Call \`${name}(request, response)\`.`)
}

/**
 * Converts the request to an App Router request without a body, so that configuration functions
 * receive only one type of request.
 */
function readRequest({ url = '/', method, headers: sent }: IncomingMessage): NextRequest {
  const headers = readNodeHeaders(sent)
  const origin = reportedUrl(headers)?.origin ?? `http://${headers.get('host')}`
  return new NextRequest(URL.parse(`${origin}${url}`) ?? 'http://localhost', { method, headers })
}
