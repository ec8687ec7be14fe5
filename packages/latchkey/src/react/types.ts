import type { ReactNode } from 'react'
import type { SessionState } from '../client/types.ts'
import type { DefaultSession, Session } from '../types/session.ts'

/**
 * Updates the session. Passes `data` to the server's callbacks; without `data`, only reads the
 * session again. Returns the new session, or `null` if it failed.
 */
// biome-ignore lint/suspicious/noExplicitAny: the server accepts any JSON, which its callbacks validate.
export type UpdateSession<S extends DefaultSession = Session> = (data?: any) => Promise<S | null>

interface Common<S extends DefaultSession> {
  update: UpdateSession<S>
  /** The last read's error, if it failed. The user stays signed in. */
  error?: SessionState['error']
}

/** A signed-in user's session. */
export interface AuthenticatedSession<S extends DefaultSession> extends Common<S> {
  data: S
  status: 'authenticated'
}

/** The state without a session. */
export interface UnauthenticatedSession<S extends DefaultSession> extends Common<S> {
  data: null
  status: 'unauthenticated'
}

/** The state until the session is known, and during an update. */
export interface LoadingSession<S extends DefaultSession> extends Common<S> {
  /** The session while it is being updated. */
  data: S | null
  status: 'loading'
}

/** The result of `useSession`. With `required`, `status` is never `unauthenticated`. */
export type SessionContextValue<
  Required extends boolean = false,
  S extends DefaultSession = Session,
> = Required extends true
  ? AuthenticatedSession<S> | LoadingSession<S>
  : AuthenticatedSession<S> | UnauthenticatedSession<S> | LoadingSession<S>

/** Options of `useSession`. */
export interface UseSessionOptions<Required extends boolean = boolean> {
  /** Redirects signed-out users to the sign-in page. `status` is `loading` until then. */
  required?: Required
  /** Called instead of redirecting to the sign-in page. */
  onUnauthenticated?: () => void
}

/** Properties of `SessionProvider`. */
export interface SessionProviderProps {
  children?: ReactNode
  /**
   * The session from the server; `null` if the user is signed out. Without it, the session is read
   * after the page has loaded.
   */
  session?: Session | null | undefined
  /** The server endpoints' base path. Default: `/api/auth`. */
  basePath?: string | undefined
  /** The server's origin for requests during server-side rendering. Default: `AUTH_URL`. */
  baseUrl?: string | undefined
  /** Seconds between two reads while the user is signed in. Default: 0, never. */
  refetchInterval?: number | undefined
  /** Reads the session again when the page becomes visible. Default: `true`. */
  refetchOnWindowFocus?: boolean | undefined
  /** `false`: does not read at intervals while the browser is offline. */
  refetchWhenOffline?: false | undefined
}
