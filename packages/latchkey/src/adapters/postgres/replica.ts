import type { SqlConnection } from '../../sql/connection.ts'

/**
 * How long a replica read may take, in milliseconds. It leaves time for the primary within a call's
 * default time limit.
 */
const LIMIT_MILLISECONDS = 1000

/** How long nothing is read from a replica that took longer, in milliseconds. */
const PAUSE_MILLISECONDS = 10_000

/**
 * Limits the time of each replica read. Does not use an unresponsive replica for some time, so that
 * requests neither wait for it nor pile up in its pool.
 */
export function withTimeLimit(query: SqlConnection['query']): SqlConnection['query'] {
  let pausedUntil = Number.NEGATIVE_INFINITY
  return (text, values) => {
    if (performance.now() < pausedUntil)
      return Promise.reject(new Error('The replica did not respond a moment ago.'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        pausedUntil = performance.now() + PAUSE_MILLISECONDS
        reject(new Error(`The replica did not respond within ${LIMIT_MILLISECONDS} milliseconds.`))
      }, LIMIT_MILLISECONDS)
      query(text, values)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
  }
}
