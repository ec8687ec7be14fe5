import { andThen, loadOnce, orElse } from '../async/awaitable.ts'
import { inTime } from '../async/in-time.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { BoundedCalls } from './failed-call.ts'
import { type RowOptions, sealedRows, sealsRows } from './sealed-rows.ts'

type Method = keyof Adapter
/** The arguments have the types of the wrapped method. */
type Call = (...args: unknown[]) => Awaitable<unknown>

/** The methods whose results are compared with their arguments. */
const EXACT = [
  'getUserByEmail',
  'getUserByAccount',
  'getAccount',
  'createUserWithAccount',
  'listAccounts',
] as const

/**
 * The methods whose `undefined` becomes `null`: some adapters return it for a missing record.
 */
const LOOKUPS = /^(?:get(?:User|Account|Authenticator)|useVerificationToken)/

const loadExactLookups = loadOnce(() => import('./exact-lookups.ts'))
const failures = loadOnce(() => import('./failed-call.ts'))

/**
 * Wraps an adapter's methods. Logs each call with its arguments at debug level. A call that fails
 * or takes too long throws an `AdapterError`. Calls the methods on the original adapter. Ignores a
 * user or account that the database finds by a different address or id. Encrypts account tokens as
 * `rows` says.
 */
export function boundedAdapter(
  adapter: Adapter,
  names: readonly Method[],
  calls: BoundedCalls,
  rows: RowOptions,
): Adapter {
  const plain: Adapter = Object.fromEntries(names.map((method) => [method, bounded(adapter, method, calls)]))
  const methods = sealsRows(rows) ? { ...plain, ...sealedRows(plain, rows.secrets, calls) } : plain
  const exact = EXACT.filter((method) => method in methods).map((method): [string, Call] => [
    method,
    async (...args) => {
      const lookups = (await loadExactLookups()).exactLookups(methods, calls.logger, adapter)
      return (lookups[method] as Call)(...args)
    },
  ])
  return { ...methods, ...Object.fromEntries(exact) }
}

/**
 * The logger recognizes secrets by their names, and these methods receive a token without a name.
 */
function isToken(method: Method, argument: unknown): boolean {
  return /^(?:getSessionAndUser|deleteSession$)/.test(method) && typeof argument === 'string'
}

function bounded(adapter: Adapter, method: Method, calls: BoundedCalls): Call {
  return (...args) => {
    calls.logger.debug(
      `adapter_${method}`,
      ...args.map((argument) => (isToken(method, argument) ? { sessionToken: argument } : argument)),
    )
    let result: unknown
    return orElse(
      () => {
        result = (adapter[method] as Call).apply(adapter, args)
        const found = inTime(result, calls.timeouts.adapter)
        return LOOKUPS.test(method) ? andThen(found, (record) => record ?? null) : found
      },
      async (error): Promise<never> => {
        throw (await failures()).failedMethod(calls, { adapter, method, args, result, error })
      },
    )
  }
}
