/**
 * Does long work and shows that it goes on: a line at its start, one every 10 seconds, one at its end.
 *
 * @template T
 * @param {string} title what is being done
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(title, work) {
  const start = Date.now()
  console.log(`${title} …`)
  const timer = setInterval(() => console.log(`  … ${elapsed(start)}`), 10_000)
  try {
    const result = await work()
    console.log(`  done in ${elapsed(start)}`)
    return result
  } finally {
    clearInterval(timer)
  }
}

/**
 * The time since a moment, for people.
 *
 * @param {number} start in milliseconds, as `Date.now()` gives them
 * @returns {string}
 */
export function elapsed(start) {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`
}
