import type { NextRequest } from 'next/server.js'
import type { Auth } from '../auth.ts'
import type { AuthConfig, Awaitable, Callbacks, DefaultSession } from '../contract.ts'

export interface NextCallbacks<S extends DefaultSession> extends Callbacks<S> {
  /**
   * Asked when `auth` is the proxy: `true` lets the request through, `false` sends it to the sign-in page, a response is sent as it is.
   * A handler that `auth` wraps decides for itself by `request.auth`; there only a response counts.
   * Write it after `session`, from which `auth` has its type.
   */
  authorized?: (params: { auth: S | null; request: NextRequest }) => Awaitable<boolean | Response | undefined>
}

export interface LatchkeyConfig<S extends DefaultSession = DefaultSession> extends Omit<AuthConfig<S>, 'callbacks' | 'raw'> {
  callbacks?: NextCallbacks<S>
}

/** The configuration at work for one use; made anew for each when it is a function. */
export type AuthOf<S extends DefaultSession> = (request: NextRequest | undefined) => Promise<{
  readonly auth: Auth<S>
  readonly authorized: NextCallbacks<S>['authorized']
}>
