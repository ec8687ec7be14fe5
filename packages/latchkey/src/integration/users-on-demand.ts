import { onDemand } from '../async/awaitable.ts'
import type { Caller } from '../request/read-request.ts'
import type { Awaitable } from '../types/basics.ts'
import type { StartSessionOptions, UserManagement } from '../types/users.ts'
import type { Outcome } from './server-actions.ts'

/** What server code can do with any user. */
export interface AuthUsers extends UserManagement {
  /**
   * Starts a session for a user whom your code has verified. Asks for what every sign-in needs, such as
   * a second factor: the outcome then has a `requirement`. Write the `cookies` of the outcome.
   *
   * @throws {AccessDenied} if the user is disabled or does not exist
   */
  startSession(caller: Caller | Request, userId: string, options?: StartSessionOptions): Promise<Outcome>
}

/** Returns `users`, whose code is loaded with the first call. */
export function usersOnDemand<U extends UserManagement & { startSession: unknown }>(
  load: () => Awaitable<U>,
): U {
  return onDemand(
    load,
    'startSession',
    'sessions',
    'signOut',
    'disable',
    'enable',
    'signOutEveryone',
    'resetSecondFactor',
    'importPasswords',
    'requirePasswordChange',
  )
}
