import type { Context } from '../contract/context.ts'
import type { Admission, NewSession } from '../contract/sign-in.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { requestFacts } from '../security-events/request-facts.ts'
import { readToken } from '../sessions/jwt/token-cookie.ts'
import { currentKey } from '../sessions/list/current.ts'
import { sessionList } from '../sessions/list/list.ts'
import type { ListedSession } from '../sessions/list/listed-session.ts'
import { noteEnd, tokenKey } from '../sessions/list/note.ts'
import { publicId } from '../sessions/list/public-id.ts'
import { noteStored } from '../sessions/list/seen.ts'

/**
 * Looks up this browser's session before another one replaces it.
 *
 * @returns a function that adds the new session to the list of its user's sessions, which the user
 *   who has only linked an account sees as the same session
 */
export async function prepareListing(
  ctx: Context,
  admission: Admission,
): Promise<(session: NewSession) => Promise<void>> {
  const { auth } = ctx
  const previous = await currentKey(ctx)
  const continued = isContinued(admission) ? await findSession(ctx, admission, previous) : undefined
  return async (session) => {
    const { sessionToken, ...listed } = await describe(ctx, admission, session)
    const { createdAt, name } = continued ?? listed
    await sessionList(auth).add(auth, { ...listed, sessionToken, createdAt, name })
    noteStored(auth, session.sessionId)
    const { userId } = session
    if (previous !== undefined) await noteEnd(auth, { userId, sessionToken: previous })
    if (continued === undefined)
      await emitSecurity(ctx, { type: 'sessionStarted', userId, session: await publicId(sessionToken) })
  }
}

function isContinued({ identity, user }: Admission): boolean {
  return identity.startedBy !== undefined && identity.startedBy === String(user.id)
}

async function findSession(
  { auth }: Context,
  { user }: Admission,
  sessionToken: string | undefined,
): Promise<ListedSession | undefined> {
  if (sessionToken === undefined) return undefined
  const sessions = await sessionList(auth).read(auth, String(user.id))
  return sessions.find((session) => session.sessionToken === sessionToken)
}

async function describe(
  ctx: Context,
  { facts }: Admission,
  { sessionId, userId }: NewSession,
): Promise<ListedSession> {
  const { auth } = ctx
  const now = new Date(auth.now())
  const { ip = null, userAgent = null } = requestFacts(ctx)
  const isToken = auth.sessions.type !== 'database'
  const token = isToken ? await readToken(ctx) : undefined
  return {
    sessionToken: isToken ? await tokenKey(auth, sessionId) : sessionId,
    userId,
    createdAt: now,
    lastSeenAt: now,
    expires: token ? new Date(token.expiresAt * 1000) : writtenExpiry(ctx),
    validFrom: token?.issuedAt,
    ip,
    userAgent,
    amr: (facts?.amr ?? []).join(' '),
    authTime: new Date((facts?.authTime ?? Math.floor(auth.now() / 1000)) * 1000),
    name: null,
  }
}

/** Returns when the session expires whose cookie was just set. */
function writtenExpiry({ auth, base, cookies }: Context): Date {
  const { name } = base.cookies.sessionToken
  const written = cookies.written.findLast((cookie) => cookie.name === name && cookie.value !== '')
  return written?.options.expires ?? new Date(auth.now() + auth.session.maxAge * 1000)
}
