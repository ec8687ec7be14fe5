import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { renderPage } from './conformance-page.mjs'
import { isMain, root } from './workspace.mjs'

/** @typedef {import('./conformance-page.mjs').Table} Table */

const PAGE = 'docs/conformance.md'
const TABLE = 'packages/latchkey/test/conformance/table.ts'

/**
 * Checks that the page about conformance is up to date with the table that the tests run, and that
 * each test which the page names exists.
 *
 * @param {string} folder the repository
 * @param {Table} table
 * @returns {{ page: string, stale: string | undefined, problems: string[] }} one line for each
 *   problem, with its fix
 */
export function checkConformance(folder, table) {
  const page = renderPage(table)
  const isStale = !existsSync(join(folder, PAGE)) || readFileSync(join(folder, PAGE), 'utf8') !== page
  const stale = isStale ? `${PAGE}  is out of date: run npm run conformance.` : undefined
  return { page, stale, problems: missingTests(folder, table) }
}

/**
 * @param {string} folder
 * @param {Table} table
 */
function missingTests(folder, { MODULES, ADDITIONAL, FAPI }) {
  const cases = [...MODULES.flatMap(({ cases = [] }) => cases), ...ADDITIONAL].map(({ title }) => title)
  return FAPI.flatMap(({ rule, tests = [] }) =>
    tests
      .filter((test) => (typeof test === 'string' ? !cases.includes(test) : !hasTest(folder, test)))
      .map((test) => {
        const title = typeof test === 'string' ? test : `${test.file} › ${test.title}`
        return `FAPI: "${rule}" names a test that does not exist: ${title}. Correct its title.`
      }),
  )
}

/**
 * @param {string} folder
 * @param {import('./conformance-page.mjs').TestReference} test
 */
function hasTest(folder, { file, title }) {
  const path = join(folder, 'packages', 'latchkey', file)
  return existsSync(path) && readFileSync(path, 'utf8').includes(`it('${title}'`)
}

/** @returns {Promise<Table>} */
async function readTable() {
  return await import(pathToFileURL(join(root, TABLE)).href)
}

if (isMain(import.meta.url)) {
  const table = await readTable()
  const { page, stale, problems } = checkConformance(root, table)
  const isWriting = process.argv.includes('--write')
  if (isWriting) writeFileSync(join(root, PAGE), page)
  for (const problem of problems) console.error(problem)
  if (stale && !isWriting) console.error(stale)
  console.log(`${table.MODULES.length} modules of the conformance suite; ${problems.length} problems.`)
  process.exitCode = problems.length > 0 || (stale && !isWriting) ? 1 : 0
}
