/** The time limits of calls, in seconds. */
export const DEFAULT_TIMEOUTS = { adapter: 5, store: 1, oauth: 10, email: 10 } as const
