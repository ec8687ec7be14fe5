import { andThen } from '../async/awaitable.ts'
import type { AuthRequest, Context, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { requireSameOriginForm } from '../security/csrf.ts'
import type { Awaitable } from '../types/basics.ts'
import { explain } from './explain.ts'
import { readRequest } from './read-request.ts'
import { resolveContext } from './resolve-context.ts'
import { respond } from './respond.ts'
import { findRoute, type Route } from './routes.ts'

/** The life of a request. */
export async function handle(auth: ResolvedAuth, request: Request): Promise<Response> {
  const authRequest = readRequest(auth, request) // 1. Who knocks? Nothing is believed yet, nothing can fail.
  try {
    return await andThen(serve(authRequest), (result) => respond(authRequest, result)) // 6. The outcome leaves by one way out.
  } catch (error) {
    return respond(authRequest, explain(authRequest, error)) // 7. Every failure is told here, and only here; it leaves by the same way.
  }
}

/** From the door to the outcome. @throws every failure */
export function serve(authRequest: AuthRequest): Awaitable<Result> {
  const route = findRoute(authRequest) // 2. Which door?
  const opened = resolveContext(authRequest) // 3. What do they bring: form, provider.
  const allowed = andThen(opened, (ctx) => guard(ctx, route)) // 4. May they: our own pages, or a proof.
  return andThen(allowed, (ctx) => act(ctx, route)) // 5. The work: one action, one file.
}

/** The same visit, if it may go on. @throws {MissingCSRF} */
function guard(ctx: Context, route: Route): Awaitable<Context> {
  const proof = route.guard === 'method' ? ctx.signInMethod?.proof : route.guard
  return proof === 'form' && ctx.method === 'POST' ? requireSameOriginForm(ctx).then(() => ctx) : ctx
}

/** HEAD must change nothing: a door with an effect is not opened by it. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2 */
function act(ctx: Context, route: Route): Awaitable<Result> {
  if (ctx.method === 'HEAD' && route.effect) return { type: 'json', status: 200, body: null }
  return route.endpoint(ctx)
}
