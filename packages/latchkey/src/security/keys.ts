import { deriveKey, type JweKey } from '#jwe'
import type { Awaitable } from '../contract.ts'
import type { ContentEncryption } from './jwe-format.ts'

/** Enough for a few dozen tenants; beyond it all are derived again when they are needed. */
const MOST_SECRETS = 500
const derived = new Map<string, Map<string, Awaitable<JweKey>>>()

/** The key that a secret has for one purpose, derived once. `salt` names the purpose: a token sealed for one is of no use for another. */
export function keyFor(secret: string, salt: string, enc: ContentEncryption): Awaitable<JweKey> {
  const purpose = enc === 'A256GCM' ? `${enc} ${salt}` : salt
  const keys = derived.get(secret) ?? new Map<string, Awaitable<JweKey>>()
  const known = keys.get(purpose)
  if (known !== undefined) return known
  const key = deriveKey(secret, salt, enc)
  if (derived.size >= MOST_SECRETS) derived.clear()
  derived.set(secret, keys.set(purpose, key))
  return key
}
