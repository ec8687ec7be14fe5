import { andThen } from '../async/awaitable.ts'
import type { Awaitable, Context, Result } from '../contract.ts'

/** `GET /session`: the session as JSON, or `null`. */
export function readSession(ctx: Context): Awaitable<Result> {
  return andThen(ctx.auth.sessions.read(ctx), (body): Result => ({ type: 'json', status: 200, body }))
}
