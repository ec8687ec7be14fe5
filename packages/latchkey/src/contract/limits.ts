import type { Awaitable, HeaderReader } from './basics.ts'

/** So many attempts in so many seconds, counted from the first. */
export interface Limit {
  readonly attempts: number
  readonly seconds: number
}

/** What may be tried how often. `false` for no limit. */
export interface LimitsOptions {
  /** Wrong credentials for one account. Default: 10 in 15 minutes. */
  credentials?: Limit | false
  /** Mails to one address. Default: 5 in 15 minutes. */
  email?: Limit | false
  /** Wrong credentials and mails of one client, if `clientAddress` tells them apart. Default: 30 in 15 minutes. */
  client?: Limit | false
  /** The IP address of a client, from a header that your proxy sets and nobody else can. Default: none. */
  clientAddress?: (headers: HeaderReader) => string | null | undefined
}

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

export interface ResolvedLimits {
  readonly credentials: Limit | undefined
  readonly email: Limit | undefined
  readonly client: Limit | undefined
  readonly clientAddress: LimitsOptions['clientAddress']
}
