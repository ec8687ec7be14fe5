import { passwordsWith } from '../integration/passwords-with.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { DefaultSession } from '../types/session.ts'
import { currentCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { canWriteCookies, writeCookies } from './write-cookies.ts'

/** Returns the server functions for forms about passwords. */
export function nextPasswords<S extends DefaultSession>(authFor: AuthOf<S>): Passwords {
  return passwordsWith(async (run) => {
    const { auth } = await authFor(undefined)
    const outcome = await run(auth.passwords, await currentCaller(await canWriteCookies()))
    await writeCookies(outcome.cookies)
    return outcome
  })
}
