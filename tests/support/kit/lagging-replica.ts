import type { Adapter } from 'latchkey'
import memory from 'latchkey/adapters/memory'

type SessionRecord = Awaited<ReturnType<Required<Adapter>['getSessionAndUser']>>

/** A database with a copy from which sessions are read, and which lags behind on demand. */
export interface LaggingReplica {
  readonly adapter: Adapter
  /** Stops the copy: it no longer changes. */
  pause(): void
  catchUp(): void
  /** Returns what was read since its last call. */
  reads(): string[]
}

export function laggingReplica(): LaggingReplica {
  const primary = memory()
  const copy = new Map<string, SessionRecord>()
  const waiting: (() => void)[] = []
  const reads: string[] = []
  let isPaused = false
  const replicate = (change: () => void): void => {
    if (isPaused) waiting.push(change)
    else change()
  }
  return {
    adapter: {
      ...primary,
      ...replicatedWrites(primary, copy, replicate),
      getSessionAndUser(sessionToken) {
        reads.push('replica')
        return structuredClone(copy.get(sessionToken) ?? null)
      },
      getSessionAndUserFromPrimary(sessionToken) {
        reads.push('primary')
        return primary.getSessionAndUser(sessionToken)
      },
    },
    pause() {
      isPaused = true
    },
    catchUp() {
      isPaused = false
      for (const change of waiting.splice(0)) change()
    },
    reads: () => reads.splice(0),
  }
}

function replicatedWrites(
  primary: ReturnType<typeof memory>,
  copy: Map<string, SessionRecord>,
  replicate: (change: () => void) => void,
): Adapter {
  const replicateSession = async (sessionToken: string): Promise<void> => {
    const found = await primary.getSessionAndUser(sessionToken)
    replicate(() => copy.set(sessionToken, found))
  }
  const replicateDeletion = (userId: string): void =>
    replicate(() => {
      for (const [token, found] of copy) if (found?.user.id === userId) copy.delete(token)
    })
  return {
    async createSession(session) {
      const created = await primary.createSession(session)
      await replicateSession(session.sessionToken)
      return created
    },
    async updateSession(changes) {
      const updated = await primary.updateSession(changes)
      await replicateSession(changes.sessionToken)
      return updated
    },
    deleteSession(sessionToken) {
      replicate(() => copy.delete(sessionToken))
      return primary.deleteSession(sessionToken)
    },
    deleteSessionsByUserId(userId) {
      replicateDeletion(userId)
      return primary.deleteSessionsByUserId(userId)
    },
    deleteUser(userId) {
      replicateDeletion(userId)
      return primary.deleteUser(userId)
    },
  }
}
