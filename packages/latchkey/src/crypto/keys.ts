import { deriveKey, type JweKey } from '#crypto'
import { andThen } from '../async/awaitable.ts'
import type { Awaitable } from '../types/basics.ts'
import type { ContentEncryption } from './jwe-format.ts'

/** Enough for a few dozen tenants. A full cache is cleared, and keys are derived again. */
const MAX_KEYS = 500
/** Keys by secret, then by purpose. */
const cache = new Map<string, Map<string, JweKey>>()
let count = 0

/**
 * Returns the key of a secret for one purpose. Derives it on the first call and caches it.
 *
 * @param salt names the purpose: a token for one purpose is invalid for all others
 */
export function keyFor(secret: string, salt: string, enc: ContentEncryption): Awaitable<JweKey> {
  const purpose = enc === 'A256GCM' ? `${enc} ${salt}` : salt
  const cached = cache.get(secret)?.get(purpose)
  if (cached !== undefined) return cached
  return andThen(deriveKey(secret, salt, enc), (key) => cacheKey(key, secret, purpose))
}

/**
 * Caches the key itself, never its promise: on Cloudflare Workers, a promise cannot be used after
 * the request that created it has ended.
 */
function cacheKey(key: JweKey, secret: string, purpose: string): JweKey {
  if (count >= MAX_KEYS) {
    cache.clear()
    count = 0
  }
  const keys = cache.get(secret) ?? new Map<string, JweKey>()
  // Concurrent calls may have derived the same key.
  if (!keys.has(purpose)) count += 1
  cache.set(secret, keys.set(purpose, key))
  return key
}

/**
 * Returns the secrets that a stored hash may have been made with. Each single secret is one, so
 * that hashes from before a rotation stay valid. The whole list joined by commas is another, which
 * existing deployments hash with.
 */
export function hashSecrets(secrets: readonly string[]): readonly string[] {
  return secrets.length > 1 ? [...secrets, secrets.join(',')] : secrets
}
