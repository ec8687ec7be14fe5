import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * An id that a test cites.
 *
 * @typedef {object} Citation
 * @property {string} id
 * @property {string} file relative to the repository
 * @property {number} line
 * @property {string} title of the test
 * @property {boolean} counts whether the test, or a test in the group, is not skipped
 */

/**
 * An id in a place where it cites nothing: in a title, or in a comment that no test follows.
 *
 * @typedef {object} Misplaced
 * @property {'title' | 'comment'} place
 * @property {string} id
 * @property {string} file relative to the repository
 * @property {number} line
 */

/**
 * A test or a group of them.
 *
 * @typedef {object} Test
 * @property {string} title
 * @property {number} leading the position where the comments above it start
 * @property {number} start
 * @property {number} end
 * @property {boolean} isGroup
 * @property {boolean} isSkipped whether the test or a group around it is skipped
 */

/**
 * A `// proves A, B` comment.
 *
 * @typedef {object} Comment
 * @property {string[]} ids
 * @property {number} at
 */

const FILES = [
  '{packages,e2e,scripts,playground,examples}/**/*.{test,test-d}.{ts,tsx}',
  'packages/*/test/fixtures/**/*.ts',
]

/** A placeholder for the ids in the rows of a table. */
const EACH_ID = 'each id'

/**
 * Reads the ids that the tests of a repository cite. A comment above `it`, `test` or `describe`
 * names them:
 *
 * ```ts
 * // proves P-ML-1, EM-3
 * it('rejects a link that was already used', …)
 * ```
 *
 * A long list may be several such comments, and other comments may stand between them and the call.
 * In `*.test-d.ts` and fixtures the comment may also stand inside a test, above the line that
 * proves it.
 *
 * `// proves each id` cites every id that the file gives to a property `id: 'P-ML-1'`, as the rows
 * of a table do. It can be combined with other ids: `// proves each id, ERR-4`.
 *
 * @param {string} root
 * @returns {{ citations: Citation[], misplaced: Misplaced[] }} `misplaced` has every text in a
 *   title that looks like an id, whether or not a statement has it
 */
export function readCitations(root) {
  const files = globSync(FILES, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist' || name.startsWith('.'),
  })
  const read = files
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((file) => readFile(file, readFileSync(join(root, file), 'utf8')))
  return {
    citations: read.flatMap(({ citations }) => citations),
    misplaced: read.flatMap(({ misplaced }) => misplaced),
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {{ citations: Citation[], misplaced: Misplaced[] }}
 */
function readFile(file, text) {
  const tree = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const tests = testsOf(tree)
  const comments = commentsIn(tree)
  const lineOf = (/** @type {number} */ position) => tree.getLineAndCharacterOfPosition(position).line + 1
  const above = tests.flatMap((test) =>
    idsOf(
      comments.filter((comment) => isAbove(comment, test)),
      text,
    ).map((id) => ({
      id,
      file,
      line: lineOf(test.start),
      title: test.title,
      counts: runs(test, tests),
    })),
  )
  const loose = comments.filter((comment) => !tests.some((test) => isAbove(comment, test)))
  const inTitles = tests.flatMap(({ title, start }) =>
    idsInTitle(title).map((id) => ({ place: /** @type {const} */ ('title'), id, file, line: lineOf(start) })),
  )
  const isOfTypes = /\.test-d\.tsx?$|\/test\/fixtures\//.test(file)
  if (isOfTypes) return { citations: [...above, ...loose.flatMap(citeInside)], misplaced: inTitles }
  const inComments = loose.flatMap(({ ids, at }) =>
    ids.map((id) => ({ place: /** @type {const} */ ('comment'), id, file, line: lineOf(at) })),
  )
  return { citations: above, misplaced: [...inTitles, ...inComments] }

  /** @param {Comment} comment @returns {Citation[]} */
  function citeInside(comment) {
    const around = tests.findLast((test) => isInside(comment.at, test))
    const [title, counts] = [around?.title ?? 'types', around?.isSkipped !== true]
    return idsOf([comment], text).map((id) => ({ id, file, line: lineOf(comment.at), title, counts }))
  }
}

/**
 * @param {Comment[]} comments
 * @param {string} text of the file
 */
function idsOf(comments, text) {
  return comments.flatMap(({ ids }) => ids.flatMap((id) => (id === EACH_ID ? idsOfRows(text) : id)))
}

/**
 * Returns every `id: '…'` of a file that looks like the id of a statement.
 *
 * @param {string} text
 */
function idsOfRows(text) {
  const ids = [...text.matchAll(/\bid: '((?:§|[A-Z]+-)[^']*)'/g)].map(([, id = '']) => id)
  return ids.length > 0 ? [...new Set(ids)] : [EACH_ID]
}

/** @param {ts.SourceFile} tree @returns {Comment[]} */
function commentsIn(tree) {
  /** @type {ts.Node[]} */
  const literals = []
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) literals.push(node)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return [...tree.text.matchAll(/\/\/ proves (.+)$/gm)]
    .map(({ index: at, 1: ids = '' }) => ({ ids: splitIds(ids), at }))
    .filter(({ at }) => !literals.some((literal) => at > literal.getStart(tree) && at < literal.end))
}

/**
 * @param {Comment} comment
 * @param {Test} test
 */
function isAbove({ at }, { leading, start }) {
  return at >= leading && at < start
}

/**
 * @param {number} position
 * @param {{ start: number, end: number }} test
 */
function isInside(position, { start, end }) {
  return position > start && position < end
}

/**
 * Reports whether the test, or a test in the group, is not skipped.
 *
 * @param {Test} test
 * @param {Test[]} tests
 */
function runs(test, tests) {
  if (!test.isGroup) return !test.isSkipped
  return tests.some((inner) => !inner.isGroup && !inner.isSkipped && isInside(inner.start, test))
}

/**
 * Returns the parts of a title that look like an id: anything in brackets, or `ABC-1` anywhere.
 *
 * @param {string} title
 * @returns {string[]}
 */
function idsInTitle(title) {
  const inBrackets = [...title.matchAll(/\[([^\]]+)\]/g)].flatMap(([, ids = '']) => splitIds(ids))
  const inText = title.replace(/\[[^\]]+\]/g, '').match(/\b[A-Z]+(?:-[A-Z]+)*-\d+\b/g) ?? []
  return [...inBrackets, ...inText]
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
  const [first, options] = call.arguments
  const title = first && textOf(first)
  const names = namesOf(call.expression)
  if (title === undefined || !['it', 'test', 'describe'].includes(names[0] ?? '')) return undefined
  return {
    title,
    leading: call.getFullStart(),
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

/**
 * Reports whether the options between title and body are `{ skip: true }`.
 *
 * @param {ts.Expression | undefined} options
 */
function isSkippedBy(options) {
  if (!options || !ts.isObjectLiteralExpression(options)) return false
  return options.properties.some(
    (property) => property.name && ts.isIdentifier(property.name) && isSkip(property.name.text),
  )
}

/**
 * Returns the names in a call: `it`, `skip` and `each` for `it.skip.each(table)`.
 *
 * @param {ts.Expression} callee
 * @returns {string[]}
 */
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
