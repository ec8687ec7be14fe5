import { isPending } from '../async/awaitable.ts'
import type { Context, ResolvedAuth } from '../contract/context.ts'
import { asAuthError, report } from '../log/report.ts'
import { type Caller, readServerCall, type ServerCall } from '../request/read-request.ts'
import { resolveContext } from '../request/resolve-context.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * Runs a call from the application's server code like a request whose form was read.
 *
 * @throws the failure, after logging it
 */
export async function runServerCall<T>(
  auth: ResolvedAuth,
  caller: Caller | Request,
  call: ServerCall,
  work: (ctx: Context) => Awaitable<T>,
): Promise<T> {
  const authRequest = readServerCall(auth, caller, call)
  try {
    const value = work(await resolveContext(authRequest))
    return isPending(value) ? await value : value
  } catch (thrown) {
    const error = asAuthError(authRequest, thrown)
    report(authRequest, error)
    throw error
  }
}
