import type { DefaultSession, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/**
 * Where to go after signing in; every other key is a field of the form, for instance of
 * credentials.
 */
export interface SignInOptions extends Record<string, unknown> {
  /** `false` gives the URL back instead of going there. Default: `true`. */
  redirect?: boolean
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string
}

/** Where to go after signing out. */
export interface SignOutOptions {
  /** `false` gives the URL back instead of going there. Default: `true`. */
  redirect?: boolean
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string
}

/** Parameters for the provider beside the standard's own, for instance `{ prompt: 'login' }`. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][]

/** What `update` hands to the callbacks: any part of a session, or of its user. */
export type SessionUpdate<S extends DefaultSession = Session> = Partial<
  S | { user: Partial<NonNullable<S['user']> & User> }
>
