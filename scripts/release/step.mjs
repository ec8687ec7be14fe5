import { elapsed } from '../../tests/support/machine/progress.mjs'

/**
 * Runs a part of the release, and prints how long it took.
 *
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = Date.now()
  const line = process.stdout.isTTY ? '\r' : ''
  if (line !== '') process.stdout.write(`  ${title} …`)
  try {
    const result = await work()
    console.log(`${line}✓ ${title} (${elapsed(start)})`)
    return result
  } catch (error) {
    console.log(`${line}✗ ${title} (${elapsed(start)})`)
    throw error
  }
}
