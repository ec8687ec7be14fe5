import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'

const TESTS = ['server-size', 'client-size'].map((name) => `packages/latchkey/test/compat/${name}.test.ts`)

/**
 * Measures what applications load, with the tests that limit it.
 *
 * @returns {Promise<[string, string][]>} rows of a table
 * @throws {Error} with the output of the tests, when a limit is exceeded
 */
export async function loadedSizes() {
  const { ok, output } = await runProcess({
    name: 'the tests of sizes',
    program: 'vitest',
    args: ['run', '--project', 'library', ...TESTS],
    cwd: root,
    env: toolEnvironment({ NO_COLOR: '1' }),
  })
  if (!ok) throw new Error(`A size limit is exceeded.\n${output.trim()}`)
  const rows = [...output.matchAll(/^(.+?): (\d+) bytes/gm)]
  if (rows.length === 0) throw new Error(`The tests of sizes printed no sizes.\n${output.trim()}`)
  return rows.map(([, name = '', bytes = '']) => [`loaded by ${name}, compressed`, kilobytes(Number(bytes))])
}

/** @param {number} bytes */
export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
