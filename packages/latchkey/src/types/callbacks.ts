import type { AdapterSession, AdapterUser } from './adapter.ts'
import type { Awaitable } from './basics.ts'
import type { DefaultSession, JWT, Session } from './session.ts'
import type { Account, Profile, User } from './user.ts'

/** What the `jwt` callback is given. */
export interface JWTCallbackParams {
  /** At sign-in `name`, `email`, `picture`, `sub`; later the whole token. */
  token: JWT
  /** Only at sign-in. */
  user?: User
  /** Only at sign-in. */
  account?: Account | null
  /** Only at sign-in with OAuth or OpenID Connect. */
  profile?: Profile
  /** Absent on a plain read. */
  trigger?: 'signIn' | 'signUp' | 'update'
  /** @deprecated `trigger === 'signUp'` says the same. */
  isNewUser?: boolean
  /** With `trigger: 'update'`: what the client sent. Validate it before use. */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  session?: any
}

/** What the `session` callback is given. */
export interface SessionCallbackParams<T extends JWT = JWT> {
  session: Session
  /** Only with the strategy `jwt`: what the `jwt` callback gave. */
  token: T
  /** Only with the strategy `database`. */
  user: AdapterUser
  /** With the strategy `database` and `trigger: 'update'`: what the client sent. Validate it before use. */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  newSession?: any
  trigger?: 'update'
}

/** What the `signIn` callback is given. */
export interface SignInCallbackParams {
  user: User
  account: Account | null
  profile?: Profile
  /** With `verificationRequest: true` before a mail is sent; absent when its link is followed. */
  email?: { verificationRequest?: boolean }
  /** What was typed into the form, as text. */
  // biome-ignore lint/suspicious/noExplicitAny: callbacks that were written for Auth.js have another type for it.
  credentials?: Record<string, any>
}

/**
 * `S` is what `session` returns and `T` what `jwt` returns; both are inferred. Written before `jwt`, `session` is given the declared `JWT`.
 *
 * Methods, so that functions whose parameters are annotated with types of the application, or of Auth.js, are taken.
 */
export interface Callbacks<S extends DefaultSession = Session, T extends JWT = JWT> {
  /** Shapes the token. `null` ends the session. */
  jwt?(params: JWTCallbackParams): Awaitable<T | null>
  /** Shapes what `auth()` and the browser see. */
  session?(params: SessionCallbackParams<T>): Awaitable<S>
  /** `true` lets in, `false` does not, text sends elsewhere first. */
  signIn?(params: SignInCallbackParams): Awaitable<boolean | string>
  /** Where a person goes after signing in or out. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>
}

/** Listeners, for audit logs: what they return counts for nothing, and one that throws is logged. `T` is the token that `jwt` returns. */
export interface Events<T extends JWT = JWT> {
  createUser?(message: { user: User }): Awaitable<unknown>
  updateUser?(message: { user: User }): Awaitable<unknown>
  /** `profile` is the user as the provider tells of them. */
  linkAccount?(message: {
    user: User | AdapterUser
    account: Account
    profile: User | AdapterUser
  }): Awaitable<unknown>
  signIn?(message: {
    user: User
    account: Account | null
    profile?: Profile
    isNewUser?: boolean
  }): Awaitable<unknown>
  /** `token` with the strategy `jwt`; with `database` what the adapter's `deleteSession` gave. */
  signOut?(
    message: { token: T | null } | { session: AdapterSession | null | undefined | void },
  ): Awaitable<unknown>
  session?(message: { session: Session; token?: T }): Awaitable<unknown>
}
