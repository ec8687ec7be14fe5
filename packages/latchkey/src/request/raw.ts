import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { AuthError, CallbackRouteError, factsOf, UntrustedHost } from '../errors.ts'
import { RETURN_REDIRECT } from '../http/accept.ts'
import type { Cookie } from '../types/cookies.ts'
import { explain } from './explain.ts'
import { serve } from './handle.ts'
import { readRequest } from './read-request.ts'
import { asAuthError, report } from './report.ts'
import { respond, responseDataOf } from './respond.ts'

/** The outcome of a request as plain data, for server code that writes cookies and redirects by itself. */
export interface RawResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON as the value that it is of, a page as text. */
  readonly body?: unknown
  /** Where to go next: absolute. */
  readonly redirect?: string
  readonly cookies?: readonly Cookie[]
}

/** What `Auth` gives with `raw`: the outcome; a `Response` where there was none, as with a broken configuration or an unknown path. */
export type RawResult =
  | RawResponse
  | (Response & { readonly cookies?: undefined; readonly redirect?: undefined })

/**
 * Answers a request with its outcome as plain data. It goes the way of every request; only how it leaves is another.
 *
 * @throws {AuthError} what failed, after it was logged; not for a caller who sends `X-Auth-Return-Redirect`, who reads it from a response
 */
export async function handleRaw(auth: ResolvedAuth, request: Request): Promise<RawResult> {
  const authRequest = readRequest(auth, request)
  try {
    return await recordOf(authRequest, await serve(authRequest))
  } catch (thrown) {
    const error = asAuthError(authRequest, thrown)
    const isUnforeseen = !(thrown instanceof AuthError || error instanceof CallbackRouteError)
    if (isUnforeseen || isForResponse(authRequest, error))
      return respond(authRequest, explain(authRequest, error))
    report(authRequest, error)
    throw error
  }
}

/** Failures that a caller cannot do anything about: of the configuration, and of the request itself. */
function isForResponse({ auth, headers }: AuthRequest, error: AuthError): boolean {
  if (headers.get(RETURN_REDIRECT) !== null) return true
  return auth.isConfigProblem(error) || error instanceof UntrustedHost || factsOf(error).place === 'response'
}

async function recordOf(authRequest: AuthRequest, result: Result): Promise<RawResponse> {
  const cookies = authRequest.method === 'HEAD' ? [] : authRequest.cookies.written
  if (result.type === 'redirect') return { redirect: result.url, cookies }
  const { status, headers, body } = await responseDataOf(authRequest, result)
  return { status, headers, body: result.type === 'json' ? result.body : body, cookies }
}
