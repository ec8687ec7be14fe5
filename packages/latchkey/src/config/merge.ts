import type { Provider } from '../types/providers.ts'

/**
 * A provider as it is used: what the application passed to its factory (`options`) over what the environment says over the factory's presets.
 * A provider that the application wrote itself goes before the environment. None of them is changed.
 */
export function mergeOptions(provider: Provider, environment: object): Provider {
  const { options, ...own } = provider
  return (
    options === undefined ? merge(environment, own) : merge(merge(own, environment), options)
  ) as Provider
}

/** Plain objects are merged, `undefined` is skipped, anything else replaces; also lists, whose places mean nothing. */
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
