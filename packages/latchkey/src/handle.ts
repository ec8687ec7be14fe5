import { arrive } from './arrive.ts'
import type { Context, ResolvedAuth, Result, Visit } from './contract.ts'
import { depart } from './depart.ts'
import { explain } from './explain.ts'
import { open } from './open.ts'
import { findRoute, type Route } from './routes.ts'
import { requireOwnForm } from './security/csrf.ts'

/** The life of a request. */
export async function handle(auth: ResolvedAuth, request: Request): Promise<Response> {
  const visit = arrive(auth, request) // 1. Who knocks? Nothing is believed yet, nothing can fail.
  try {
    return await depart(visit, await serve(visit)) // 6. The outcome leaves by one way out.
  } catch (error) {
    return depart(visit, explain(visit, error)) // 7. Every failure is told here, and only here; it leaves by the same way.
  }
}

/** From the door to the outcome. @throws every failure */
export async function serve(visit: Visit): Promise<Result> {
  const route = findRoute(visit) // 2. Which door?
  const ctx = await open(visit) // 3. What do they bring: form, provider.
  await guard(ctx, route) // 4. May they: our own pages, or a proof.
  return act(ctx, route) // 5. The work: one action, one file.
}

async function guard(ctx: Context, route: Route): Promise<void> {
  const proof = route.guard === 'kind' ? ctx.kind?.proof : route.guard
  if (proof === 'form' && ctx.method === 'POST') await requireOwnForm(ctx)
}

/** HEAD must change nothing: a door with an effect is not opened by it. @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2 */
async function act(ctx: Context, route: Route): Promise<Result> {
  if (ctx.method === 'HEAD' && route.effect) return { kind: 'json', status: 200, body: null }
  return route.action(ctx)
}
