import type { Context } from '../contract/context.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { listSecurityEvents } from '../security-events/read.ts'
import { currentKey } from '../sessions/list/current.ts'
import { describeSessions, requireList } from '../sessions/list/describe.ts'
import { sessionList } from '../sessions/list/list.ts'
import type { ListedSession } from '../sessions/list/listed-session.ts'
import { noteEnd } from '../sessions/list/note.ts'
import { publicId } from '../sessions/list/public-id.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { requireRecent } from '../sign-in/recent.ts'
import type { UserSecurityEvents } from '../types/current-user.ts'
import type { UserSessions } from '../types/user-sessions.ts'
import { requireChange } from './change.ts'
import { checkName } from './name.ts'

/** Returns what server code can do with a user's sessions. */
export function userSessions(ctx: Context, userId: string): UserSessions {
  const { auth } = ctx
  return {
    list: async () => describeSessions(auth, userId, await currentKey(ctx)),

    async rename(id, name) {
      const text = checkName(name)
      refuseCrossOriginCaller(ctx)
      const session = await findSession(ctx, userId, id)
      if (session !== undefined) await sessionList(auth).change(auth, session, { name: text })
      return session !== undefined
    },

    async revoke(id) {
      requireList(auth)
      refuseCrossOriginCaller(ctx)
      await requireRecent(ctx, userId)
      const session = await findSession(ctx, userId, id)
      if (session === undefined) return false
      const { sessionToken } = session
      if (sessionToken === (await currentKey(ctx))) await auth.sessions.end(ctx)
      else await auth.sessions.endById(auth, sessionToken)
      await noteEnd(auth, session)
      await emitSecurity(ctx, {
        type: 'sessionEnded',
        userId,
        session: await publicId(sessionToken),
        by: 'user',
      })
      return true
    },

    async revokeOthers() {
      requireList(auth)
      await requireChange(ctx, userId, '`user.sessions.revokeOthers` was called')
      await endOthers(ctx, userId)
    },
  }
}

/** Returns what server code can read about what happened to a user's account. */
export function userEvents({ auth }: Context, userId: string): UserSecurityEvents {
  return {
    async list(options) {
      requireList(auth)
      return listSecurityEvents(auth, userId, options)
    },
  }
}

async function findSession(
  { auth }: Context,
  userId: string,
  id: string,
): Promise<ListedSession | undefined> {
  requireList(auth)
  for (const session of await sessionList(auth).read(auth, userId))
    if ((await publicId(session.sessionToken)) === id) return session
  return undefined
}
