import { andThen } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { Awaitable } from '../types/basics.ts'

/** `GET /session`: sends the session as JSON, or `null`. */
export function readSession(ctx: Context): Awaitable<Result> {
  return andThen(ctx.auth.sessions.read(ctx), (body): Result => ({ type: 'json', status: 200, body }))
}

/** `POST /session`: passes `data` to the application's callbacks and sends the session that they return. */
export async function updateSession(ctx: Context): Promise<Result> {
  return { type: 'json', status: 200, body: await ctx.auth.sessions.update(ctx, ctx.form.data) }
}
