import type { AdapterSession, AdapterUser } from './adapter.ts'
import type { Awaitable } from './basics.ts'
import type { SecurityEvent } from './security-events.ts'
import type { DefaultSession, JWT, Session } from './session.ts'
import type { Account, Profile, User } from './user.ts'

/**
 * A user with the further fields of `U`, the user that a credentials provider's `authorize`
 * returned. They are optional: a user who signed in in another way may not have them.
 */
export type UserWith<U extends User> = [User] extends [U]
  ? User
  : User & { [Field in Exclude<keyof U, keyof User>]?: U[Field] | undefined }

/**
 * The `jwt` callback's parameters. `U` is the `user` type, which is always set with the trigger
 * `signIn` or `signUp`.
 */
export type JWTCallbackParams<U extends User = User> = JWTParamsAtSignIn<U> | JWTParamsLater<U>

/** The `jwt` callback's parameters at sign-in. */
interface JWTParamsAtSignIn<U extends User> extends JWTParams {
  user: U
  trigger: 'signIn' | 'signUp'
}

/**
 * The `jwt` callback's parameters when a session is read or updated. `user` is missing, and has a
 * type only so that `if (user)` recognizes a sign-in.
 */
interface JWTParamsLater<U extends User> extends JWTParams {
  user?: U | undefined
  trigger?: 'update' | undefined
}

interface JWTParams {
  /**
   * At sign-in only `name`, `email`, `picture` and `sub`; later the whole token. A claim that is
   * not declared for `JWT` is `unknown`.
   */
  token: JWT
  /** Set only at sign-in. Has the declared fields, and those that `authorize` returned. */
  user?: User | undefined
  /** Set only at sign-in. */
  account?: Account | null | undefined
  /** Set only at sign-in with OAuth or OpenID Connect. */
  profile?: Profile | undefined
  /** Why the callback runs. Not set when the session is only read. */
  trigger?: 'signIn' | 'signUp' | 'update' | undefined
  /** @deprecated Use `trigger === 'signUp'`. */
  isNewUser?: boolean | undefined
  /** With `trigger: 'update'`: the data that the client sent. Validate it before use. */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  session?: any
}

/**
 * The session that the `session` callback receives. With the strategy `database`, it has all the
 * stored session's columns except the session token, and the whole user. Fields that are set only
 * with that strategy are optional.
 *
 * With `database`, `expires` is a `Date` here, and becomes text in ISO 8601 afterwards. It has the
 * result's type, so a callback can return it.
 */
export type CallbackSession = Session & {
  user: UserWith<AdapterUser>
  /** Set only with the strategy `database`. */
  userId?: string | undefined
  /** @deprecated Never set: it is a secret. Tests that were written for Auth.js may pass it. */
  sessionToken?: string | undefined
}

/** The `session` callback's parameters. */
export interface SessionCallbackParams<T extends JWT = JWT> {
  session: CallbackSession
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
  trigger?: 'update' | undefined
}

/** The `signIn` callback's parameters. `U` is the `user` type. */
export interface SignInCallbackParams<U extends User = User> {
  user: U
  account: Account | null
  profile?: Profile | undefined
  /**
   * Has `verificationRequest: true` before an e-mail is sent. Not set when the user opens the link.
   */
  email?: { verificationRequest?: boolean | undefined } | undefined
  /** The values that the user entered in the form, as strings. */
  // biome-ignore lint/suspicious/noExplicitAny: callbacks written for Auth.js declare another type.
  credentials?: Record<string, any> | undefined
}

/**
 * A configuration's callbacks. `S` is the return type of `session`, `T` that of `jwt`, and `U` the
 * signing-in user's type; all of them are inferred. If `session` is written before `jwt`, its
 * `token` has the declared type `JWT`.
 *
 * The members are methods, so that functions are accepted whose parameters are annotated with your
 * application's types or Auth.js types.
 */
export interface Callbacks<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User> {
  /** Returns the token to store, or `null` to end the session. */
  jwt?(params: JWTCallbackParams<U>): Awaitable<T | null>
  /** Returns the session that `auth()` returns and the browser receives. */
  session?(params: SessionCallbackParams<T>): Awaitable<S>
  /**
   * Returns `true` to allow the sign-in, `false` to deny it, or a URL to redirect to instead. A
   * thrown error denies the sign-in too.
   */
  signIn?(params: SignInCallbackParams<U>): Awaitable<boolean | string>
  /**
   * Returns the URL to go to after sign-in or sign-out. Default: `url` if it has the origin of
   * `baseUrl`, else the home page.
   */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>
}

/**
 * The `signOut` event's message. It has `token` with the strategy `jwt`, and `session` with
 * `database`: the result of the adapter's `deleteSession`. If the provider ended the session, both
 * are `null`.
 */
export type SignOutMessage<T extends JWT = JWT> = (
  | { token: T | null }
  | { session: AdapterSession | null | undefined | void }
) &
  SignOutOrigin

/** The party that ended the session: the user, or the provider. */
export type SignOutOrigin =
  | { by: 'user' }
  | {
      /** The provider sent a logout token. */
      by: 'provider'
      /** User id. */
      userId: string
      /** Provider id. */
      provider: string
    }

/**
 * Event listeners, for example for an audit log. Their return values are ignored. If a listener
 * throws, the error is logged and has no other effect. `T` is the return type of `jwt`, and `U` the
 * signing-in user's type.
 */
export interface Events<T extends JWT = JWT, U extends User = User> {
  /** A user was stored for the first time. */
  createUser?(message: { user: User }): Awaitable<unknown>
  /** A stored user was changed. */
  updateUser?(message: { user: User }): Awaitable<unknown>
  /** `profile` is the user as the provider describes them. */
  linkAccount?(message: {
    user: User | AdapterUser
    account: Account
    profile: User | AdapterUser
  }): Awaitable<unknown>
  /** A user signed in. */
  signIn?(message: {
    user: U
    account: Account | null
    profile?: Profile | undefined
    isNewUser?: boolean | undefined
  }): Awaitable<unknown>
  /** A session ended, by the user or by the provider. */
  signOut?(message: SignOutMessage<T>): Awaitable<unknown>
  /**
   * Something happened that concerns the security of an account: a sign-in or a failed one, a
   * session that ended, a second factor that was added. `events.security` receives all of them,
   * also without the option `account.security`.
   */
  security?(event: SecurityEvent): Awaitable<unknown>
  /** A session was read. */
  session?(message: { session: Session; token?: T | undefined }): Awaitable<unknown>
}
