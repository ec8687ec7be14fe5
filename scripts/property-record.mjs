/**
 * A property that held for many generated values.
 *
 * @typedef {object} PropertyRun
 * @property {string} file name of the test file
 * @property {string} property title of the test
 * @property {number} runs number of values
 * @property {number} seed
 * @property {Record<string, number>} outcomes number of values by what the check returned
 */

const HEAD = `# Property tests with many values

\`npm run test:million -w latchkey\` generates this page. A row says that a property held for so many
generated values, and lists the outcomes of the check, so that you can see that both sides of a property
occur. The seed generates the same values again:

\`\`\`sh
LATCHKEY_SEED=20261122 npm run test:million -w latchkey -- hosts --only='only hosts in'
\`\`\`

[Contributing](../CONTRIBUTING.md#property-tests) describes these tests. Rows are written only by runs that
passed.
`
const COLUMNS = '| File | Property | Values | Seed | Outcomes |\n|---|---|--:|--:|---|\n'

/**
 * Returns the page with the given runs.
 *
 * @param {readonly PropertyRun[]} runs
 * @returns {string}
 */
export function renderRecord(runs) {
  const sorted = [...runs].sort((a, b) => compare(a.file, b.file) || compare(a.property, b.property))
  const total = runs.reduce((sum, { runs: count }) => sum + count, 0)
  const summary = `\n${runs.length} properties held for ${number(total)} values in total.\n\n`
  return HEAD + summary + COLUMNS + sorted.map(renderRow).join('')
}

/**
 * Returns the runs that a page contains.
 *
 * @param {string} page
 * @returns {PropertyRun[]}
 */
export function readRecord(page) {
  const rows = page.matchAll(/^\| `([^`]+)` \| (.+) \| ([\d,]+) \| (\d+) \| (.*) \|$/gm)
  return [...rows].map(([, file = '', property = '', runs = '', seed = '', outcomes = '']) => ({
    file,
    property,
    runs: count(runs),
    seed: Number(seed),
    outcomes: Object.fromEntries(
      [...outcomes.matchAll(/(\S[^:]*?): ([\d,]+)(?: · |$)/g)].map(([, name = '', times = '']) => [
        name,
        count(times),
      ]),
    ),
  }))
}

/**
 * Returns the known runs with the new ones in their place. Runs of properties that no longer exist
 * are removed: all of the file's, if the whole file ran again.
 *
 * @param {readonly PropertyRun[]} known
 * @param {readonly PropertyRun[]} added
 * @param {string | undefined} wholeFile name of the file that ran from its start to its end
 * @returns {PropertyRun[]}
 */
export function mergeRecords(known, added, wholeFile) {
  const replaced = new Set(added.map(keyOf))
  return [...known.filter((run) => run.file !== wholeFile && !replaced.has(keyOf(run))), ...added]
}

/** @param {PropertyRun} run */
function keyOf({ file, property }) {
  return JSON.stringify([file, property])
}

/** @param {PropertyRun} run */
function renderRow({ file, property, runs, seed, outcomes }) {
  const counts = Object.entries(outcomes).sort(([a], [b]) => compare(a, b))
  const cells = [
    `\`${file}\``,
    property,
    number(runs),
    seed,
    counts.map(([name, times]) => `${name}: ${number(times)}`).join(' · '),
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** @param {number} value */
function number(value) {
  return value.toLocaleString('en-US')
}

/** @param {string} text */
function count(text) {
  return Number(text.replaceAll(',', ''))
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}
