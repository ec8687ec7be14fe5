import type { Context } from '../contract/context.ts'
import { isRecord } from '../records/record.ts'
import type { AdapterUser } from '../types/adapter.ts'

/** A user as the database has it, or without one, what the session says. */
export type UserRow = Partial<AdapterUser> & { readonly id: string }

/** Returns a user's row. Without a database, the session has all that is known. */
export async function findUserRow(ctx: Context, userId: string): Promise<UserRow> {
  const { adapter, sessions } = ctx.auth
  if (adapter?.getUser !== undefined) return { ...(await adapter.getUser(userId)), id: userId }
  const session = await sessions.read(ctx)
  return { ...(isRecord(session?.user) && session.user), id: userId }
}
