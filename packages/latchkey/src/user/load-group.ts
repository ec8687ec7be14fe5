import { loadOnce } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { MethodGroup } from './method-groups.ts'

const accounts = loadOnce(() => import('./accounts.ts'))
const email = loadOnce(() => import('./email.ts'))
const passkeys = loadOnce(() => import('./passkeys.ts'))
const password = loadOnce(() => import('./password.ts'))
const secondFactor = loadOnce(() => import('./second-factor.ts'))
const sessions = loadOnce(() => import('./sessions.ts'))

const LOADERS: {
  readonly [Group in MethodGroup]: (ctx: Context, userId: string) => Promise<CurrentUser[Group]>
} = {
  accounts: async (...user) => (await accounts()).connectedAccounts(...user),
  email: async (...user) => (await email()).userEmail(...user),
  events: async (...user) => (await sessions()).userEvents(...user),
  passkeys: async (...user) => (await passkeys()).userPasskeys(...user),
  password: async (...user) => (await password()).userPassword(...user),
  secondFactor: async (...user) => (await secondFactor()).userSecondFactor(...user),
  sessions: async (...user) => (await sessions()).userSessions(...user),
}

/** Returns a group of the user's methods, whose code is loaded with the first call. */
export function loadGroup<Group extends MethodGroup>(
  ctx: Context,
  userId: string,
  group: Group,
): Promise<CurrentUser[Group]> {
  return LOADERS[group](ctx, userId)
}
