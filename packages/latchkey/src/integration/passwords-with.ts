import type { Caller } from '../request/read-request.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { AuthPasswords } from './passwords-on-demand.ts'
import type { Outcome } from './to-outcome.ts'

/** Runs one of the functions for the current request, and writes the cookies of its outcome. */
type Call = (
  run: (passwords: AuthPasswords, caller: Caller | Request) => Promise<Outcome>,
) => Promise<Outcome>

/** Returns `passwords` of an integration. */
export function passwordsWith(call: Call): Passwords {
  const withoutCookies = async (run: Parameters<Call>[0]): ReturnType<Passwords['reset']> => {
    const { url, requirement } = await call(run)
    return { url, requirement }
  }
  return {
    signUp: (fields) => withoutCookies((passwords, caller) => passwords.signUp(caller, fields)),
    requestReset: (fields) => withoutCookies((passwords, caller) => passwords.requestReset(caller, fields)),
    reset: (fields) => withoutCookies((passwords, caller) => passwords.reset(caller, fields)),
  }
}
