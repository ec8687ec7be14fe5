import ts from 'typescript'

/**
 * A piece of a file, as offsets into its text.
 *
 * @typedef {{ start: number, end: number }} Range
 */

/**
 * A source file, with the parts of it that are written in English.
 *
 * @typedef {object} Source
 * @property {string} file
 * @property {string} text
 * @property {ts.SourceFile} tree for a `.svelte` file: the tree of its scripts, with the offsets of
 *   the file
 * @property {Range[]} comments with their `//` or `/* … *\/`
 * @property {Range[]} texts the contents of string literals, templates and JSX texts. For a
 *   `.svelte` file also the text and the attributes of its markup
 */

const BRACES = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/
/** The parts of a Svelte component that are not text. */
const NOT_TEXT = new RegExp(
  [
    '<!--[\\s\\S]*?-->',
    '<(script|style)\\b[\\s\\S]*?</\\1>',
    `<(?:[^>"'{]|"[^"]*"|'[^']*'|${BRACES.source})*>`,
    BRACES.source,
  ].join('|'),
  'g',
)

/**
 * Reports whether a file is one that {@link readSource} can parse.
 *
 * @param {string} file
 */
export function isSource(file) {
  return /\.(?:tsx?|mjs|svelte)$/.test(file)
}

/**
 * Parses a `.ts`, `.tsx`, `.mjs` or `.svelte` file.
 *
 * @param {string} file its name decides the language
 * @param {string} text
 * @returns {Source}
 */
export function readSource(file, text) {
  if (!file.endsWith('.svelte')) return readScript(file, text)
  const { tree, comments, texts } = readScript(`${file}.ts`, onlyScripts(text))
  const markup = readMarkup(text)
  return {
    file,
    text,
    tree,
    comments: inOrder([...comments, ...markup.comments]),
    texts: inOrder([...texts, ...markup.texts]),
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Source}
 */
function readScript(file, text) {
  // Docstrings are parsed: in JavaScript they hold the types.
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseAll }
  const tree = ts.createSourceFile(file, text, options, true)
  const literals = literalsOf(tree)
  return {
    file,
    text,
    tree,
    comments: commentsOf(text, literals),
    texts: literals.flatMap(({ content }) => content ?? []),
  }
}

/** @typedef {Range & { content?: Range }} Literal without a content: a regular expression */

/**
 * The literals in which `//` begins no comment.
 *
 * @param {ts.SourceFile} tree
 */
function literalsOf(tree) {
  /** @type {Literal[]} */
  const literals = []
  const visit = (/** @type {ts.Node} */ node) => {
    const literal = literalOf(tree, node)
    if (literal) literals.push(literal)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return literals.sort((a, b) => a.start - b.start)
}

/**
 * @param {ts.SourceFile} tree
 * @param {ts.Node} node
 * @returns {Literal | undefined}
 */
function literalOf(tree, node) {
  const { pos, end } = node
  if (ts.isJsxText(node)) return { start: pos, end, content: { start: pos, end } }
  const isTemplate = ts.isTemplateHead(node) || ts.isTemplateMiddle(node)
  if (isTemplate || ts.isTemplateTail(node) || ts.isStringLiteralLike(node)) {
    const start = node.getStart(tree)
    // `${` or a quotation mark.
    return { start, end, content: { start: start + 1, end: end - (isTemplate ? 2 : 1) } }
  }
  return ts.isRegularExpressionLiteral(node) ? { start: node.getStart(tree), end } : undefined
}

/**
 * @param {string} text
 * @param {readonly Range[]} literals in their order
 */
function commentsOf(text, literals) {
  const comment = /\/\/.*|\/\*[\s\S]*?\*\//g
  /** @type {Range[]} */
  const comments = []
  let next = 0
  for (let found = comment.exec(text); found; found = comment.exec(text)) {
    while ((literals[next]?.end ?? Number.POSITIVE_INFINITY) <= found.index) next += 1
    const literal = literals[next]
    if (literal && literal.start <= found.index) comment.lastIndex = literal.end
    else comments.push({ start: found.index, end: comment.lastIndex })
  }
  return comments
}

/** Replaces everything but the scripts of a Svelte component by spaces. @param {string} text */
function onlyScripts(text) {
  let scripts = ''
  for (const { index, 1: tag = '', 2: script = '' } of text.matchAll(
    /(<script\b[^>]*>)([\s\S]*?)<\/script>/g,
  )) {
    const start = index + tag.length
    scripts += text.slice(scripts.length, start).replace(/[^\n]/g, ' ') + script
  }
  return scripts
}

/** @param {string} text a Svelte component */
function readMarkup(text) {
  /** @type {Range[]} */
  const comments = []
  /** @type {Range[]} */
  const texts = []
  let last = 0
  for (const { index, 0: piece } of text.matchAll(NOT_TEXT)) {
    texts.push({ start: last, end: index })
    last = index + piece.length
    if (piece.startsWith('<!--')) comments.push({ start: index, end: last })
    else if (!/^<(?:script|style)\b|^\{/.test(piece)) texts.push(...attributesIn(piece, index))
  }
  texts.push({ start: last, end: text.length })
  return { comments, texts: texts.filter(({ start, end }) => text.slice(start, end).trim() !== '') }
}

/**
 * @param {string} tag
 * @param {number} offset
 * @returns {Range[]}
 */
function attributesIn(tag, offset) {
  return [...tag.matchAll(/\s([\w:-]+)="([^"{]*)"/g)].flatMap(({ index, 0: all, 1: name = '' }) =>
    /^(?:class|style|d|viewBox)$/.test(name)
      ? []
      : [{ start: offset + index + name.length + 3, end: offset + index + all.length - 1 }],
  )
}

/** @param {Range[]} ranges */
function inOrder(ranges) {
  return ranges.sort((a, b) => a.start - b.start)
}
