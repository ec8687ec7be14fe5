import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorOf } from './anchor.mjs'

/**
 * Whom a statement may bind, and where that part stands once it is built. `host`: the application;
 * a page says so. `decided`: a decision says what holds instead. `reading`: how other statements
 * are read; their tests prove it.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const PARTS = {
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
 * @property {string} binds a key of `PARTS`
 * @property {string} text
 * @property {string | undefined} page where the documentation or a decision says it:
 *   `docs/page.md#heading`
 * @property {string} section the heading above it
 */

/**
 * Reads the statements of a repository, and what is wrong with them.
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
    const [id = '', binds = '', text = '', page] = line.split('\t')
    const statement = { id, binds, text, page, section }
    const problem = statements.has(id) ? 'the id is there already' : findProblem(root, statement)
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
function findProblem(root, { binds, text, page }) {
  if (text === '') return 'a line is id, whom it binds and one sentence, with tabs between them'
  if (!Object.hasOwn(PARTS, binds))
    return `"${binds}" is nobody who can be bound. Known are ${Object.keys(PARTS).join(', ')}`
  const needsPage = binds === 'host' || binds === 'decided'
  if (needsPage !== (page !== undefined)) return 'a page is named for host and decided, and for nobody else'
  return page === undefined ? undefined : findPageProblem(root, page)
}

/**
 * @param {string} root
 * @param {string} page
 */
function findPageProblem(root, page) {
  const [path = '', heading] = page.split('#', 2)
  if (!existsSync(join(root, path)))
    return `there is no ${path}. Write the page, or name the one that says it`
  if (heading === undefined || headingsOf(readFileSync(join(root, path), 'utf8')).includes(heading))
    return undefined
  return `${path} has no heading #${heading}`
}

/** The headings of a page, as links name them. @param {string} markdown */
function headingsOf(markdown) {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}
