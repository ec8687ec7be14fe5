import { andThen, loadOnce } from '../async/awaitable.ts'
import type { ResolvedAdapter } from '../contract/adapter.ts'
import { lacksUniqueKeys } from '../sql/unique-keys.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { BoundedCalls } from './failed-call.ts'
import type { Endings } from './replica.ts'
import type { RowOptions } from './sealed-rows.ts'

/** All adapter methods that Latchkey calls. */
const METHODS: readonly (keyof Adapter)[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
  'createSession',
  'getSessionAndUser',
  'getSessionAndUserFromPrimary',
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
  'listAccounts',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]

/**
 * Returns an adapter with the same methods, whose calls are bounded, checked and logged. The code
 * for that is loaded with the first call: a cookie session needs no adapter.
 *
 * @param rows decides how account tokens are stored
 */
export function resolveAdapter(
  adapter: Adapter,
  calls: BoundedCalls,
  endings: Endings,
  rows: RowOptions,
): ResolvedAdapter {
  const names = METHODS.filter((method) => typeof adapter[method] === 'function')
  const bounded = loadOnce(async () => {
    const methods = (await import('./bounded-adapter.ts')).boundedAdapter(adapter, names, calls, rows)
    if (!('getSessionAndUserFromPrimary' in methods)) return methods
    return (await import('./replica.ts')).withEndings(methods, calls, endings)
  })
  const call = (method: keyof Adapter, args: unknown[]): Awaitable<unknown> =>
    andThen(bounded(), (methods) =>
      (methods[method] as ((...args: unknown[]) => unknown) | undefined)?.(...args),
    )
  const methods = names.map((method) => [method, (...args: unknown[]) => call(method, args)])
  return { ...Object.fromEntries(methods), ...(lacksUniqueKeys in adapter && { [lacksUniqueKeys]: true }) }
}
