import type { Awaitable } from '../types/basics.ts'
import type { UserManagement } from '../types/users.ts'

/**
 * Returns the methods of `users` that need no request.
 *
 * @param usersFor returns `users` of the configuration, with the first call
 */
export function manageWith(usersFor: () => Awaitable<UserManagement>): UserManagement {
  return {
    sessions: async (userId) => (await usersFor()).sessions(userId),
    signOut: async (userId) => (await usersFor()).signOut(userId),
    disable: async (userId) => (await usersFor()).disable(userId),
    enable: async (userId) => (await usersFor()).enable(userId),
    signOutEveryone: async () => (await usersFor()).signOutEveryone(),
    resetSecondFactor: async (userId) => (await usersFor()).resetSecondFactor(userId),
    importPasswords: async (rows, options) => (await usersFor()).importPasswords(rows, options),
    requirePasswordChange: async (userId) => (await usersFor()).requirePasswordChange(userId),
  }
}
