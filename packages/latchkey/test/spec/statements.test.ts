import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorOf } from '@latchkey/test-support/applications/anchor.mjs'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it } from 'vitest'

/** A line of statements.tsv. */
interface Statement {
  readonly id: string
  /**
   * What the statement applies to: a part of the library, or one of these, which bind no code:
   * `host` (the application; a page says so), `decided` (a decision says what holds instead) and
   * `reading` (how other statements are interpreted, whose tests prove it).
   */
  readonly scope: string
  readonly text: string
  /** Of `host` and `decided`: the page, as `docs/page.md#heading`. */
  readonly page: string | undefined
}

/** A `// proves A, B` comment, or the ids that an attack proves. */
interface Citation {
  readonly place: string
  readonly ids: readonly string[]
  readonly isAboveTest: boolean
}

const TESTS = [
  '{packages,tests,tools,examples}/**/*.{test,test-d}.{ts,tsx}',
  '{packages,tests}/*/test/fixtures/**/*.ts',
  'tests/frameworks/shared/*.ts',
]
const IGNORED = ['node_modules', 'dist']

const statements = readStatements()
const citations = [
  ...globSync(TESTS, { cwd: root, exclude: isIgnored }).flatMap(readCitations),
  ...globSync(['tests/battery/cases/*.json', 'tests/frameworks/attacks.json'], { cwd: root }).flatMap(
    readAttacks,
  ),
]

function readStatements(): Statement[] {
  const lines = readFileSync(new URL('statements.tsv', import.meta.url), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [id = '', scope = '', text = '', page] = line.split('\t')
      return { id, scope, text, page }
    })
}

function isIgnored(name: string): boolean {
  return IGNORED.includes(name) || name.startsWith('.')
}

function readCitations(file: string): Citation[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^ *\/\/ proves (.+)$/gm)].map(({ 0: comment, 1: ids = '', index }) => ({
    place: `${file}: ${comment.trim()}`,
    ids: ids.split(', ').flatMap((id) => (id === 'each id' ? readIds(text) : id)),
    isAboveTest: isOfTypes(file) || isAboveTest(text.slice(index)),
  }))
}

function readAttacks(file: string): Citation[] {
  const attacks: { id: string; proves?: string[] }[] = JSON.parse(readFileSync(join(root, file), 'utf8'))
  return attacks.flatMap(({ id, proves }) =>
    proves ? { place: `${file}: ${id}`, ids: proves, isAboveTest: true } : [],
  )
}

/** Returns the ids in the rows of a table, which `// proves each id` cites: `id: 'P-ML-1'`. */
function readIds(text: string): string[] {
  return [...text.matchAll(/\bid: '((?:§|[A-Z]+-)[^']*)'/g)].map(([, id = '']) => id)
}

/** There, the comment may also be inside a test, above the line that proves it. */
function isOfTypes(file: string): boolean {
  return /\.test-d\.tsx?$|[\\/]fixtures[\\/]/.test(file)
}

/** Reports whether a test or a group follows the comments at the start of a text. */
function isAboveTest(text: string): boolean {
  return /^(?: *\/\/.*\n| *\/\*[\s\S]*?\*\/\n)+ *(?:it|test|describe)\b/.test(text)
}

it('has one statement for each id', () => {
  const ids = statements.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

it('has a test for each statement that binds the library', () => {
  const cited = new Set(citations.flatMap(({ ids }) => ids))
  const binding = statements.filter(({ scope }) => !['host', 'decided', 'reading'].includes(scope))
  expect(binding.filter(({ id, text }) => !cited.has(id) || text === '')).toEqual([])
})

it('cites only statements that exist, above a test', () => {
  const known = new Set(statements.map(({ id }) => id))
  const isRight = ({ ids, isAboveTest: isAbove }: Citation) =>
    isAbove && ids.length > 0 && ids.every((id) => known.has(id))
  expect(citations.filter((citation) => !isRight(citation))).toEqual([])
})

it('names a page that exists for each statement that the library leaves to others', () => {
  const isWithoutPage = ({ scope, page }: Statement) =>
    ['host', 'decided'].includes(scope) ? !existsAsPage(page ?? '') : page !== undefined
  expect(statements.filter(isWithoutPage)).toEqual([])
})

/** Reports whether a file and its heading exist. */
function existsAsPage(page: string): boolean {
  const [path = '', heading] = page.split('#')
  if (!existsSync(join(root, path))) return false
  const markdown = readFileSync(join(root, path), 'utf8')
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, each = '']) => anchorOf(each))
  return heading === undefined || headings.includes(heading)
}
