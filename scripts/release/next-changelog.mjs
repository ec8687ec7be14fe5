/** The sections of a version, in this order. https://keepachangelog.com */
export const SECTIONS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

const MAX_COLUMNS = 110

/**
 * What a changeset says: its text without the front matter.
 *
 * @typedef {{ id: string, summary: string }} Changeset
 */

/**
 * Puts a version above those that the changelog has.
 *
 * @param {string} changelog
 * @param {{ version: string, date: string, changesets: readonly Changeset[] }} release `date`:
 *   `YYYY-MM-DD`
 * @returns {string}
 * @throws {Error} when a changeset does not start with a section, or the version exists already
 */
export function withVersion(changelog, { version, date, changesets }) {
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md already has ${version}.`)
  const entries = changesets.map(entryOf)
  const sections = SECTIONS.flatMap((section) => {
    const items = entries.filter((entry) => entry.section === section).map(({ text }) => item(text))
    return items.length === 0 ? [] : [`### ${section}\n\n${items.join('\n')}\n`]
  })
  const start = changelog.search(/^## /m)
  const [head, rest] = start < 0 ? [changelog, ''] : [changelog.slice(0, start), changelog.slice(start)]
  return `${head}## ${version} - ${date}\n\n${sections.join('\n')}\n${rest}`.trimEnd().concat('\n')
}

/**
 * @param {Changeset} changeset
 * @returns {{ section: string, text: string }}
 */
function entryOf({ id, summary }) {
  const [, section = '', text = ''] = /^(\w+):\s+(.*)$/s.exec(summary.trim()) ?? []
  if (!SECTIONS.includes(section) || text === '')
    throw new Error(
      `.changeset/${id}.md does not start with a section. Start its text with one of: ` +
        `${SECTIONS.map((name) => `"${name}:"`).join(', ')}.`,
    )
  return { section, text }
}

/**
 * Returns an item of a list, wrapped as the other pages.
 *
 * @param {string} text
 */
function item(text) {
  const lines = ['-']
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= MAX_COLUMNS) lines[lines.length - 1] = line
    else lines.push(`  ${word}`)
  }
  return lines.join('\n')
}
