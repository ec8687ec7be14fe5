/**
 * Runs a long task and prints its progress: a line at the start, one every 10 seconds, and one at
 * the end. Each has the title, because several tasks may run at the same time.
 *
 * @template T
 * @param {string} title what is being done
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const start = Date.now()
  console.log(`${title} …`)
  const timer = setInterval(() => console.log(`… ${elapsed(start)}  ${title}`), 10_000)
  try {
    const result = await work()
    console.log(`${title}: done in ${elapsed(start)}`)
    return result
  } finally {
    clearInterval(timer)
  }
}

/**
 * Returns the time since a moment as text, in seconds.
 *
 * @param {number} start in milliseconds, from `Date.now()`
 * @returns {string}
 */
export function elapsed(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`
}
