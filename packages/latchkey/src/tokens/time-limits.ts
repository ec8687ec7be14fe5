/**
 * The store calls that a refresh needs while it has its lease: the call that starts it, one look-up
 * of a result, and three attempts to keep the new one.
 */
const STORE_CALLS = 5
/** For everything else. */
const MARGIN_SECONDS = 2
/** What a store call may take if it has no time limit, in seconds. */
const UNLIMITED_CALL = 10

/**
 * Returns how long a process may send a refresh token: longer than its work may take, because
 * another process then sends the same token.
 *
 * @param refresh time limit of the provider request, in seconds
 * @param store time limit of a store call, in seconds
 */
export function refreshLeaseSeconds(refresh: number, store: number | false): number {
  return refresh + MARGIN_SECONDS + STORE_CALLS * (store === false ? UNLIMITED_CALL : store)
}

/** Returns how long a process waits: for two other processes' leases, then for its own. */
export function waitSeconds(lease: number): number {
  return 3 * lease
}

/** Returns the error for another request or process that did not finish in time. */
export function tooLate(other: 'request' | 'process'): Error {
  const message = `Another ${other} is refreshing the same token and did not finish in time. Try again.`
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}
