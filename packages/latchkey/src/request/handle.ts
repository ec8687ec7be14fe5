import type { AuthRequest, Context, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { asAuthError, report } from '../log/report.ts'
import { requireSameOriginForm } from '../security/csrf.ts'
import type { Awaitable } from '../types/basics.ts'
import { explain, explainInPlace } from './explain.ts'
import { readRequest } from './read-request.ts'
import { resolveContext } from './resolve-context.ts'
import { respond } from './respond.ts'
import { findRoute, type Route } from './routes.ts'

/**
 * Handles a request from start to end. `respond` creates every response, and `explain` handles
 * every error.
 */
export async function handle(auth: ResolvedAuth, request: Request): Promise<Response> {
  const authRequest = readRequest(auth, request)
  try {
    return await respond(authRequest, await serve(authRequest))
  } catch (error) {
    return respond(authRequest, await explain(authRequest, error))
  }
}

/**
 * Sends the error page for a request that a proxy cannot check, because the configuration or the
 * address is invalid, or the database or the store is temporarily unavailable. Never redirects: the
 * application's own error page may lead through the same proxy.
 *
 * @param url the requested URL; the log contains its path
 * @throws every other failure, after logging it
 */
export async function sendErrorPage(
  authRequest: AuthRequest,
  thrown: unknown,
  url?: URL | string,
): Promise<Response> {
  const path = url && new URL(url).pathname
  const error = asAuthError(authRequest, thrown)
  const { auth, base } = authRequest
  if (error.isTemporary || auth.isConfigProblem(error) || base === undefined)
    return respond(authRequest, explainInPlace(authRequest, error, path))
  report(authRequest, error, path)
  throw error
}

/** Runs a request's endpoint. @throws every failure */
export async function serve(authRequest: AuthRequest): Promise<Result> {
  const route = findRoute(authRequest)
  const ctx = await resolveContext(authRequest)
  if (needsSameOrigin(ctx, route)) await requireSameOriginForm(ctx)
  return run(ctx, route)
}

/**
 * Returns whether a form must come from the application's own pages. If the route leaves that open,
 * the sign-in method decides.
 */
function needsSameOrigin(ctx: Context, { guard }: Route): boolean {
  const proof = guard === 'method' ? ctx.signInMethod?.proof : guard
  return proof === 'form' && ctx.method === 'POST'
}

/**
 * HEAD must not change anything, so it does not run an endpoint that does.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2
 */
function run(ctx: Context, { hasEffect, endpoint }: Route): Awaitable<Result> {
  return ctx.method === 'HEAD' && hasEffect ? { type: 'json', status: 200, body: null } : endpoint(ctx)
}
