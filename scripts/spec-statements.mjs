import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorOf } from './anchor.mjs'

/**
 * The values of a statement's scope, which is the part that the statement applies to. Each has the
 * path that exists once the part is built.
 *
 * - `host`: the application. A page says so.
 * - `decided`: nothing. A decision says what holds instead.
 * - `reading`: the interpretation of other statements. Their tests prove it.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const SCOPES = {
  core: 'packages/latchkey/src',
  next: 'packages/latchkey/src/next',
  solid: 'packages/latchkey/src/solid-start',
  sveltekit: 'packages/latchkey/src/sveltekit',
  react: 'packages/latchkey/src/react',
  apple: 'packages/latchkey/src/providers/apple.ts',
  ci: '.github/workflows',
  host: 'docs',
  decided: 'docs/decisions',
  reading: 'docs/spec/statements.tsv',
}

/**
 * A line of docs/spec/statements.tsv.
 *
 * @typedef {object} Statement
 * @property {string} id
 * @property {string} scope a key of `SCOPES`
 * @property {string} text
 * @property {string | undefined} page the documentation or decision that says it:
 *   `docs/page.md#heading`
 * @property {string} section the heading above it
 */

/**
 * Reads the statements of a repository, and describes the problems in them.
 *
 * @param {string} root
 * @returns {{ statements: Statement[], problems: string[] }}
 */
export function readStatements(root) {
  const file = 'docs/spec/statements.tsv'
  const problems = []
  /** @type {Map<string, Statement>} */
  const statements = new Map()
  let section = ''
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    if (line.startsWith('# ')) section = line.slice(2)
    if (line === '' || line.startsWith('# ')) continue
    const [id = '', scope = '', text = '', page] = line.split('\t')
    const statement = { id, scope, text, page, section }
    const problem = statements.has(id) ? 'another statement has the same id' : findProblem(root, statement)
    if (problem) problems.push(`${file}:${index + 1}  ${id}: ${problem}.`)
    statements.set(id, statement)
  }
  return { statements: [...statements.values()], problems }
}

/**
 * @param {string} root
 * @param {Statement} statement
 * @returns {string | undefined}
 */
function findProblem(root, { scope, text, page }) {
  if (text === '') return 'write the id, the scope and one sentence, separated by tabs'
  if (!Object.hasOwn(SCOPES, scope))
    return `"${scope}" is not a scope. Use one of ${Object.keys(SCOPES).join(', ')}`
  const needsPage = scope === 'host' || scope === 'decided'
  if (needsPage !== (page !== undefined)) return 'name a page if the scope is host or decided, and only then'
  return page === undefined ? undefined : findPageProblem(root, page)
}

/**
 * @param {string} root
 * @param {string} page
 */
function findPageProblem(root, page) {
  const [path = '', heading] = page.split('#', 2)
  if (!existsSync(join(root, path))) return `${path} does not exist. Write the page, or name another one`
  if (heading === undefined || headingsOf(readFileSync(join(root, path), 'utf8')).includes(heading))
    return undefined
  return `${path} has no heading #${heading}`
}

/**
 * Returns the headings of a page in the form in which links name them.
 *
 * @param {string} markdown
 */
function headingsOf(markdown) {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}
