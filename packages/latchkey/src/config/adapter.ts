import { loadOnce, orElse } from '../async/awaitable.ts'
import { inTime } from '../async/in-time.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { BoundedCalls } from './failed-call.ts'

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
const failures = loadOnce(() => import('./failed-call.ts'))

/**
 * Returns an adapter that logs each call with its arguments at debug level. It throws the errors of
 * the methods as `AdapterError`, also for a method that takes too long. The methods are called on
 * the original adapter. A user or account that the database finds by a different address or id does
 * not count.
 */
export function resolveAdapter(adapter: Adapter, calls: BoundedCalls): Adapter {
  const { logger } = calls
  const present = METHODS.filter((method) => typeof adapter[method] === 'function')
  const methods: Adapter = Object.fromEntries(
    present.map((method) => [method, guarded(adapter, method, calls)]),
  )
  const exact = EXACT.filter((method) => method in methods).map((method) => [
    method,
    async (...args: unknown[]): Promise<unknown> => {
      const lookups = (await loadExactLookups()).exactLookups(methods, logger)
      return (lookups[method] as (...args: unknown[]) => unknown)(...args)
    },
  ])
  return { ...methods, ...Object.fromEntries(exact) }
}

/** The logger recognizes secrets by their names, and these methods receive a token without one. */
function isToken(method: Method, argument: unknown): boolean {
  return typeof argument === 'string' && (method === 'getSessionAndUser' || method === 'deleteSession')
}

function guarded(
  adapter: Adapter,
  method: Method,
  calls: BoundedCalls,
): (...args: unknown[]) => Awaitable<unknown> {
  return (...args) => {
    calls.logger.debug(
      `adapter_${method}`,
      ...args.map((argument) => (isToken(method, argument) ? { sessionToken: argument } : argument)),
    )
    let result: unknown
    return orElse(
      () => {
        // The arguments have the types of the wrapped method.
        result = (adapter[method] as (...args: unknown[]) => unknown).apply(adapter, args)
        return inTime(result, calls.timeouts.adapter)
      },
      async (error): Promise<never> => {
        throw (await failures()).failedMethod(calls, { adapter, method, args, result, error })
      },
    )
  }
}
