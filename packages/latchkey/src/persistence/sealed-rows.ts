import { loadOnce } from '../async/awaitable.ts'
import { sealsTokens } from '../sql/seals-tokens.ts'
import type { StoredAccount } from '../tokens/encrypted-row.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import type { BoundedCalls } from './failed-call.ts'

type Call = (...args: unknown[]) => Awaitable<unknown>

/** The methods that receive an account with its tokens, and the index of that argument. */
const ACCOUNT_ARGUMENTS: readonly (readonly [keyof Adapter, number])[] = [
  ['linkAccount', 0],
  ['updateAccount', 0],
  ['createUserWithAccount', 1],
]

const sealedTokens = loadOnce(() => import('../tokens/encrypted-row.ts'))

/** What decides how tokens are stored. */
export interface RowOptions {
  readonly config: Pick<AuthConfig, 'adapter' | 'providerTokens'>
  readonly secrets: readonly string[]
}

/** Returns whether the tokens in the accounts table are encrypted. */
export function sealsRows({ config: { adapter, providerTokens } }: RowOptions): boolean {
  const seal = typeof providerTokens === 'object' ? providerTokens.seal : undefined
  return seal ?? (adapter !== undefined && sealsTokens in adapter)
}

/**
 * Returns the methods that store an account, with encrypted tokens. Events and callbacks get the
 * tokens as the provider issued them.
 */
export function sealedRows(methods: Adapter, secrets: readonly string[], { logger }: BoundedCalls): Adapter {
  const warn = (field: string): void =>
    logger.warn(
      'provider-tokens-too-large',
      `A provider's \`${field}\` is too long to be encrypted, so it is not stored. ` +
        "Request fewer scopes or claims, or select what is stored with the provider's `account`.",
    )
  const known = ACCOUNT_ARGUMENTS.filter(([method]) => method in methods)
  return Object.fromEntries(
    known.map(([method, index]): [string, Call] => [
      method,
      async (...args) => {
        const { sealTokens } = await sealedTokens()
        const given = args[index] as StoredAccount
        const sealed = await sealTokens(secrets, given, warn)
        // Otherwise the previous token would stay, with the new one's times.
        const account = method === 'updateAccount' ? { ...missingAsNull(given, sealed), ...sealed } : sealed
        return (methods[method] as Call)(...args.map((argument, at) => (at === index ? account : argument)))
      },
    ]),
  )
}

/** Adapters write `null` into the column, and leave it unchanged without a value. */
function missingAsNull(given: StoredAccount, sealed: StoredAccount): object {
  const missing = Object.keys(given).filter((name) => !(name in sealed))
  return Object.fromEntries(missing.map((name) => [name, null]))
}
