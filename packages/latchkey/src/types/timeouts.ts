/** The time limits of calls to other services, in seconds. Fractions are allowed. */
export interface TimeoutsOptions {
  /**
   * For each request to an OAuth provider, until the end of its response. A sign-in as a whole may
   * take three times as long. Default: 10.
   */
  oauth?: number
  /** For sending an e-mail, also with your own `sendVerificationRequest`. Default: 10. */
  email?: number
}
