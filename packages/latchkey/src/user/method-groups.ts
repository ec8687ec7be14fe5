import type { CurrentUser } from '../types/current-user.ts'

/** The groups of the user's methods. */
export type MethodGroup = Exclude<keyof CurrentUser, 'id' | 'tokens' | 'overview' | 'export' | 'delete'>

const GROUPS: { readonly [Group in MethodGroup]: Readonly<Record<keyof CurrentUser[Group], true>> } = {
  accounts: { list: true, unlink: true },
  email: { change: true, confirm: true, pending: true, cancel: true },
  events: { list: true },
  passkeys: { list: true, rename: true, remove: true },
  password: { status: true, change: true, set: true, remove: true },
  secondFactor: {
    beginTotp: true,
    confirm: true,
    list: true,
    rename: true,
    remove: true,
    newRecoveryCodes: true,
    forgetDevices: true,
    addPasskeys: true,
  },
  sessions: { list: true, rename: true, revoke: true, revokeOthers: true },
}

/** Calls one of the user's methods. */
type Call = (group: MethodGroup, method: string, args: readonly unknown[]) => Promise<unknown>

/** Returns the user's methods by their groups. All of them call one function. */
export function groupMethods(call: Call): Pick<CurrentUser, MethodGroup> {
  const groups = Object.entries(GROUPS).map(([group, methods]) => [
    group,
    Object.fromEntries(
      Object.keys(methods).map((method) => [
        method,
        (...args: unknown[]) => call(group as MethodGroup, method, args),
      ]),
    ),
  ])
  return Object.fromEntries(groups) as Pick<CurrentUser, MethodGroup>
}
