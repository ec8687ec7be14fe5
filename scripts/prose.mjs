/** @typedef {import('./source-parts.mjs').Source} Source */

/** Replaces each character that is not prose, so that no phrase is found across it. */
const GAP = '\0'

/** A type or a link in a docstring, with two more levels of braces in it. */
const BRACES = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g

/** A tag with the name that it declares: `@param {string} name`. */
const TAG_AND_NAME = new RegExp(
  `@(?:param|property|template|typedef|callback)\\s+(?:${BRACES.source}\\s*)?(?:\\[?[\\w$.]+\\]?)?`,
  'g',
)

const INLINE_CODE = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g
const FENCE = /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[ \t]*$|(?![\s\S]))/gm
const LINK_TARGET = /(?<=\])\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g
const LINK_DEFINITION = /^[ \t]*\[[^\]]+\]:.*$/gm
const TAG = /<\/?[a-z][^>]*>/gi
const URL = /\b(?:https?|file|mailto):[^\s)>'"`]+/g

/**
 * Files with an extension and perhaps an anchor, folders with `/` at an end, and packages.
 * `user/visitor` is prose.
 */
const PATHS = [
  /(?<!\w)[\w.@#-]+\/(?!\w)/g,
  /(?<!\w)[\w.@#~*$[\]{}-]*\/(?:[\w.@#~*$[\]{}-]+\/)*[\w*$[\]-]*\.\w+(?:#[\w-]+)?/g,
  /(?<!\w)(?:\.{1,2}|~|#|@)?\/[\w.@#*$/[\]-]+/g,
  /\b[\w-]+\.(?:[cm]?[jt]sx?|svelte|md|json|css|sh)\b(?:#[\w-]+)?/g,
]

/**
 * Returns a Markdown page with everything but its prose replaced by gaps: code, link targets, tags
 * and addresses. Every character keeps its position.
 *
 * @param {string} text
 * @returns {string}
 */
export function proseOfPage(text) {
  return blank(text, [FENCE, INLINE_CODE, LINK_TARGET, LINK_DEFINITION, TAG, URL, ...PATHS])
}

/**
 * Returns a table of tab-separated values with everything but its prose replaced by gaps, so that
 * no code and no phrase continues in another cell. Every character keeps its position.
 *
 * @param {string} text
 * @returns {string}
 */
export function proseOfTable(text) {
  return text
    .split(/[\t\n]/)
    .map(proseOfPage)
    .join(GAP)
}

/**
 * Returns a source file with everything but its prose replaced by gaps. Comments are prose, and so
 * are texts of more than one word. Every character keeps its position.
 *
 * @param {Source} source
 * @returns {string}
 */
export function proseOfSource({ text, comments, texts }) {
  const pieces = [
    ...comments.map(({ start, end }) => ({ start, prose: proseOfComment(text.slice(start, end)) })),
    ...texts
      .map(({ start, end }) => ({ start, prose: proseOfText(text.slice(start, end)) }))
      .filter(({ prose }) => /\S\s+\S/.test(prose)),
  ].sort((a, b) => a.start - b.start)
  let prose = ''
  for (const piece of pieces) {
    const between = text.slice(prose.length, piece.start)
    prose += (between.trim() === '' ? between : gap(between)) + piece.prose
  }
  return prose
}

/** @param {string} comment */
function proseOfComment(comment) {
  const text = comment.replace(/^\/\*+|\*+\/$|^\/\/+|^<!--|-->$/g, spaces).replace(/^[ \t]*\*/gm, spaces)
  return blank(text, [FENCE, INLINE_CODE, TAG_AND_NAME, BRACES, URL, ...PATHS])
}

/** @param {string} text */
function proseOfText(text) {
  return blank(text, [/\\[nrt]/g, /\\?`[^`\n]*`/g, TAG, URL, ...PATHS])
}

/**
 * @param {string} text
 * @param {readonly RegExp[]} patterns what is replaced
 */
function blank(text, patterns) {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, gap), text)
}

/** @param {string} text */
function gap(text) {
  return text.replace(/[^\n]/g, GAP)
}

/** @param {string} text */
function spaces(text) {
  return ' '.repeat(text.length)
}
