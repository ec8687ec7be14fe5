import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * An id that a test names.
 *
 * @typedef {object} Citation
 * @property {string} id
 * @property {string} file relative to the repository
 * @property {number} line
 * @property {string} title of the test, without its ids
 * @property {boolean} counts whether something runs
 */

/**
 * A test or a group of them.
 *
 * @typedef {object} Test
 * @property {string} title
 * @property {string[]} ids
 * @property {number} start
 * @property {number} end
 * @property {boolean} isGroup
 * @property {boolean} isSkipped it, or a group around it
 */

const FILES = [
  '{packages,e2e,scripts,playground,examples}/**/*.{test,test-d}.{ts,tsx}',
  'packages/*/test/fixtures/**/*.ts',
]

/**
 * Reads which tests of a repository cite which ids: in brackets at the end of a title or, in `*.test-d.ts` and fixtures, in a comment. `${id}` and `$id` in
 * the brackets stand for every `id: '…'` of the file that looks like one, as in a table of cases.
 *
 * @param {string} root
 * @returns {Citation[]}
 */
export function readCitations(root) {
  const files = globSync(FILES, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist' || name.startsWith('.'),
  })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => citationsIn(file, readFileSync(join(root, file), 'utf8')))
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Citation[]}
 */
function citationsIn(file, text) {
  const tree = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const tests = testsOf(tree)
  const lineOf = (/** @type {number} */ position) => tree.getLineAndCharacterOfPosition(position).line + 1
  const cited = tests.flatMap((test) => {
    const counts = test.isGroup
      ? tests.some((inner) => !inner.isGroup && !inner.isSkipped && isInside(inner.start, test))
      : !test.isSkipped
    const ids = test.ids.flatMap((id) => (id.startsWith('$') ? valuesOf(text, id.replace(/[${}]/g, '')) : id))
    return ids.map((id) => ({ id, file, line: lineOf(test.start), title: test.title, counts }))
  })
  return /\.test-d\.tsx?$|\/test\/fixtures\//.test(file)
    ? [...cited, ...commentsIn(text, tests).map((found) => ({ ...found, file, line: lineOf(found.at) }))]
    : cited
}

/**
 * What a property holds in the cases of a table.
 *
 * @param {string} text
 * @param {string} name
 */
function valuesOf(text, name) {
  const values = [...text.matchAll(new RegExp(`\\b${name}: '((?:§|[A-Z]+-)[^']*)'`, 'g'))].map(
    ([, value = '']) => value,
  )
  return values.length > 0 ? [...new Set(values)] : [`$${name}`]
}

/**
 * @param {string} text
 * @param {Test[]} tests
 */
function commentsIn(text, tests) {
  return [...text.matchAll(/\/\/ \[([^\]]+)\]\s*$/gm)].flatMap(({ index: at, 1: ids = '' }) => {
    const around = tests.findLast((test) => isInside(at, test))
    return splitIds(ids).map((id) => ({
      id,
      at,
      title: around?.title ?? 'types',
      counts: around?.isSkipped !== true,
    }))
  })
}

/**
 * @param {number} position
 * @param {Test} test
 */
function isInside(position, { start, end }) {
  return position > start && position < end
}

/** @param {ts.SourceFile} tree */
function testsOf(tree) {
  /** @type {Test[]} */
  const tests = []
  const visit = (/** @type {ts.Node} */ node, /** @type {boolean} */ isSkipped) => {
    const test = ts.isCallExpression(node) ? testOf(tree, node, isSkipped) : undefined
    if (test) tests.push(test)
    ts.forEachChild(node, (child) => visit(child, test?.isSkipped ?? isSkipped))
  }
  visit(tree, false)
  return tests
}

/**
 * @param {ts.SourceFile} tree
 * @param {ts.CallExpression} call
 * @param {boolean} isSkippedAround
 * @returns {Test | undefined}
 */
function testOf(tree, call, isSkippedAround) {
  const [title, options] = call.arguments
  const whole = title && textOf(title)
  const names = namesOf(call.expression)
  if (whole === undefined || !['it', 'test', 'describe'].includes(names[0] ?? '')) return undefined
  const [, plain = whole, ids = ''] = /^([\s\S]*?)\s*\[([^\]]+)\]$/.exec(whole) ?? []
  return {
    title: plain,
    ids: splitIds(ids),
    start: call.getStart(tree),
    end: call.end,
    isGroup: names[0] === 'describe',
    isSkipped: isSkippedAround || names.some(isSkip) || isSkippedBy(options),
  }
}

/** @param {string} name */
function isSkip(name) {
  return name === 'skip' || name === 'todo'
}

/** `{ skip: true }` between title and body. @param {ts.Expression | undefined} options */
function isSkippedBy(options) {
  if (!options || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some(
    (property) => property.name && ts.isIdentifier(property.name) && isSkip(property.name.text),
  )
}

/** The names of what is called: of `it.skip.each(table)`, `it`, `skip` and `each`. @param {ts.Expression} callee @returns {string[]} */
function namesOf(callee) {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return namesOf(callee.expression)
  return ts.isTaggedTemplateExpression(callee) ? namesOf(callee.tag) : []
}

/** @param {ts.Expression} title */
function textOf(title) {
  if (ts.isStringLiteralLike(title)) return title.text
  return ts.isTemplateExpression(title) ? title.getText().slice(1, -1) : undefined
}

/** @param {string} ids */
function splitIds(ids) {
  return ids
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
}
