import type { ProviderConfig } from '../types/providers/provider.ts'

/**
 * Merges a provider's options. The options that the application passed to a factory take precedence
 * over the environment, and the environment over the factory's defaults. In a provider object
 * without a factory, its own values take precedence over the environment. Modifies no argument.
 */
export function mergeOptions(provider: ProviderConfig, environment: object): ProviderConfig {
  const { options, ...own } = provider
  return (
    options === undefined ? merge(environment, own) : merge(merge(own, environment), options)
  ) as ProviderConfig
}

/** Merges plain objects and skips `undefined`. All other values are replaced, including lists. */
function merge(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isPlainObject(base) || !isPlainObject(over)) return over
  const merged: Record<PropertyKey, unknown> = { ...base }
  for (const key of Reflect.ownKeys(over)) merged[key] = merge(base[key], over[key])
  return merged
}

function isPlainObject(value: unknown): value is Record<PropertyKey, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
