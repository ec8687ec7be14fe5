import type { SessionContext } from '../contract/context.ts'
import type { DecodedToken } from '../contract/session.ts'
import { extendRow } from './database/rows.ts'
import { hasRows, rowKey } from './hybrid/rows.ts'
import { noteTokenChange } from './list/note.ts'

/**
 * Extends what is stored of a session whose token is renewed.
 *
 * @returns whether the session still exists
 * @throws {AdapterError} if that is unknown
 */
export async function extend(ctx: SessionContext, { claims }: DecodedToken, expires: Date): Promise<boolean> {
  const { auth } = ctx
  if (hasRows(auth)) {
    const sessionToken = await rowKey(String(claims.jti))
    if (!(await extendRow(ctx, { sessionToken, expires }))) return false
  }
  if (auth.session.keepsFacts)
    await noteTokenChange(auth, claims, { expires, lastSeenAt: new Date(auth.now()) })
  return true
}
