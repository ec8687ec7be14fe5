import { deriveKey, type JweKey } from '#jwe'
import type { Awaitable } from '../contract.ts'
import type { ContentEncryption } from './jwe-format.ts'

/** Enough for every purpose of a few dozen tenants; beyond it the oldest is derived again when it is needed. */
const MOST_KEYS = 500
const derived = new Map<string, Awaitable<JweKey>>()

/** The key that a secret has for one purpose, derived once. `salt` names the purpose: a token sealed for one is of no use for another. */
export function keyFor(secret: string, salt: string, enc: ContentEncryption): Awaitable<JweKey> {
  const id = `${enc} ${salt.length} ${salt}${secret}`
  const known = derived.get(id)
  if (known !== undefined) return known
  const key = deriveKey(secret, salt, enc)
  for (const oldest of derived.keys()) {
    if (derived.size < MOST_KEYS) break
    derived.delete(oldest)
  }
  derived.set(id, key)
  return key
}
