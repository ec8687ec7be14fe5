import { loadOnce, orElse } from '../async/awaitable.ts'
import { AdapterError, asError } from '../errors.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { LoggerInstance } from '../types/config.ts'

type Method = keyof Adapter

/** All adapter methods that Latchkey calls. */
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

/** The methods whose results are compared with what was asked for. */
const EXACT = ['getUserByEmail', 'getUserByAccount', 'getAccount', 'createUserWithAccount'] as const

const loadExactLookups = loadOnce(() => import('./exact-lookups.ts'))

/**
 * Returns an adapter that logs each call with its arguments at debug level. It throws the errors of
 * the methods as `AdapterError`. The methods are called on the original adapter. A user or account
 * that the database finds by a different address or id does not count.
 */
export function resolveAdapter(adapter: Adapter, logger: LoggerInstance): Adapter {
  const present = METHODS.filter((method) => typeof adapter[method] === 'function')
  const calls: Adapter = Object.fromEntries(
    present.map((method) => [method, guarded(adapter, method, logger)]),
  )
  const exact = EXACT.filter((method) => method in calls).map((method) => [
    method,
    async (...args: unknown[]): Promise<unknown> => {
      const lookups = (await loadExactLookups()).exactLookups(calls, logger)
      return (lookups[method] as (...args: unknown[]) => unknown)(...args)
    },
  ])
  return { ...calls, ...Object.fromEntries(exact) }
}

/** The logger recognizes secrets by their names, and these methods receive a token without one. */
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
      // The arguments have the types of the wrapped method.
      () => (adapter[method] as (...args: unknown[]) => unknown).apply(adapter, args),
      (error): never => {
        const err = asError(error)
        const message = `The adapter's \`${method}\` failed: ${err.message}`
        throw new AdapterError(`${message}. Check the database and its tables.`, {
          cause: { err, method },
        })
      },
    )
  }
}
