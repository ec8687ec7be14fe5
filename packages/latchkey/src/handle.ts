import { arrive } from './arrive.ts'
import { andThen } from './awaitable.ts'
import type { Awaitable, Context, ResolvedAuth, Result, Visit } from './contract.ts'
import { depart } from './depart.ts'
import { explain } from './explain.ts'
import { open } from './open.ts'
import { findRoute, type Route } from './routes.ts'
import { requireOwnForm } from './security/csrf.ts'

/** The life of a request. */
export async function handle(auth: ResolvedAuth, request: Request): Promise<Response> {
  const visit = arrive(auth, request) // 1. Who knocks? Nothing is believed yet, nothing can fail.
  try {
    return await andThen(serve(visit), (result) => depart(visit, result)) // 6. The outcome leaves by one way out.
  } catch (error) {
    return depart(visit, explain(visit, error)) // 7. Every failure is told here, and only here; it leaves by the same way.
  }
}

/** From the door to the outcome. @throws every failure */
export function serve(visit: Visit): Awaitable<Result> {
  const route = findRoute(visit) // 2. Which door?
  const opened = open(visit) // 3. What do they bring: form, provider.
  const allowed = andThen(opened, (ctx) => guard(ctx, route)) // 4. May they: our own pages, or a proof.
  return andThen(allowed, (ctx) => act(ctx, route)) // 5. The work: one action, one file.
}

/** The same visit, if it may go on. @throws {MissingCSRF} */
function guard(ctx: Context, route: Route): Awaitable<Context> {
  const proof = route.guard === 'kind' ? ctx.kind?.proof : route.guard
  return proof === 'form' && ctx.method === 'POST' ? requireOwnForm(ctx).then(() => ctx) : ctx
}

/** HEAD must change nothing: a door with an effect is not opened by it. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2 */
function act(ctx: Context, route: Route): Awaitable<Result> {
  if (ctx.method === 'HEAD' && route.effect) return { kind: 'json', status: 200, body: null }
  return route.action(ctx)
}
