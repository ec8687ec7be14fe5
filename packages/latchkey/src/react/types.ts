import type { ReactNode } from 'react'
import type { SessionState } from '../client/types.ts'
import type { DefaultSession, Session } from '../types/session.ts'

/** Without `data` reads the session again; with it, hands it to the server's callbacks. Tells the new session; `null` when it failed. */
// biome-ignore lint/suspicious/noExplicitAny: what is sent is the application's affair; the server takes any JSON and validates it.
export type UpdateSession<S extends DefaultSession = Session> = (data?: any) => Promise<S | null>

interface Common<S extends DefaultSession> {
  update: UpdateSession<S>
  /** Why the last attempt to read the session failed. Nobody is signed out by it. */
  error?: SessionState['error']
}

interface Authenticated<S extends DefaultSession> extends Common<S> {
  data: S
  status: 'authenticated'
}

interface Unauthenticated<S extends DefaultSession> extends Common<S> {
  data: null
  status: 'unauthenticated'
}

interface Loading<S extends DefaultSession> extends Common<S> {
  /** The session while it is being updated. */
  data: S | null
  status: 'loading'
}

/** What `useSession` gives; with `required` never `unauthenticated`. */
export type SessionContextValue<
  Required extends boolean = false,
  S extends DefaultSession = Session,
> = Required extends true ? Authenticated<S> | Loading<S> : Authenticated<S> | Unauthenticated<S> | Loading<S>

/** Who may see the component. */
export interface UseSessionOptions<Required extends boolean = boolean> {
  /** Somebody who is not signed in is sent to the sign-in page, and `status` is `loading` meanwhile. */
  required?: Required
  /** Is called instead of going to the sign-in page. */
  onUnauthenticated?: () => void
}

/** Where the session comes from, and how it is kept. */
export interface SessionProviderProps {
  children?: ReactNode
  /** What the server knows: a session, or `null` for nobody. Without it the session is read when the page has loaded. */
  session?: Session | null
  /** Path below which the server's doors are. Default: `/api/auth`. */
  basePath?: string
  /** Origin of the server for requests that are made while rendering on a server. Default: `AUTH_URL`. */
  baseUrl?: string
  /** Seconds between two reads while somebody is signed in. Default: 0, never. */
  refetchInterval?: number
  /** Read again when the page is seen again. Default: `true`. */
  refetchOnWindowFocus?: boolean
  /** `false`: no reads at intervals while the browser is offline. */
  refetchWhenOffline?: false
}
