import type { DefaultSession, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/**
 * Where to go after signing in; every other key is a field of the form, for instance of
 * credentials.
 */
export interface SignInOptions extends Record<string, unknown> {
  /** `false` returns the URL instead of redirecting. Default: `true`. */
  redirect?: boolean | undefined
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string | undefined
}

/** Where to go after signing out. */
export interface SignOutOptions {
  /** `false` returns the URL instead of redirecting. Default: `true`. */
  redirect?: boolean | undefined
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string | undefined
}

/** Additional parameters of the authorization request, for example `{ prompt: 'login' }`. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][]

/** The data that `update` passes to the callbacks: any part of a session or of its user. */
export type SessionUpdate<S extends DefaultSession = Session> = PartialOrUndefined<
  S | { user: PartialOrUndefined<NonNullable<S['user']> & User> }
>

/** Like `Partial`, and accepts `undefined` with `exactOptionalPropertyTypes`, too. */
type PartialOrUndefined<T> = { [Field in keyof T]?: T[Field] | undefined }

/** Which sessions `revokeSessions` keeps. */
export interface RevokeSessionsOptions {
  /**
   * `current` keeps the session of the current browser, if it is one of the user's: it continues
   * with a new token. Cookies must be writeable. Default: no session is kept.
   */
  except?: 'current' | undefined
}
