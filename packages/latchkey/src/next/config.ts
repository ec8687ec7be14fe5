import type { NextRequest } from 'next/server.js'
import type { Auth } from '../integration/create-auth.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Callbacks, UserWith } from '../types/callbacks.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/**
 * Callbacks, with the additional callback `authorized` for Next.js.
 *
 * `GivenS` is the session type that `authorized` receives. It is a separate type parameter, because
 * TypeScript fixes the type of an earlier callback's parameter before it infers the return type of
 * a later callback.
 */
export interface NextCallbacks<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  GivenS extends DefaultSession = S,
  U extends User = User,
> extends Callbacks<S, T, U> {
  /**
   * Called when `auth` is the proxy. Return `true` to let the request through, `false` to redirect
   * to the sign-in page, or a response to send it as it is.
   *
   * It is also called for the page in `pages.signIn`, where `false` and a redirect to the page
   * itself have no effect. It is not called for Latchkey's endpoints.
   *
   * If `auth` wraps your handler, the handler decides by `request.auth`. Then this callback has an
   * effect only if it returns a response.
   *
   * If you write this callback before `session`, the type of `auth` is the declared `Session`. If
   * you write it after `session`, it is the return type of `session`.
   */
  authorized?(params: {
    auth: GivenS | null
    request: NextRequest
  }): Awaitable<boolean | Response | undefined>
}

/** Configuration for Next.js: the options of `latchkey`, and the callback `authorized`. */
export interface LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  GivenS extends DefaultSession = S,
  U extends User = User,
> extends Omit<ReadonlyAuthConfig<S, T, U>, 'callbacks' | 'raw'> {
  callbacks?: NextCallbacks<S, T, GivenS, UserWith<U>>
}

/** Returns the resolved configuration. A configuration function is called again for each use. */
export type AuthOf<S extends DefaultSession> = (request: NextRequest | undefined) => Promise<{
  readonly auth: Auth<S>
  readonly authorized: NextCallbacks<S>['authorized']
}>
