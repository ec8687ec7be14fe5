import { withoutUndefined } from '../records/record.ts'
import { variablePrefix } from '../records/variable-prefix.ts'
import { type Environment, readVariable } from './env.ts'

/** One provider's options that are set in the environment. */
export interface ProviderEnvironment {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly issuer?: string
  readonly apiKey?: string
  readonly from?: string
  readonly server?: string
}

const PROVIDER_VARIABLES = {
  clientId: 'ID',
  clientSecret: 'SECRET',
  issuer: 'ISSUER',
  apiKey: 'KEY',
  from: 'FROM',
  server: 'SERVER',
} as const

/**
 * Returns one provider's values of `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER`, `_KEY`, `_FROM` and
 * `_SERVER`, if they are set. `<ID>` is the `id` that the application set or, as a fallback, the
 * factory's `id`.
 */
export function readProviderEnvironment(
  env: Environment,
  provider: { id: string; options?: { id?: string } },
): ProviderEnvironment {
  const prefixes = [provider.options?.id ?? provider.id, provider.id].map(variablePrefix)
  const found = Object.entries(PROVIDER_VARIABLES).map(([key, name]) => [
    key,
    prefixes.map((prefix) => readVariable(env, `${prefix}_${name}`)).find(Boolean),
  ])
  return withoutUndefined(Object.fromEntries(found))
}
