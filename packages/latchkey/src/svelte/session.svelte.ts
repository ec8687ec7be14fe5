import { getContext, setContext, untrack } from 'svelte'
import { keepFresh, type RefetchPolicy } from '../client/keep-fresh.ts'
import { toState, UNKNOWN } from '../client/session-store.ts'
import type { SessionState, SessionStatus } from '../client/types.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { pageClient } from './page-client.ts'

/** A page's session. Its properties are reactive in components and effects. */
export interface PageSession<S extends DefaultSession = Session> {
  /** The session; `null` if the user is signed out, `undefined` until the session is known. */
  readonly data: S | null | undefined
  /** `loading` until the session is known, and during an update. */
  readonly status: SessionStatus
  /** The last read's error, if it failed. The user stays signed in. */
  readonly error: Error | undefined
  /**
   * Updates the session. Passes `data` to the server's callbacks; without `data`, only reads the
   * session again. Returns the new session, or `null` if it failed.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the server accepts any JSON, which its callbacks validate.
  readonly update: (data?: any) => Promise<S | null>
}

/** Options of `createSession`: where the session is read, and when it is read again. */
export interface SessionOptions extends RefetchPolicy {
  /**
   * The server endpoints' base path. Default: `/auth`. In SvelteKit it is prefixed with
   * `paths.base` as soon as the page has loaded `latchkey/sveltekit/client` or
   * `latchkey/sveltekit/components`. Otherwise, pass `resolve('/auth')` of `$app/paths`.
   */
  basePath?: string
}

const CONTEXT = Symbol.for('latchkey.session')

/**
 * Creates a page's session, and synchronizes it with the server and the other tabs. Call it once,
 * in the root layout. Components inside the layout get the session with `useSession`.
 *
 * @param serverSession returns the server's session from the layout data; without it, the session
 *   is read after the page has loaded
 * @example
 * ```ts
 * // In the script of src/routes/+layout.svelte, where `data` comes from $props().
 * import { createSession, type PageSession } from 'latchkey/svelte'
 * import type { Session } from 'latchkey'
 *
 * export function startSession(data: { session: Session | null }): PageSession {
 *   return createSession(() => data.session)
 * }
 * ```
 */
export function createSession<S extends DefaultSession = Session>(
  serverSession: () => S | null | undefined = () => undefined,
  { basePath, ...policy }: SessionOptions = {},
): PageSession<S> {
  if (basePath !== undefined) pageClient.configure({ basePath })
  const { session } = pageClient
  let pageState: SessionState = $state.raw(UNKNOWN)
  let applied: string | undefined
  // Effects do not run on a server, where the client would be shared by all users.
  $effect.pre(() => {
    const reported = serverSession()
    // Applies each session from the server once, so that other changes of the page's data do not
    // replace a newer one. Compares contents: `data` often has the same session in a new object.
    const content = JSON.stringify(reported)
    if (reported === undefined || content === applied) return
    applied = content
    untrack(() => session.set(reported))
  })
  $effect(() => {
    const unsubscribe = session.subscribe(() => {
      pageState = session.get()
    })
    pageState = session.get()
    const stopRefreshing = keepFresh(session, policy)
    return () => {
      unsubscribe()
      stopRefreshing()
    }
  })
  const state = $derived.by(() => {
    const reported = serverSession()
    return pageState.data === undefined && reported !== undefined ? toState(reported) : pageState
  })
  return setContext<PageSession<S>>(CONTEXT, {
    get data() {
      // The server returns an `S`, according to the type of its configuration.
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
 * Returns the session that the root layout created.
 *
 * @throws {Error} when no layout around the component called `createSession`
 * @example
 * ```ts
 * import { useSession } from 'latchkey/svelte'
 *
 * const session = useSession()
 * console.log(session.status, session.data?.user?.name)
 * ```
 */
export function useSession<S extends DefaultSession = Session>(): PageSession<S> {
  const session = getContext<PageSession<S> | undefined>(CONTEXT)
  if (session !== undefined) return session
  throw new Error(
    '`useSession` was called without `createSession`. ' +
      'Call `createSession(() => data.session)` in the root +layout.svelte.',
  )
}
