import type { HeaderReader } from './basics.ts'

/** A rate limit: a number of attempts within a period that starts with the first attempt. */
export interface Limit {
  readonly attempts: number
  readonly seconds: number
}

/** The rate limits. `false` disables a limit. */
export interface LimitsOptions {
  /**
   * Failed sign-ins with credentials for one account. Default: 10 in 15 minutes. If the account is
   * not known, all the provider's failed sign-ins have 5 times this limit.
   */
  credentials?: Limit | false
  /**
   * E-mails to one address, and wrong short codes for one address. Default: 5 in 15 minutes; wrong
   * codes count for a code's lifetime.
   */
  email?: Limit | false
  /** Messages to one telephone number. Default: 5 in 15 minutes. */
  phone?: Limit | false
  /**
   * Messages to all telephone numbers of one country code, or of one area with the country code 1. Default:
   * 100 in an hour. It limits what a fraud with expensive numbers costs.
   */
  phoneCountry?: Limit | false
  /**
   * Failed sign-ins with credentials, e-mails, and messages to telephone numbers, from one client. Needs
   * `clientAddress`. Default: 30 in 15 minutes.
   */
  client?: Limit | false
  /**
   * Returns a client's IP address from a header. Use only a header that your proxy sets and that
   * clients cannot forge. Requests without a readable address count as one client. Default: none.
   */
  clientAddress?: (headers: HeaderReader) => string | null | undefined
}
