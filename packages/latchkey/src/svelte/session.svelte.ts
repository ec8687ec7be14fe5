import { getContext, setContext, untrack } from 'svelte'
import { keepFresh, type RefetchPolicy } from '../client/keep-fresh.ts'
import { stateOf, UNKNOWN } from '../client/session-store.ts'
import type { SessionState, SessionStatus } from '../client/types.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { pageClient } from './page-client.ts'

/** The session of a page. What is read of it in a component or an effect follows every change. */
export interface PageSession<S extends DefaultSession = Session> {
  /** The session; `null` when nobody is signed in, `undefined` while that is not known yet. */
  readonly data: S | null | undefined
  /** `loading` while nothing is known, and during an update. */
  readonly status: SessionStatus
  /** Why the last attempt to read the session failed. Nobody is signed out by it. */
  readonly error: Error | undefined
  /**
   * Without `data` reads the session again; with it, hands it to the server's callbacks. Gives the new session; `null` when it failed.
   */
  // biome-ignore lint/suspicious/noExplicitAny: what is sent is the application's affair; the server takes any JSON and validates it.
  readonly update: (data?: any) => Promise<S | null>
}

/** Where the server is, and when the session is read again. */
export interface SessionOptions extends RefetchPolicy {
  /** Path below which the server's doors are. Default: `/auth`, in SvelteKit below `paths.base`. */
  basePath?: string
}

const CONTEXT = Symbol.for('latchkey.session')

/**
 * Makes the session of a page, and keeps it in step with the server and the other tabs. Called once, in the root layout; components inside it
 * take it with `useSession`.
 *
 * @param given what the server said, as the layout's data has it; without it the session is read when the page has loaded
 * @example
 * ```ts
 * // In the script of src/routes/+layout.svelte, where `data` is one of the $props().
 * import { createSession, type PageSession } from 'latchkey/svelte'
 * import type { Session } from 'latchkey'
 *
 * export function begin(data: { session: Session | null }): PageSession {
 *   return createSession(() => data.session)
 * }
 * ```
 */
export function createSession<S extends DefaultSession = Session>(
  given: () => S | null | undefined = () => undefined,
  { basePath, ...policy }: SessionOptions = {},
): PageSession<S> {
  if (basePath !== undefined) pageClient.configure({ basePath })
  const { session } = pageClient
  let known: SessionState = $state.raw(UNKNOWN)
  let taken: S | null | undefined
  // Neither of the effects runs on a server, where the client is that of everybody.
  $effect.pre(() => {
    const reported = given()
    // Each one that the server sends is taken over once: what was learned later is not replaced by it when other data of the page changes.
    if (reported === undefined || reported === taken) return
    taken = reported
    untrack(() => session.set(reported))
  })
  $effect(() => {
    const stop = session.subscribe(() => {
      known = session.get()
    })
    known = session.get()
    const rest = keepFresh(session, policy)
    return () => {
      stop()
      rest()
    }
  })
  const state = $derived.by(() => {
    const reported = given()
    return known.data === undefined && reported !== undefined ? stateOf(reported) : known
  })
  return setContext<PageSession<S>>(CONTEXT, {
    get data() {
      // What the server tells is an `S` by its configuration's own type.
      return state.data as S | null | undefined
    },
    get status() {
      return state.status
    },
    get error() {
      return state.error
    },
    update: pageClient.update as PageSession<S>['update'],
  })
}

/**
 * The session that the root layout made.
 *
 * @throws {Error} where no layout around the component made one
 */
export function useSession<S extends DefaultSession = Session>(): PageSession<S> {
  const session = getContext<PageSession<S> | undefined>(CONTEXT)
  if (session !== undefined) return session
  throw new Error(
    'There is no session around this component. In the root +layout.svelte write `createSession(() => data.session)`.',
  )
}
