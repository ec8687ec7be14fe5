import { BadRequest, UntrustedHost } from './errors.ts'
import type { Auth, SessionResult } from './integration/create-auth.ts'
import type { Caller } from './request/read-request.ts'
import type { DefaultSession } from './types/session.ts'

const nobody: SessionResult<never> = { session: null, cookies: [] }

/**
 * With a configuration or address that cannot be used nobody is signed in; the log has the reason.
 * A session that could not be found out is no answer at all: that error goes on.
 */
export async function readOrNobody<S extends DefaultSession>(
  auth: Auth<S>,
  caller: Caller,
): Promise<SessionResult<S>> {
  try {
    return await auth.session(caller)
  } catch (error) {
    if (auth.config.isConfigProblem(error) || error instanceof UntrustedHost || error instanceof BadRequest)
      return nobody
    throw error
  }
}
