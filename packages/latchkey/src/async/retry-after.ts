import { RETRY_AFTER_SECONDS } from './bounded-call.ts'

const MAX_SECONDS = 60 * 60

/**
 * Returns when to try again after a response, in seconds from now: as its `Retry-After` says, but
 * at least five seconds and at most an hour.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function retryAfter({ headers }: Response): number {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : secondsUntil(value, headers.get('date') ?? '')
  return Math.min(Math.max(seconds || 0, RETRY_AFTER_SECONDS), MAX_SECONDS)
}

/** By the clock of the server that sent the date, if it reports its time. */
function secondsUntil(date: string, now: string): number {
  return Math.ceil((Date.parse(date) - (Date.parse(now) || Date.now())) / 1000)
}
