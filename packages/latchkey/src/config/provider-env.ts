import { withoutUndefined } from '../records/record.ts'
import type { Environment } from './env.ts'

/** What the environment says about one provider. */
export interface ProviderEnvironment {
  readonly clientId?: string
  readonly clientSecret?: string
  readonly issuer?: string
  readonly apiKey?: string
}

const PROVIDER_VARIABLES = {
  clientId: 'ID',
  clientSecret: 'SECRET',
  issuer: 'ISSUER',
  apiKey: 'KEY',
} as const

/**
 * The variables `AUTH_<ID>_ID`, `_SECRET`, `_ISSUER` and `_KEY` of one provider, as far as they are
 * set. Those of the id that the application gave it go before those of the id that its factory has.
 */
export function readProviderEnvironment(
  env: Environment,
  provider: { id: string; options?: { id?: string } },
): ProviderEnvironment {
  const prefixes = [provider.options?.id ?? provider.id, provider.id].map(variablePrefix)
  const found = Object.entries(PROVIDER_VARIABLES).map(([key, name]) => [
    key,
    prefixes.map((prefix) => env[`${prefix}_${name}`]).find(Boolean),
  ])
  return withoutUndefined(Object.fromEntries(found))
}

/** The first part of a provider's variables. */
export function variablePrefix(providerId: string): string {
  return `AUTH_${providerId.toUpperCase().replaceAll('-', '_')}`
}
