import type { Context, Result } from '../contract.ts'

/** `GET /session`: the session as JSON, or `null`. */
export async function readSession(ctx: Context): Promise<Result> {
  return { kind: 'json', status: 200, body: await ctx.auth.sessions.read(ctx) }
}
