import type { Adapter } from '../types/adapter.ts'

type Method = keyof Adapter

/** What is needed to keep users, sessions, links that are sent by mail, and passkeys. */
const FOR_USERS: readonly Method[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
]
const FOR_SESSIONS: readonly Method[] = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
]
const FOR_EMAIL: readonly Method[] = ['createVerificationToken', 'useVerificationToken']

const FOR_PASSKEYS: readonly Method[] = [
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]

/** What a configuration uses its adapter for, beside keeping users. */
export interface AdapterUses {
  readonly sessions: boolean
  readonly email: boolean
  readonly passkeys: boolean
  /** Ending what was claimed with an address that nobody had proved. */
  readonly removal: boolean
}

/** The methods that a configuration needs and its adapter lacks. */
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
