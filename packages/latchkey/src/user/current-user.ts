import type { Context } from '../contract/context.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser } from '../types/current-user.ts'

/** Writes the cookies that a method of the user sets. */
export type WriteCookies = (cookies: readonly Cookie[]) => Awaitable<void>

/**
 * Returns the user who is signed in, or `null`. Its methods are loaded with their first call.
 *
 * @param write without it, no cookie is written
 */
export async function currentUserOf(ctx: Context, write?: WriteCookies): Promise<CurrentUser | null> {
  const id = await ctx.auth.sessions.userId(ctx)
  await write?.(ctx.cookies.written)
  return id === undefined ? null : ({ id } as CurrentUser)
}
