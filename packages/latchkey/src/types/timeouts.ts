/** The time limits of calls to other services, in seconds. Fractions are allowed. */
export interface TimeoutsOptions {
  /**
   * For each `adapter` method call. `false`: no limit. What a method does after its time limit has
   * no effect on the request. Default: 5.
   */
  adapter?: number | false
  /** For each `store` call. `false`: no limit. Default: 1. */
  store?: number | false
  /**
   * For each request to an OAuth provider, until its response ends. A sign-in as a whole may take
   * three times as long. Default: 10.
   */
  oauth?: number
  /** For sending an e-mail, also with your own `sendVerificationRequest`. Default: 10. */
  email?: number
}
