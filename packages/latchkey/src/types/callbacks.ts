import type { AdapterSession, AdapterUser } from './adapter.ts'
import type { Awaitable } from './basics.ts'
import type { DefaultSession, JWT, Session } from './session.ts'
import type { Account, Profile, User } from './user.ts'

/** Parameters of the `jwt` callback. */
export interface JWTCallbackParams {
  /** At sign-in only `name`, `email`, `picture` and `sub`; later the whole token. */
  token: JWT
  /** Set only at sign-in. */
  user?: User
  /** Set only at sign-in. */
  account?: Account | null
  /** Set only at sign-in with OAuth or OpenID Connect. */
  profile?: Profile
  /** Why the callback runs. Not set when the session is only read. */
  trigger?: 'signIn' | 'signUp' | 'update'
  /** @deprecated Use `trigger === 'signUp'`. */
  isNewUser?: boolean
  /** With `trigger: 'update'`: the data that the client sent. Validate it before use. */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  session?: any
}

/** Parameters of the `session` callback. */
export interface SessionCallbackParams<T extends JWT = JWT> {
  session: Session
  /** Set only with the strategy `jwt`: the token that the `jwt` callback returned. */
  token: T
  /** Set only with the strategy `database`. */
  user: AdapterUser
  /**
   * With the strategy `database` and `trigger: 'update'`: the data that the client sent. Validate
   * it before use.
   */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  newSession?: any
  trigger?: 'update'
}

/** Parameters of the `signIn` callback. */
export interface SignInCallbackParams {
  user: User
  account: Account | null
  profile?: Profile
  /**
   * Has `verificationRequest: true` before an e-mail is sent. Not set when the user opens the link.
   */
  email?: { verificationRequest?: boolean }
  /** The values that the user entered in the form, as strings. */
  // biome-ignore lint/suspicious/noExplicitAny: callbacks written for Auth.js declare another type.
  credentials?: Record<string, any>
}

/**
 * The callbacks of a configuration. `S` is the return type of `session`, and `T` that of `jwt`;
 * both are inferred. If `session` is written before `jwt`, its `token` has the declared type `JWT`.
 *
 * The members are methods, so that functions are accepted whose parameters are annotated with types
 * of your application or of Auth.js.
 */
export interface Callbacks<S extends DefaultSession = Session, T extends JWT = JWT> {
  /** Returns the token to store, or `null` to end the session. */
  jwt?(params: JWTCallbackParams): Awaitable<T | null>
  /** Returns the session that `auth()` returns and the browser receives. */
  session?(params: SessionCallbackParams<T>): Awaitable<S>
  /**
   * Returns `true` to allow the sign-in, `false` to deny it, or a URL to redirect to instead. A
   * thrown error denies the sign-in too.
   */
  signIn?(params: SignInCallbackParams): Awaitable<boolean | string>
  /**
   * Returns the URL to go to after sign-in or sign-out. Default: `url` if it has the origin of
   * `baseUrl`, else the home page.
   */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>
}

/**
 * Event listeners, for example for an audit log. Their return values are ignored. If a listener
 * throws, the error is logged and has no other effect. `T` is the return type of `jwt`.
 */
export interface Events<T extends JWT = JWT> {
  createUser?(message: { user: User }): Awaitable<unknown>
  updateUser?(message: { user: User }): Awaitable<unknown>
  /** `profile` is the user as the provider describes them. */
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
  /**
   * `token` with the strategy `jwt`; with `database` the result of the adapter's `deleteSession`.
   */
  signOut?(
    message: { token: T | null } | { session: AdapterSession | null | undefined | void },
  ): Awaitable<unknown>
  session?(message: { session: Session; token?: T }): Awaitable<unknown>
}
