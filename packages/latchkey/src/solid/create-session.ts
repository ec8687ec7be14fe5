import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup, untrack } from 'solid-js'
import { isServer } from 'solid-js/web'
import type { RefetchPolicy } from '../client/keep-fresh.ts'
import { pageClient } from '../client/page-client.ts'
import { toState } from '../client/session-store.ts'
import type { SessionState } from '../client/types.ts'
import type { Session } from '../types/session.ts'
import { keepPageFresh } from './keep-page-fresh.ts'

/** Options of `createSession`: where the session is read, and when it is read again. */
export interface CreateSessionOptions extends RefetchPolicy {
  /** The server endpoints' base path. Default: `/api/auth`. */
  basePath?: string
}

/**
 * Returns the page's session as a signal, synchronized with the server and the other tabs. All of a
 * page's components share one session.
 *
 * @param serverSession the session from the server; `null` if the user is signed out, `undefined`
 *   until it is known. Each new value replaces the page's session. Without this parameter, the
 *   session is read after the page has loaded
 * @example
 * ```tsx
 * import { createSession } from 'latchkey/solid'
 *
 * export function Greeting() {
 *   const session = createSession()
 *   const name = () => session().data?.user?.name ?? 'Signed out'
 *   return <p>{session().status === 'loading' ? '…' : name()}</p>
 * }
 * ```
 */
export function createSession(
  serverSession?: Accessor<Session | null | undefined>,
  { basePath, ...policy }: CreateSessionOptions = {},
): Accessor<SessionState> {
  // A server renders pages for many users, so it must not use the shared client.
  if (isServer) return () => toState(serverSession?.())
  if (basePath !== undefined) pageClient.configure({ basePath })
  const { session } = pageClient
  const [state, setState] = createSignal(session.get())
  const refreshState = (): void => void setState(session.get())
  const applyServerSession = createApply()
  const isPending = createMemo(() => serverSession !== undefined && serverSession() === undefined)
  createEffect(() => {
    if (isPending()) return
    // Before the subscription, which causes a read if no session is known.
    if (serverSession) {
      applyServerSession(untrack(serverSession))
      createEffect(on(serverSession, applyServerSession, { defer: true }))
    }
    onCleanup(session.subscribe(refreshState))
    onCleanup(keepPageFresh(policy))
    refreshState()
  })
  // The session of the page takes precedence over the one from the server, which may be older.
  return () => (state().data === undefined && serverSession ? toState(serverSession()) : state())
}

/**
 * Returns a function that sets the page's session from the server: the first value only if no
 * session is known yet, and later values if their content differs from the last one.
 */
function createApply(): (reported: Session | null | undefined) => void {
  const { session } = pageClient
  let applied: string | undefined
  return (reported) => {
    const content = JSON.stringify(reported)
    if (reported === undefined || content === applied) return
    if (applied !== undefined || session.get().data === undefined) session.set(reported)
    applied = content
  }
}
