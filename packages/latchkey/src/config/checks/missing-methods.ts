import type { Adapter } from '../../types/adapter.ts'

type Method = keyof Adapter

/** The methods that every adapter needs. */
const FOR_USERS: readonly Method[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
]

/** The methods that database sessions need. */
const FOR_SESSIONS: readonly Method[] = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
]

/** The methods that e-mail links need. */
const FOR_EMAIL: readonly Method[] = ['createVerificationToken', 'useVerificationToken']

/** The methods that passkeys need. */
const FOR_PASSKEYS: readonly Method[] = [
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]

/** The features in a configuration that need more methods than user storage does. */
export interface AdapterUses {
  readonly sessions: boolean
  readonly email: boolean
  readonly passkeys: boolean
  /** Whether the option `unverifiedAccounts` is `remove`. */
  readonly removal: boolean
}

/** Returns the methods that a configuration needs and its adapter lacks. */
export function missingMethods(
  adapter: Adapter,
  { sessions, email, passkeys, removal }: AdapterUses,
): readonly Method[] {
  const needed = [
    ...FOR_USERS,
    ...(sessions ? FOR_SESSIONS : []),
    ...(email ? FOR_EMAIL : []),
    ...(passkeys ? FOR_PASSKEYS : []),
  ]
  if (removal) needed.push('deleteAccountsByUserId')
  if (removal && sessions) needed.push('deleteSessionsByUserId')
  return needed.filter((method) => typeof adapter[method] !== 'function')
}
