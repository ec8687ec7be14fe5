import type { ResolvedAuth } from '../../contract/context.ts'
import { accountStorage, type MethodsOf } from '../../persistence/account-methods.ts'
import type { SessionDetails } from '../../types/account-records.ts'
import type { AdapterSession } from '../../types/adapter.ts'
import type { SessionList } from './listed-session.ts'

/** The list in the database, beside the sessions table. */
export const adapterList: SessionList = {
  async add(auth, session) {
    await methodsOf(auth).createSessionDetails(toRow(session))
  },

  async read(auth, userId) {
    const listed = await methodsOf(auth).listSessionDetails(userId)
    const found = await Promise.all(
      listed.map(async (details) => {
        const session = await findSession(auth, details)
        return session && { ...details, expires: new Date(session.expires) }
      }),
    )
    // The rows of sessions that ended are deleted by the next call.
    await Promise.all(
      listed
        .filter((_, index) => found[index] === undefined)
        .map(({ sessionToken }) => methodsOf(auth).deleteSessionDetails(sessionToken)),
    )
    return found.filter((details) => details !== undefined)
  },

  async change(auth, { userId, sessionToken }, changes) {
    const methods = methodsOf(auth)
    const next = changes.sessionToken
    if (next === undefined || next === sessionToken) {
      const { validFrom: _, ...columns } = changes
      await methods.touchSessionDetails({ ...columns, sessionToken })
      return
    }
    const previous = (await methods.listSessionDetails(userId)).find(
      (details) => details.sessionToken === sessionToken,
    )
    if (previous === undefined) return
    await methods.createSessionDetails(toRow({ ...previous, ...changes }))
    await methods.deleteSessionDetails(sessionToken)
  },

  async forget(auth, userId) {
    const methods = methodsOf(auth)
    for (const { sessionToken } of await methods.listSessionDetails(userId))
      await methods.deleteSessionDetails(sessionToken)
  },

  async remove(auth, { sessionToken }) {
    await methodsOf(auth).deleteSessionDetails(sessionToken)
  },
}

function methodsOf(auth: ResolvedAuth): MethodsOf<'sessionDetails'> {
  return accountStorage(auth).methods('sessionDetails')
}

/** Returns a session that exists and has not expired. */
async function findSession(
  { adapter, now }: ResolvedAuth,
  { sessionToken, userId }: SessionDetails,
): Promise<AdapterSession | undefined> {
  const found = await adapter?.getSessionAndUser?.(sessionToken)
  if (!found || String(found.user.id) !== String(userId)) return undefined
  return new Date(found.session.expires).getTime() > now() ? found.session : undefined
}

function toRow({ validFrom: _, ...row }: SessionDetails & { readonly validFrom?: unknown }): SessionDetails {
  return row
}
