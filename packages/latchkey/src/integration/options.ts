import type { DefaultSession, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/**
 * Where to go after signing in. Every other key is a form field, for example of credentials: text,
 * a number, a bigint or a boolean. `undefined` and `null` are left out.
 */
export interface SignInOptions<Redirect extends boolean = boolean> {
  /** `false` returns the URL instead of redirecting. Default: `true`. */
  redirect?: Redirect | undefined
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string | undefined
  /**
   * `true` links the account at the provider to the signed-in user. A signed-out user is asked to
   * sign in first. Only for OAuth and OpenID Connect. Default: the value of `account.linking`.
   */
  link?: boolean | undefined
  // biome-ignore lint/suspicious/noExplicitAny: with `unknown`, no value whose type is an interface fits.
  [field: string]: any
}

/** Where to go after signing out, and whether to also sign out at the provider. */
export interface SignOutOptions<Redirect extends boolean = boolean> {
  /** `false` returns the URL instead of redirecting. Default: `true`. */
  redirect?: Redirect | undefined
  /** Where to go afterwards, as a path. Default: the page that the form is on. */
  redirectTo?: string | undefined
  /**
   * `false` ends only the application's session. `true` also signs out at the provider, if the
   * session began at one with `logout: true`. Default: the provider's `logout`.
   */
  provider?: boolean | undefined
}

/**
 * The result of `signOut` with `redirect: false`. As text, for example in a template, it is the
 * URL.
 */
export interface SignOutResult {
  /**
   * Where the browser must go next. If the user also signs out at the provider, this is its URL.
   */
  redirect: string
}

/** Additional parameters of the authorization request, for example `{ prompt: 'login' }`. */
export type AuthorizationParams = string | Record<string, string> | URLSearchParams | string[][]

/** The data that `update` passes to the callbacks: any part of a session or of its user. */
export type SessionUpdate<S extends DefaultSession = Session> = PartialOrUndefined<
  S | { user: PartialOrUndefined<NonNullable<S['user']> & User> }
>

/** Like `Partial`, and also accepts `undefined` with `exactOptionalPropertyTypes`. */
export type PartialOrUndefined<T> = { [Field in keyof T]?: T[Field] | undefined }

/** Which sessions `revokeSessions` keeps. */
export interface RevokeSessionsOptions {
  /**
   * `current` keeps the current browser's session, if it is one of the user's: it continues with a
   * new token. Cookies must be writeable. Default: no session is kept.
   */
  except?: 'current' | undefined
}
