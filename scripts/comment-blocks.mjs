/**
 * Lines of a comment that belong together. `fixed` lines are kept; the others are wrapped as one
 * text, with `indent` before every line but the first.
 *
 * @typedef {{ lines: string[], fixed: boolean, indent: string }} Block
 */

const TAG = /^@[a-z]\w*/i
const TAG_INSIDE =
  /\s+(?=@(?:callback|deprecated|internal|param|property|returns?|see|template|throws|type(?:def)?)\b)/
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/
const FENCE = /^\s*(`{3,}|~{3,})/

/**
 * Tables, headings, indented code, ids of requirements and instructions for tools. The catalogue
 * reads an address and its label from one line.
 */
const FIXED = /^(?:@see |\||#{1,6} |\s{2,}\S|\[[^\]]*\]$|proves [A-Z§]|biome-|@ts-|\/ *<|#(?:end)?region)/

/** A word that would have another meaning at the start of a line. */
const NOT_FIRST = /^(?:[-*+]|\d+[.)]|[>|#].*|@.*|```.*|~~~.*|biome-.*|\[[^\]]+\])$/

/** A word. Inline code, a short link and ids of requirements count as one. */
const WORD = /(?:`[^`]+`|\{@\w+ [^}]{1,60}\}|\[[^\]]{1,60}\]|\S)+/g

/**
 * Wraps the paragraphs, list items and tags of a comment that have a line which is too wide. All
 * other lines stay as they are.
 *
 * @param {readonly string[]} lines the text of the comment, without its decoration
 * @param {number} width the most columns of a line
 * @returns {string[]}
 */
export function wrapBlocks(lines, width) {
  return blocksOf(lines).flatMap((block) => {
    const isTooWide = block.lines.some((line) => widthOf(line) > width)
    if (block.fixed || !isTooWide) return block.lines
    const margin = /^ */.exec(block.lines[0] ?? '')?.[0] ?? ''
    const [first = '', ...tags] = splitTags(block.lines.map((line) => line.trim()).join(' '))
    return [
      ...wrapText(margin + first, block.indent, width),
      ...tags.flatMap((tag) => (FIXED.test(tag) ? [tag] : wrapText(tag, '  ', width))),
    ]
  })
}

/** Counts the columns of a line. @param {string} line */
export function widthOf(line) {
  return [...line].length
}

/**
 * @param {readonly string[]} lines
 * @returns {Block[]}
 */
function blocksOf(lines) {
  /** @type {Block[]} */
  const blocks = []
  let end = /** @type {RegExp | undefined} */ (undefined)
  let isExample = false
  for (const line of lines) {
    const fence = FENCE.exec(line)?.[1]
    if (end === undefined && TAG.test(line)) isExample = line.startsWith('@example')
    if (end !== undefined || fence !== undefined || isExample) blocks.push(fixedBlock(line))
    else addLine(blocks, line)
    if (end?.test(line)) end = undefined
    else if (end === undefined && fence !== undefined) end = new RegExp(`^\\s*${fence}\\s*$`)
  }
  return blocks
}

/** @param {string} line @returns {Block} */
function fixedBlock(line) {
  return { lines: [line], fixed: true, indent: '' }
}

/**
 * Adds a line to the last block, or starts a block with it.
 *
 * @param {Block[]} blocks
 * @param {string} line
 */
function addLine(blocks, line) {
  const last = blocks.at(-1)
  const marker = LIST_ITEM.exec(line)?.[0]
  if (last && continues(last, line)) last.lines.push(line)
  else if (marker !== undefined)
    blocks.push({ lines: [line], fixed: false, indent: ' '.repeat(marker.length) })
  else if (line.trim() === '' || FIXED.test(line)) blocks.push(fixedBlock(line))
  else blocks.push({ lines: [line], fixed: false, indent: TAG.test(line) ? '  ' : '' })
}

/**
 * Reports whether a line belongs to a block. Lines of a tag or of a list item may be indented.
 *
 * @param {Block} block
 * @param {string} line
 */
function continues({ fixed, indent }, line) {
  const text = line.startsWith(indent) ? line.slice(indent.length) : line
  return !fixed && text.trim() !== '' && !LIST_ITEM.test(line) && !TAG.test(line) && !FIXED.test(text)
}

/**
 * Puts each tag that stands behind a text on a line of its own, below an empty line.
 *
 * @param {string} text a paragraph or a tag, on one line
 * @returns {string[]}
 */
export function splitTags(text) {
  const [first = '', ...tags] = text.split(TAG_INSIDE)
  return tags.length === 0 || TAG.test(first) ? [first, ...tags] : [first, '', ...tags]
}

/**
 * @param {string} text
 * @param {string} indent of every line but the first
 * @param {number} width
 * @returns {string[]}
 */
function wrapText(text, indent, width) {
  const [first = '', ...words] = wordsOf(text)
  const lines = [(/^ */.exec(text)?.[0] ?? '') + first]
  for (const word of words) {
    const extended = `${lines.at(-1)} ${word}`
    if (widthOf(extended) <= width) lines[lines.length - 1] = extended
    else lines.push(indent + word)
  }
  return lines
}

/**
 * Splits a text where a line may end. A list marker, a tag or the type in a tag stays with the word
 * behind it.
 *
 * @param {string} text
 */
function wordsOf(text) {
  const marker = LIST_ITEM.exec(text)?.[0].trim()
  const words = text.match(WORD) ?? []
  /** @type {string[]} */
  const joined = []
  for (const word of words) {
    const isBehindMarker = joined.length === 1 && (joined[0] === marker || /^@\w+$/.test(joined[0] ?? ''))
    const isName = TAG.test(text) && joined.at(-1)?.endsWith('}')
    const isBound = NOT_FIRST.test(word) || isBehindMarker || isName
    if (isBound && joined.length > 0) joined.push(`${joined.pop()} ${word}`)
    else joined.push(word)
  }
  return joined
}
