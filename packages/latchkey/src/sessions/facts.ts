import type { SessionContext } from '../contract/context.ts'
import type { SessionFacts } from '../contract/sign-in.ts'

/**
 * Returns when and how this browser's user signed in, as the cookie says. Does not check whether
 * the session has ended.
 */
export async function readFacts(ctx: SessionContext): Promise<SessionFacts | undefined> {
  return (await sessions(ctx)).facts(ctx)
}

/**
 * Notes that this session's user has signed in again or sent a second factor. Copies of the cookie gain nothing.
 *
 * @returns whether the session still existed
 */
export async function confirmSession(ctx: SessionContext, facts: SessionFacts): Promise<boolean> {
  return (await sessions(ctx)).confirm(ctx, facts)
}

/**
 * Replaces the user's previous e-mail address in this browser's session. A session in the database
 * reads it from the user's row.
 */
export async function replaceAddress(
  ctx: SessionContext,
  userId: string,
  addresses: { readonly from: string | null; readonly to: string },
): Promise<void> {
  if (ctx.auth.sessions.type === 'database') return
  await (await import('./jwt/lifecycle.ts')).replaceAddress(ctx, userId, addresses)
}

/** Adds how the user has just been verified to what is known. */
export function withProof(
  { auth }: Pick<SessionContext, 'auth'>,
  facts: SessionFacts | undefined,
  proof: readonly string[],
): SessionFacts {
  return {
    amr: [...new Set([...(facts?.amr ?? []), ...proof])],
    authTime: Math.floor(auth.now() / 1000),
  }
}

function sessions({ auth }: SessionContext): Promise<{
  facts(ctx: SessionContext): Promise<SessionFacts | undefined>
  confirm(ctx: SessionContext, facts: SessionFacts): Promise<boolean>
}> {
  return auth.sessions.type === 'database' ? import('./database/continue.ts') : import('./jwt/lifecycle.ts')
}
