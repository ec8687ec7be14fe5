import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { AuthError, getFacts } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { UntrustedHost } from '../errors/configuration.ts'
import { SignOutError } from '../errors/provider.ts'
import { RETURN_REDIRECT } from '../http/accept.ts'
import { asAuthError, report } from '../log/report.ts'
import { emitFailure } from '../security-events/emit-failure.ts'
import type { Cookie } from '../types/cookies.ts'
import { explain } from './explain.ts'
import { serve } from './handle.ts'
import { readRequest } from './read-request.ts'
import { respond, toResponseData } from './respond.ts'

/**
 * A request's result as plain data, for server code that writes cookies and redirects itself.
 */
export interface RawResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A JSON response's value, or a page's HTML. */
  readonly body?: unknown
  /** The absolute URL to go to next. */
  readonly redirect?: string
  readonly cookies?: readonly Cookie[]
}

/**
 * What `Auth` returns with `raw`: the result, or a `Response` if there is none, for example with an
 * invalid configuration or an unknown path.
 */
export type RawResult =
  | RawResponse
  | (Response & { readonly cookies?: undefined; readonly redirect?: undefined })

/**
 * Handles a request like `handle`, and returns the result as plain data.
 *
 * @throws {AuthError} the failure, after logging it; a caller that sends `X-Auth-Return-Redirect`
 *   gets it as a response instead
 */
export async function handleRaw(auth: ResolvedAuth, request: Request): Promise<RawResult> {
  const authRequest = readRequest(auth, request)
  try {
    return await rawResponse(authRequest, await serve(authRequest))
  } catch (thrown) {
    const error = asAuthError(authRequest, thrown)
    const isUnexpected = !(thrown instanceof AuthError || error instanceof CallbackRouteError)
    if (isUnexpected || isForClient(authRequest, error))
      return respond(authRequest, await explain(authRequest, error))
    // If it were thrown, the caller could not delete the cookie.
    if (error instanceof SignOutError) return rawResponse(authRequest, await explain(authRequest, error))
    await emitFailure(authRequest, error, report(authRequest, error))
    throw error
  }
}

/**
 * Returns whether calling code can do nothing about a failure: it is in the configuration or in the
 * request itself.
 */
function isForClient({ auth, headers }: AuthRequest, error: AuthError): boolean {
  if (headers.get(RETURN_REDIRECT) !== null) return true
  return auth.isConfigProblem(error) || error instanceof UntrustedHost || getFacts(error).place === 'response'
}

async function rawResponse(authRequest: AuthRequest, result: Result): Promise<RawResponse> {
  const cookies = authRequest.method === 'HEAD' ? [] : authRequest.cookies.written
  if (result.type === 'redirect') return { redirect: result.url, cookies }
  const { status, headers, body } = await toResponseData(authRequest, result)
  return { status, headers, body: result.type === 'json' ? result.body : body, cookies }
}
