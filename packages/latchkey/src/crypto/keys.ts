import { deriveKey, type JweKey } from '#crypto'
import { andThen } from '../async/awaitable.ts'
import type { Awaitable } from '../types/basics.ts'
import type { ContentEncryption } from './jwe-format.ts'

/** Enough for a few dozen tenants; beyond it all are derived again when they are needed. */
const MAX_KEYS = 500
/** By secret, then by purpose. */
const derived = new Map<string, Map<string, JweKey>>()
let count = 0

/** The key that a secret has for one purpose, derived once. `salt` names the purpose: a token sealed for one is of no use for another. */
export function keyFor(secret: string, salt: string, enc: ContentEncryption): Awaitable<JweKey> {
  const purpose = enc === 'A256GCM' ? `${enc} ${salt}` : salt
  const known = derived.get(secret)?.get(purpose)
  if (known !== undefined) return known
  return andThen(deriveKey(secret, salt, enc), (key) => keep(key, secret, purpose))
}

/** The key itself, never the promise of it: on Workers that ends with the request that made it. */
function keep(key: JweKey, secret: string, purpose: string): JweKey {
  if (count >= MAX_KEYS) {
    derived.clear()
    count = 0
  }
  const own = derived.get(secret) ?? new Map<string, JweKey>()
  // Of many that asked at once each has derived it.
  if (!own.has(purpose)) count += 1
  derived.set(secret, own.set(purpose, key))
  return key
}
