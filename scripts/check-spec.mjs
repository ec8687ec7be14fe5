import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCitations } from './spec-citations.mjs'
import { renderPage } from './spec-page.mjs'
import { readStatements, SCOPES } from './spec-statements.mjs'
import { isMain, root } from './workspace.mjs'

/** @typedef {import('./spec-page.mjs').Row} Row */

const PAGE = 'docs/spec.md'

/**
 * Checks that a test cites every statement of the specification that applies to an existing part of
 * the library, and that the page with the results is up to date.
 *
 * @param {string} folder the repository
 * @returns {{ page: string, stale: string | undefined, rows: Row[], problems: string[] }} one line
 *   for each problem, with its fix
 */
export function checkSpec(folder) {
  const { statements, problems } = readStatements(folder)
  const { citations, misplaced } = readCitations(folder)
  const counting = citations.filter(({ counts }) => counts)
  const rows = statements.map((statement) => {
    const tests = counting.filter(({ id }) => id === statement.id)
    return { statement, tests, state: stateOf(folder, statement.scope, tests.length > 0) }
  })
  const ids = statements.map(({ id }) => id)
  const unknown = citations
    .filter(({ id }) => !ids.includes(id))
    .map((citation) => describeUnknown(citation, ids))
  const inWrongPlaces = misplaced
    .filter(({ place, id }) => place === 'comment' || ids.includes(id) || isPlaceholder(id))
    .map(describeMisplaced)
  const open = rows.filter(({ state }) => state === 'open').map(describeOpen)
  const page = renderPage(rows)
  const isStale = !existsSync(join(folder, PAGE)) || readFileSync(join(folder, PAGE), 'utf8') !== page
  const stale = isStale ? `${PAGE}  is out of date: run npm run spec.` : undefined
  return { page, stale, rows, problems: [...problems, ...unknown, ...inWrongPlaces, ...open] }
}

/**
 * @param {string} folder
 * @param {string} scope
 * @param {boolean} isCited
 * @returns {import('./spec-page.mjs').State}
 */
function stateOf(folder, scope, isCited) {
  if (isCited) return 'proven'
  if (scope === 'host') return 'documented'
  if (scope === 'decided' || scope === 'reading') return 'decided'
  return existsSync(join(folder, SCOPES[scope] ?? '')) ? 'open' : 'not built'
}

/**
 * @param {import('./spec-citations.mjs').Citation} citation
 * @param {readonly string[]} ids
 */
function describeUnknown({ id, file, line }, ids) {
  const [nearest] = ids
    .map((candidate) => /** @type {const} */ ([candidate, distance(id, candidate)]))
    .filter(([, steps]) => steps <= 3)
    .sort(([, a], [, b]) => a - b)
  const fix = nearest ? `Did you mean ${nearest[0]}?` : 'Use an id that docs/spec/statements.tsv contains.'
  return `${file}:${line}  no statement has the id ${id}. ${fix}`
}

/**
 * Reports whether a title contains `$id` or `${id}`, which stands for the ids of a table.
 *
 * @param {string} id
 */
function isPlaceholder(id) {
  return /^\$(id|\{id\})$/.test(id)
}

/** @param {import('./spec-citations.mjs').Misplaced} misplaced */
function describeMisplaced({ place, id, file, line }) {
  const comment = `// proves ${isPlaceholder(id) ? 'each id' : id}`
  const problem =
    place === 'title'
      ? `the title contains the id ${id}. Remove it, and put the comment \`${comment}\` above the test.`
      : `no test follows the comment \`${comment}\`. Move it directly above it(), test() or describe().`
  return `${file}:${line}  ${problem}`
}

/** @param {Row} row */
function describeOpen({ statement: { id, text } }) {
  const fix = `Put the comment \`// proves ${id}\` above a test that fails without it.`
  return `${id}  no test cites it: ${text} ${fix}`
}

/**
 * Returns the number of characters that differ (Levenshtein distance).
 *
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(
        Math.min((row[j] ?? 0) + (character === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      )
    }
    row = next
  }
  return row[b.length] ?? 0
}

if (isMain(import.meta.url)) {
  const { page, stale, rows, problems } = checkSpec(root)
  const isWriting = process.argv.includes('--write')
  if (isWriting) writeFileSync(join(root, PAGE), page)
  for (const problem of problems) console.error(problem)
  if (stale && !isWriting) console.error(stale)
  const proven = rows.filter(({ state }) => state === 'proven').length
  console.log(`${proven} of ${rows.length} statements are proven by a test; ${problems.length} problems.`)
  process.exitCode = problems.length > 0 || (stale && !isWriting) ? 1 : 0
}
