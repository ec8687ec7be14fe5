import type { AccountCalls, ResolvedAuth } from '../contract/context.ts'
import { MissingAdapterMethods } from '../errors/configuration.ts'
import type { AccountMethods } from '../types/account-records.ts'
import type { Adapter } from '../types/adapter.ts'
import { boundedAdapter } from './bounded-adapter.ts'

/** The methods of each feature, all of them. */
interface Features {
  readonly details: 'getUserDetails' | 'setUserDetails'
  readonly passwords: 'getPassword' | 'setPassword' | 'deletePassword'
  readonly secondFactors:
    | 'listSecondFactors'
    | 'createSecondFactor'
    | 'updateSecondFactor'
    | 'deleteSecondFactor'
    | 'replaceRecoveryCodes'
    | 'useRecoveryCode'
    | 'countRecoveryCodes'
  readonly sessionDetails:
    | 'createSessionDetails'
    | 'listSessionDetails'
    | 'touchSessionDetails'
    | 'deleteSessionDetails'
    | 'deleteAllSessions'
  readonly passkeyDetails: 'listPasskeyDetails' | 'updatePasskeyDetails' | 'deleteAuthenticator'
  readonly securityEvents: 'createSecurityEvent' | 'listSecurityEvents'
}

/** The methods of each feature. */
const GROUPS: { readonly [F in keyof Features]: readonly Features[F][] } = {
  details: ['getUserDetails', 'setUserDetails'],
  passwords: ['getPassword', 'setPassword', 'deletePassword'],
  secondFactors: [
    'listSecondFactors',
    'createSecondFactor',
    'updateSecondFactor',
    'deleteSecondFactor',
    'replaceRecoveryCodes',
    'useRecoveryCode',
    'countRecoveryCodes',
  ],
  sessionDetails: [
    'createSessionDetails',
    'listSessionDetails',
    'touchSessionDetails',
    'deleteSessionDetails',
    'deleteAllSessions',
  ],
  passkeyDetails: ['listPasskeyDetails', 'updatePasskeyDetails', 'deleteAuthenticator'],
  securityEvents: ['createSecurityEvent', 'listSecurityEvents'],
}

/** A feature that needs methods of the adapter. */
export type AccountFeature = keyof Features

/** The methods of a feature, all of them. */
export type MethodsOf<F extends AccountFeature> = Required<Pick<AccountMethods, Features[F]>>

/** The adapter's methods for accounts, whose calls are bounded, checked and logged. */
export interface AccountStorage {
  /** Returns whether the adapter has all methods of a feature. */
  has(feature: AccountFeature): boolean
  /**
   * Returns the methods of a feature.
   *
   * @throws {MissingAdapterMethods} if the adapter lacks one
   */
  methods<F extends AccountFeature>(feature: F): MethodsOf<F>
}

const storages = new WeakMap<AccountCalls, AccountStorage>()

/** Returns a configuration's methods for accounts. */
export function accountStorage({ accountCalls }: Pick<ResolvedAuth, 'accountCalls'>): AccountStorage {
  const storage = storages.get(accountCalls) ?? createStorage(accountCalls)
  storages.set(accountCalls, storage)
  return storage
}

function createStorage({ adapter, ...calls }: AccountCalls): AccountStorage {
  const names = Object.values(GROUPS).flat()
  const given = names.filter((name) => typeof adapter?.[name] === 'function')
  // The account tables have no provider tokens.
  const methods = boundedAdapter(adapter ?? {}, given, calls, { config: {}, secrets: [] })
  return {
    has: (feature) => missingAccountMethods(adapter, feature).length === 0,
    methods: <F extends AccountFeature>(feature: F) => {
      const missing = missingAccountMethods(adapter, feature)
      if (missing.length > 0) throw new MissingAdapterMethods(describeMissing(adapter, missing))
      return methods as MethodsOf<F>
    },
  }
}

/** Returns the methods of a feature that an adapter lacks. */
export function missingAccountMethods(
  adapter: Adapter | undefined,
  feature: AccountFeature,
): readonly (keyof AccountMethods)[] {
  return GROUPS[feature].filter((name) => typeof adapter?.[name] !== 'function')
}

/** Says what is missing, and the line that adds it. */
export function describeMissing(
  adapter: Adapter | undefined,
  missing: readonly (keyof AccountMethods)[],
): string {
  if (adapter === undefined)
    return 'There is no `adapter`. Add one, for example `adapter: postgres(pool)` from "latchkey/adapters/postgres".'
  const names = missing.map((name) => `\`${name}\``).join(', ')
  return (
    `The \`adapter\` lacks ${names}. Use one of Latchkey's adapters, or add the methods to yours: ` +
    '`adapter: withAccounts(yourAdapter, accountTables(pool))` from "latchkey/adapters/accounts".'
  )
}
