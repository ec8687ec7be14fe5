import type { ResolvedAuth } from '../contract/context.ts'
import type { Caller } from '../request/read-request.ts'
import type { StartSessionOptions, UserManagement } from '../types/users.ts'
import { manageUsers } from '../users/manage.ts'
import { startSessionFor } from '../users/start-session.ts'
import { requireValidConfig } from './revoke-sessions.ts'
import { runServerCall } from './server-call.ts'
import type { AuthUsers } from './users-on-demand.ts'

/** Returns what server code can do with any user. */
export function createUsers(auth: ResolvedAuth): AuthUsers {
  const users = manageUsers(auth)
  const checked =
    <Args extends unknown[], T>(method: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await requireValidConfig(auth)
      return method(...args)
    }
  return {
    startSession: (caller, userId, options = {}) => startSession(auth, caller, String(userId), options),
    sessions: checked(users.sessions),
    signOut: checked(users.signOut),
    disable: checked(users.disable),
    enable: checked(users.enable),
    signOutEveryone: checked(users.signOutEveryone),
    resetSecondFactor: checked(users.resetSecondFactor),
    importPasswords: checked(users.importPasswords),
    requirePasswordChange: checked(users.requirePasswordChange),
  } satisfies UserManagement & AuthUsers
}

async function startSession(
  auth: ResolvedAuth,
  caller: Caller | Request,
  userId: string,
  options: StartSessionOptions,
): ReturnType<AuthUsers['startSession']> {
  const fields = { callbackUrl: options.redirectTo }
  return runServerCall(auth, caller, { action: 'callback', fields }, async (ctx) => {
    const { url, requirement } = await startSessionFor(ctx, userId, options)
    return { url, requirement, cookies: ctx.cookies.written }
  })
}
