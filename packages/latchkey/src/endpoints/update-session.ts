import type { Context, Result } from '../contract.ts'

/** `POST /session`: hands `data` to the application's callbacks and answers the session that comes of it. */
export async function updateSession(ctx: Context): Promise<Result> {
  return { type: 'json', status: 200, body: await ctx.auth.sessions.update(ctx, ctx.form.data) }
}
