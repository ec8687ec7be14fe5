import { orElse } from '../async/awaitable.ts'
import { AdapterError, asError } from '../errors.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { LoggerInstance } from '../types/config.ts'

type Method = keyof Adapter

/** Every method that is called on an adapter. */
const METHODS: readonly Method[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
  'deleteUser',
  'createUserWithAccount',
  'updateAccount',
  'deleteAccountsByUserId',
  'deleteSessionsByUserId',
  'deleteVerificationTokens',
  'unlinkAccount',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]

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

/** The adapter with its calls and their arguments logged at debug level, and what they throw told as `AdapterError`. Methods are called on the adapter itself. */
export function resolveAdapter(adapter: Adapter, logger: LoggerInstance): Adapter {
  const present = METHODS.filter((method) => typeof adapter[method] === 'function')
  return Object.fromEntries(present.map((method) => [method, guarded(adapter, method, logger)]))
}

/** A session's token comes without a name, by which the logger would know that it is secret. */
function isToken(method: Method, argument: unknown): boolean {
  return typeof argument === 'string' && (method === 'getSessionAndUser' || method === 'deleteSession')
}

function guarded(
  adapter: Adapter,
  method: Method,
  logger: LoggerInstance,
): (...args: unknown[]) => Awaitable<unknown> {
  return (...args) => {
    logger.debug(
      `adapter_${method}`,
      ...args.map((argument) => (isToken(method, argument) ? { sessionToken: argument } : argument)),
    )
    return orElse(
      // The arguments are those of the method that this one stands for.
      () => (adapter[method] as (...args: unknown[]) => unknown).apply(adapter, args),
      (error): never => {
        const err = asError(error)
        throw new AdapterError(`The adapter's \`${method}\` failed: ${err.message}`, {
          cause: { err, method },
        })
      },
    )
  }
}
