import type { SessionContext } from '../../contract/context.ts'
import type { AdmittedUser } from '../../contract/sign-in.ts'
import { SessionError } from '../../errors/session.ts'
import { shapeToken } from '../callbacks.ts'
import { remove, sessionAdapter } from '../database/rows.ts'
import { signInClaims } from '../sign-in-claims.ts'

/** A session that the application has stored itself. */
interface EncodedSession {
  /** As the browser receives it. */
  readonly token: string
  readonly expires: Date
}

/**
 * Returns the session whose token the application's own `jwt.encode` returned. Applications that
 * sign in with passwords over database sessions create it in a callback or in `jwt.encode`: a
 * second session would stay behind when the user signs out. If the function returns anything else,
 * there is no session.
 *
 * @throws {SessionError} if the database has its token, and should have a hash of it
 */
export async function findEncodedSession(
  ctx: SessionContext,
  admitted: AdmittedUser,
): Promise<EncodedSession | undefined> {
  const { auth, base } = ctx
  const claims = await shapeToken(ctx, signInClaims(admitted))
  if (claims === null) return undefined
  const times = { now: auth.now(), lifetime: auth.session.maxAge }
  const { token } = await auth.sessionCodec.encode(claims, base.cookies.sessionToken.name, times)
  const found = await sessionAdapter(ctx).getSessionAndUser(token)
  // A session of another user may be left in the browser.
  if (!found || String(found.user.id) !== String(admitted.user.id)) return undefined
  if (!auth.session.hashesToken) return { token, expires: new Date(found.session.expires) }
  await remove(ctx, token)
  throw new SessionError(
    '`jwt.encode` returned the token for a session that your code stored. Remove `jwt.encode` and the ' +
      'code that stores the session: Latchkey stores one for each sign-in. Or set ' +
      '`session: { hashToken: false }`.',
  )
}
