import type { NextRequest } from 'next/server.js'
import type { Auth } from '../integration/create-auth.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Callbacks } from '../types/callbacks.ts'
import type { AuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'

/**
 * The callbacks, and one more. `GivenS` is the session that `authorized` is given: a type parameter of its own, because the compiler settles one
 * that an earlier callback is given before a later one can say what it returns.
 */
export interface NextCallbacks<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  GivenS extends DefaultSession = S,
> extends Callbacks<S, T> {
  /**
   * Asked when `auth` is the proxy: `true` lets the request through, `false` sends it to the sign-in page, a response is sent as it is.
   * A handler that `auth` wraps decides for itself by `request.auth`; there only a response counts.
   * Written before `session`, its `auth` is the declared `Session`; written after it, what `session` returns.
   */
  authorized?(params: {
    auth: GivenS | null
    request: NextRequest
  }): Awaitable<boolean | Response | undefined>
}

/** The configuration for Next.js: that of `latchkey`, and the callback `authorized`. */
export interface LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  GivenS extends DefaultSession = S,
> extends Omit<AuthConfig<S, T>, 'callbacks' | 'raw'> {
  callbacks?: NextCallbacks<S, T, GivenS>
}

/** The configuration at work for one use; made anew for each when it is a function. */
export type AuthOf<S extends DefaultSession> = (request: NextRequest | undefined) => Promise<{
  readonly auth: Auth<S>
  readonly authorized: NextCallbacks<S>['authorized']
}>
