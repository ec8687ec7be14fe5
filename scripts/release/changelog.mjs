/**
 * Returns the section of a version in the changelog, without its heading.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {string}
 * @throws {Error} when there is no such section, or nothing in it
 */
export function notesOf(changelog, version) {
  const [, after] = `\n${changelog}`.split(
    new RegExp(`\\n## ${version.replaceAll('.', '\\.')}(?: [^\\n]*)?\\n`),
  )
  const notes = after?.split(/^## /m)[0]?.trim() ?? ''
  if (notes === '')
    throw new Error(`CHANGELOG.md has no notes for ${version}. Write a section "## ${version} - <date>".`)
  return notes
}

/** The start of a line that begins a block of its own: it continues no paragraph and no item. */
const BLOCK = /^\s*(?:[-*+] |\d+[.)] |#{1,6} |\||>|<|```|~~~|(?:---|\*\*\*)$)/

/** The start of a block whose next line is not its continuation. */
const CLOSED = /^\s*(?:#{1,6} |\||>|<|```|~~~|(?:---|\*\*\*)$)/

/**
 * Joins the lines of each paragraph and each list item. On the page of a release, GitHub shows
 * every line break of the text.
 *
 * @param {string} markdown as the changelog has it, without indented code
 * @returns {string}
 */
export function joinLines(markdown) {
  const lines = /** @type {string[]} */ ([])
  let isCode = false
  for (const line of markdown.split('\n')) {
    const last = lines.at(-1)
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isCode || isFence || last === undefined || !continues(last, line)) lines.push(line)
    else lines[lines.length - 1] = `${last} ${line.trim()}`
    if (isFence) isCode = !isCode
  }
  return lines.join('\n')
}

/**
 * @param {string} last the line before, or what was joined of it
 * @param {string} line
 */
function continues(last, line) {
  if (last.trim() === '' || line.trim() === '') return false
  return !CLOSED.test(last) && !BLOCK.test(line) && !/(?: {2}|\\)$/.test(last)
}
