import { writeNodeCookies } from '../http/cookies/node-cookies.ts'
import { UNCACHED } from '../http/cookies/write-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { protectRequest } from '../integration/protect-request.ts'
import type { Caller } from '../request/read-request.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Exchange } from './message.ts'
import { sendWebResponse } from './response.ts'

export { refuse } from '../integration/protect-request.ts'

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
  const { session, cookies, response } = await protectRequest(
    auth,
    { method: req.method ?? 'GET', caller },
    options,
  )
  writeNodeCookies(res, cookies)
  // The next user of the browser must not find the page in its cache.
  if (!res.headersSent) res.setHeader('Cache-Control', UNCACHED)
  if (response !== undefined) await sendWebResponse(res, response)
  return session
}
