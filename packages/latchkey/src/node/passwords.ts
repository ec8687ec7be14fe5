import { writeNodeCookies } from '../http/cookies/node-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import { passwordsWith } from '../integration/passwords-with.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { DefaultSession } from '../types/session.ts'
import { toCaller } from './caller.ts'
import type { NodeRequest, NodeResponse } from './message.ts'

/**
 * Returns the server functions for forms about passwords, for a request. Call them before the response
 * is sent.
 *
 * @experimental
 */
export type NodePasswords = (req: NodeRequest, res: NodeResponse) => Passwords

/** Returns the server functions for forms about passwords. */
export function nodePasswords<S extends DefaultSession>(getAuth: () => Auth<S>): NodePasswords {
  return (req, res) =>
    passwordsWith(async (run) => {
      const outcome = await run(getAuth().passwords, toCaller(req, res))
      writeNodeCookies(res, outcome.cookies)
      return outcome
    })
}
