import type { Awaitable } from './basics.ts'

/**
 * A memory for what must happen once, or not too often, or is over: proofs that were used, attempts, ended sessions. Redis, Valkey and most key-value
 * stores have these four commands; share one when the application runs in several processes. Keys begin with `latchkey:` and hold no secret.
 */
export interface Store {
  get(key: string): Awaitable<string | null | undefined>
  /** Keeps a value for so many seconds. */
  set(key: string, value: string, seconds: number): Awaitable<unknown>
  /** Adds to a counter in one step. The first addition begins it, and its seconds. @returns the sum */
  add(key: string, amount: number, seconds: number): Awaitable<number>
  delete(key: string): Awaitable<unknown>
}
