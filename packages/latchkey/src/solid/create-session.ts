import { type Accessor, createEffect, createMemo, createSignal, on, onCleanup } from 'solid-js'
import { isServer } from 'solid-js/web'
import { keepFresh, type RefetchPolicy } from '../client/keep-fresh.ts'
import { pageClient } from '../client/page-client.ts'
import { stateOf } from '../client/session-store.ts'
import type { SessionState } from '../client/types.ts'
import type { Session } from '../types/session.ts'

/** Where the session is read, and when it may be old. */
export interface CreateSessionOptions extends RefetchPolicy {
  /** Path below which the server's doors are. Default: `/api/auth`. */
  basePath?: string
}

/**
 * The session of the page as a signal, in step with the server and the other tabs. All components of a page share one.
 *
 * @param given what the server knows: a session, `null` for nobody, `undefined` while that is not known. Each one that it tells is taken over.
 *   Without it the session is read when the page has loaded
 * @example
 * ```tsx
 * import { createSession } from 'latchkey/solid'
 *
 * export function Greeting() {
 *   const session = createSession()
 *   return <p>{session().status === 'loading' ? '…' : (session().data?.user?.name ?? 'Nobody')}</p>
 * }
 * ```
 */
export function createSession(
  given?: Accessor<Session | null | undefined>,
  { basePath, ...policy }: CreateSessionOptions = {},
): Accessor<SessionState> {
  // On a server there is no page whose session it could be.
  if (isServer) return () => stateOf(given?.())
  if (basePath !== undefined) pageClient.configure({ basePath })
  const { session } = pageClient
  const [known, setKnown] = createSignal(session.get())
  const show = (): void => void setKnown(session.get())
  if (given) takeOver(given)
  // Who listens has the session read; not while the server is about to tell it.
  const isToldSoon = createMemo(() => given !== undefined && given() === undefined)
  createEffect(() => {
    if (isToldSoon()) return
    onCleanup(session.subscribe(show))
    onCleanup(keepFresh(session, policy))
    show()
  })
  // What was learned here goes before what was given, which may be older.
  return () => (known().data === undefined && given ? stateOf(given()) : known())
}

/** Has the page know what the server told: at first where nothing is known yet, and from then on whatever is told anew. */
function takeOver(given: Accessor<Session | null | undefined>): void {
  const { session, channel } = pageClient
  createEffect(
    on(given, (reported, before) => {
      if (reported === undefined) return
      const isFirst = session.get().data === undefined
      if (isFirst || before !== undefined) session.set(reported)
      // A page that was just loaded may be the end of a sign-in or sign-out by a form, which other tabs have not seen.
      if (isFirst) channel.post('getSession')
    }),
  )
}
