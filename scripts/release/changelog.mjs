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
