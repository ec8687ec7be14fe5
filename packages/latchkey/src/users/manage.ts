import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { resetSecondFactor } from '../second-factor/remove.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { revokeAllTokens } from '../sessions/ending/end-tokens.ts'
import { forgetSessionsOf } from '../sessions/hybrid/recent-checks.ts'
import { hasRows } from '../sessions/hybrid/rows.ts'
import { describeSessions } from '../sessions/list/describe.ts'
import type { UserManagement } from '../types/users.ts'
import { requirePasswordChange } from './require-password-change.ts'

/** Returns what server code can do with any user. */
export function manageUsers(auth: ResolvedAuth): UserManagement {
  return {
    sessions: async (userId) => describeSessions(auth, String(userId)),

    async signOut(userId) {
      await auth.sessions.revoke(auth, String(userId))
      await emitSecurity(
        { auth },
        { type: 'sessionsRevoked', userId: String(userId), by: 'support', exceptCurrent: false },
      )
    },

    async disable(userId) {
      await setDisabled(auth, String(userId), new Date(auth.now()))
      // A sign-in that is in progress reads it after its session began.
      await auth.sessions.revoke(auth, String(userId))
      await emitSecurity({ auth }, { type: 'userDisabled', userId: String(userId) })
    },

    async enable(userId) {
      await setDisabled(auth, String(userId), null)
      await emitSecurity({ auth }, { type: 'userEnabled', userId: String(userId) })
    },

    async signOutEveryone() {
      requireSecurity(auth, 'users.signOutEveryone')
      // Before the rows: a request that is about to store another one finds it afterwards. Also ends
      // tokens that the application issued itself.
      await revokeAllTokens(auth)
      if (auth.sessions.type === 'database' || hasRows(auth))
        await accountStorage(auth).methods('sessionDetails').deleteAllSessions()
      forgetSessionsOf(auth)
      await emitSecurity({ auth }, { type: 'everyoneSignedOut' })
    },

    resetSecondFactor: async (userId) => resetSecondFactor(auth, String(userId)),

    importPasswords: async (rows, options) =>
      (await import('./import-passwords.ts')).importPasswords(auth, rows, options),
    requirePasswordChange: async (userId) => requirePasswordChange(auth, String(userId)),
  }
}

async function setDisabled(auth: ResolvedAuth, userId: string, disabledAt: Date | null): Promise<void> {
  requireSecurity(auth, 'users.disable')
  await accountStorage(auth).methods('details').setUserDetails({ userId, disabledAt })
}

/** @throws {InvalidOption} if sign-ins and session checks would not ask for it */
function requireSecurity({ session }: ResolvedAuth, name: string): void {
  if (session.keepsFacts) return
  throw new InvalidOption(`\`${name}\` would have no effect. Set \`account: { security: true }\`.`)
}
