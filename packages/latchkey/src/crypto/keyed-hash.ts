import { mac } from '#crypto'
import { andThen } from '../async/awaitable.ts'
import type { Awaitable } from '../types/basics.ts'
import { keyFor } from './keys.ts'

/**
 * Returns a text's hash as 64 hexadecimal digits. Only the secret can produce it for this purpose.
 */
export function keyedHash(text: string, secret: string, salt: string): Awaitable<string> {
  return andThen(keyFor(secret, salt, 'A256CBC-HS512'), (key) => mac(key, text))
}
