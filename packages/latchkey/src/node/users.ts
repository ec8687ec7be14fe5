import { writeNodeCookies } from '../http/cookies/node-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import { manageWith } from '../integration/manage-with.ts'
import type { DefaultSession } from '../types/session.ts'
import type { StartedSession, StartSessionOptions, UserManagement } from '../types/users.ts'
import { toCaller } from './caller.ts'
import type { NodeRequest, NodeResponse } from './message.ts'

/**
 * What server code can do with any user.
 *
 * @experimental
 */
export interface NodeUsers extends UserManagement {
  /**
   * Starts a session for a user whom your code has verified. Asks for what every sign-in needs, such
   * as a second factor. Call it before the response is sent.
   *
   * @throws {AccessDenied} if the user is disabled or does not exist
   */
  startSession(
    req: NodeRequest,
    res: NodeResponse,
    userId: string,
    options?: StartSessionOptions,
  ): Promise<StartedSession>
}

/** Returns what server code can do with any user. */
export function nodeUsers<S extends DefaultSession>(getAuth: () => Auth<S>): NodeUsers {
  return {
    ...manageWith(() => getAuth().users),
    async startSession(req, res, userId, options) {
      const outcome = await getAuth().users.startSession(toCaller(req, res), userId, options)
      writeNodeCookies(res, outcome.cookies)
      return { url: outcome.url, requirement: outcome.requirement }
    },
  }
}
