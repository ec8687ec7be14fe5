import type { Context } from '../contract/context.ts'
import { emitSecurity } from '../security-events/emit.ts'

/** Ends the user's other sessions: a stolen one must not outlive a change of how the user signs in. */
export async function endOthers(ctx: Context, userId: string): Promise<void> {
  await ctx.auth.sessions.revoke(ctx.auth, userId, ctx)
  await emitSecurity(ctx, { type: 'sessionsRevoked', userId, by: 'user', exceptCurrent: true })
}
