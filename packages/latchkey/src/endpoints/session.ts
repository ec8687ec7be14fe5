import { isPending } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import type { JsonResult, Result } from '../contract/result.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession } from '../types/session.ts'

/** `GET /session`: sends the session as JSON, or `null`. */
export function readSession(ctx: Context): Awaitable<Result> {
  const session = ctx.auth.sessions.read(ctx)
  return isPending(session) ? session.then(json) : json(session)
}

/**
 * `POST /session`: passes `data` to the application's callbacks and sends the session that they
 * return.
 */
export async function updateSession(ctx: Context): Promise<Result> {
  return json(await ctx.auth.sessions.update(ctx, ctx.form.data))
}

function json(session: DefaultSession | null): JsonResult {
  return { type: 'json', status: 200, body: session }
}
