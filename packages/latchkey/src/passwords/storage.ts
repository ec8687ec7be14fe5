import type { ResolvedAuth } from '../contract/context.ts'
import type { ResolvedPasswordProvider } from '../contract/providers.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { accountStorage, type MethodsOf } from '../persistence/account-methods.ts'
import { boundedAdapter } from '../persistence/bounded-adapter.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { StoredPassword } from '../types/account-records.ts'
import type { PasswordStorageOptions } from '../types/providers/password.ts'

/** The calls of a replacement in the application's own storage. */
const CALLS = 2
/** What the application's own storage does not know. */
const UNKNOWN = new Date(0)

/** What to store of a password. */
export interface NewPassword {
  readonly hash: string
  /** Whether the user has to choose another one at the next sign-in. Default: `false`. */
  readonly mustChange?: boolean | undefined
  /** Default: now. Pass the stored one for the same password with another hash. */
  readonly changedAt?: Date | undefined
}

/** The passwords of a configuration's users. */
export interface PasswordStorage {
  /** Returns a user's password, or `null`. */
  read(userId: string): Promise<StoredPassword | null>
  /**
   * Stores a user's password.
   *
   * @param expected the stored hash that it replaces, in one atomic step; `null`: only if there is
   *   none. Default: replaces any
   * @returns `false` if another hash was stored than the expected one
   */
  write(userId: string, password: NewPassword, expected?: string | null): Promise<boolean>
  /** Removes a user's password. */
  remove(userId: string): Promise<void>
}

type Methods = MethodsOf<'passwords'>

/** Returns where a configuration's passwords are: in the adapter, or where the application says. */
export function passwordStorage(
  auth: ResolvedAuth,
  { password: { storage } }: Pick<ResolvedPasswordProvider, 'password'>,
): PasswordStorage {
  const methods = storage ? ownMethods(auth, storage) : accountStorage(auth).methods('passwords')
  return {
    read: async (userId) => methods.getPassword(String(userId)),
    async write(userId, { hash, mustChange = false, changedAt = new Date(auth.now()) }, expected) {
      const password: StoredPassword = { userId: String(userId), hash, changedAt, mustChange }
      const isWritten = await methods.setPassword(password, expected)
      return expected === undefined || isWritten !== false
    },
    remove: async (userId) => void (await methods.deletePassword(String(userId))),
  }
}

/**
 * Returns what identifies a password as long as the user does not change it. A new hash of the same
 * password keeps the time of the change, where that is stored.
 */
export async function passwordVersion({ changedAt, hash }: StoredPassword): Promise<string> {
  const time = new Date(changedAt).getTime()
  return time === UNKNOWN.getTime() ? sha256Hex(hash) : String(time)
}

/** Returns the application's functions as methods whose calls are bounded, checked and logged. */
function ownMethods(auth: ResolvedAuth, { read, write }: PasswordStorageOptions): Methods {
  const own: Methods = {
    async getPassword(userId) {
      const hash = await read(userId)
      return hash ? { userId, hash, changedAt: UNKNOWN, mustChange: false } : null
    },
    setPassword: async ({ userId, hash }) => void (await write(userId, hash)),
    deletePassword: async (userId) => void (await write(userId, null)),
  }
  const { adapter: _, ...calls } = auth.accountCalls
  const bounded = boundedAdapter(own, ['getPassword', 'setPassword', 'deletePassword'], calls, {
    config: {},
    secrets: [],
  }) as Methods
  return {
    ...bounded,
    setPassword: (password, expected) =>
      expected === undefined
        ? bounded.setPassword(password)
        : inTurn(auth, password.userId, CALLS, () => replace(bounded, password, expected), 'password'),
  }
}

async function replace(
  methods: Methods,
  password: StoredPassword,
  expected: string | null,
): Promise<boolean> {
  const stored = await methods.getPassword(password.userId)
  if ((stored?.hash ?? null) !== expected) return false
  await methods.setPassword(password)
  return true
}
