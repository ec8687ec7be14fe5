import type { HeaderReader } from './basics.ts'

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
