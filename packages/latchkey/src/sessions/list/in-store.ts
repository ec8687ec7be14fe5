import { poll } from '../../async/poll.ts'
import type { ResolvedAuth } from '../../contract/context.ts'
import { StoreError } from '../../errors/services.ts'
import { hashedKey } from '../../security/hashed-key.ts'
import { leaseSeconds, withLease } from '../../security/lease.ts'
import { sealEntry, unsealEntry } from '../../security/store-entry.ts'
import { EVERYONE_KEY, idKey } from '../../security/store-keys.ts'
import { emitSecurity } from '../../security-events/emit.ts'
import { revokedUntil } from '../ending/end-tokens.ts'
import { GRACE_SECONDS } from '../ending/revocation.ts'
import type { ListedSession, SessionList } from './listed-session.ts'
import { publicId } from './public-id.ts'

/** How many sessions a user can have. A further one ends the oldest. */
const MAX_SESSIONS = 50
const SALT = 'latchkey.session-list'

type Sessions = readonly ListedSession[]

/** The list in the store: one encrypted entry for each user, whose changes take turns. */
export const storeList: SessionList = {
  async add(auth, session) {
    let displaced: Sessions = []
    await change(auth, session.userId, async (sessions) => {
      const room = MAX_SESSIONS - 1
      const kept = sessions.length > room ? await withoutEnded(auth, session.userId, sessions) : sessions
      displaced = kept.slice(room)
      return [session, ...kept.slice(0, room)]
    })
    for (const { sessionToken, userId } of displaced) {
      await auth.sessions.endById(auth, sessionToken)
      const ended = await publicId(sessionToken)
      await emitSecurity({ auth }, { type: 'sessionEnded', userId, session: ended, by: 'policy' })
    }
  },

  async read(auth, userId) {
    return withoutEnded(auth, userId, await readEntry(auth, userId))
  },

  async change(auth, { userId, sessionToken }, changes) {
    await change(auth, userId, (sessions) =>
      sessions.map((session) =>
        session.sessionToken === sessionToken ? { ...session, ...changes } : session,
      ),
    )
  },

  async forget(auth, userId) {
    await auth.store.delete(await hashedKey('session-list', userId))
  },

  async remove(auth, { userId, sessionToken }) {
    await change(auth, userId, (sessions) =>
      sessions.filter((session) => session.sessionToken !== sessionToken),
    )
  },
}

/**
 * Changes a user's list. Others that change it at the same time wait.
 *
 * @throws {StoreError} if the store fails, or a process that ended has the list
 */
async function change(
  auth: ResolvedAuth,
  userId: string,
  work: (sessions: Sessions) => Sessions | Promise<Sessions>,
): Promise<void> {
  const key = await hashedKey('session-list-in-use', userId)
  const done = await poll(() =>
    withLease(auth, [key], leaseSeconds(auth, 0), async () => {
      const sessions = await readEntry(auth, userId)
      await writeEntry(auth, userId, await work(sessions))
    }),
  )
  if (done !== undefined) return
  const message = "The list of a user's sessions is in use by another request. Try again."
  throw Object.assign(new StoreError(message), { isTemporary: true })
}

/** Returns the sessions in a user's entry that have not expired. */
async function readEntry(auth: ResolvedAuth, userId: string): Promise<Sessions> {
  const sealed = await auth.store.get(await hashedKey('session-list', userId))
  const claims = sealed ? await unsealEntry(sealed, sealingKeys(auth), auth.now()) : undefined
  if (claims?.userId !== userId || !Array.isArray(claims.sessions)) return []
  // Only `writeEntry` seals for this purpose.
  return (claims.sessions as ListedSession[]).map(withDates).filter(({ expires }) => +expires > auth.now())
}

async function writeEntry(auth: ResolvedAuth, userId: string, sessions: Sessions): Promise<void> {
  const key = await hashedKey('session-list', userId)
  if (sessions.length === 0) return void (await auth.store.delete(key))
  const latest = Math.max(...sessions.map(({ expires }) => +expires))
  const lifetime = Math.max(1, Math.ceil((latest - auth.now()) / 1000)) + GRACE_SECONDS
  const sealed = await sealEntry({ userId, sessions }, sealingKeys(auth), lifetime, auth.now())
  await auth.store.set(key, sealed, lifetime)
}

/** The store has only JSON. */
function withDates(session: ListedSession): ListedSession {
  const { createdAt, lastSeenAt, expires, authTime } = session
  return {
    ...session,
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    expires: new Date(expires),
    authTime: new Date(authTime),
  }
}

/** Returns the sessions that exist: signing out may have failed to remove one from the list. */
async function withoutEnded(auth: ResolvedAuth, userId: string, sessions: Sessions): Promise<Sessions> {
  const [ofUser, everyone, ...ended] = await Promise.all([
    revokedUntil(auth, userId),
    auth.store.get(EVERYONE_KEY),
    ...sessions.map(({ sessionToken }) => auth.store.get(idKey('ended', sessionToken))),
  ])
  const until = Math.max(ofUser, Number(everyone ?? 0))
  return sessions.filter(({ validFrom = 0 }, index) => validFrom > until && !ended[index])
}

function sealingKeys({ secrets }: ResolvedAuth): { secrets: readonly string[]; salt: string } {
  return { secrets, salt: SALT }
}
