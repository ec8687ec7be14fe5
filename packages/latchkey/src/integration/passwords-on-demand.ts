import { onDemand } from '../async/awaitable.ts'
import type { Caller } from '../request/read-request.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { Outcome } from './to-outcome.ts'

/** Server functions for forms about passwords. Write the `cookies` of their outcomes. */
export type AuthPasswords = {
  readonly [Name in keyof Passwords]: (
    caller: Caller | Request,
    ...args: Parameters<Passwords[Name]>
  ) => Promise<Outcome>
}

/** Returns `passwords`, whose code is loaded with the first call. */
export function passwordsOnDemand<P extends Record<keyof Passwords, unknown>>(load: () => Awaitable<P>): P {
  return onDemand(load, 'signUp', 'requestReset', 'reset')
}
