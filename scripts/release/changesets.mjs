import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The groups of [Keep a Changelog](https://keepachangelog.com), in the order of the changelog. */
const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

/**
 * A change that the next release contains. One that users do not notice has no `bump` and no group.
 *
 * @typedef {object} Changeset
 * @property {string} file its name in the folder `.changeset`
 * @property {string} [bump] `patch`, `minor` or `major`
 * @property {string} [group]
 * @property {string} [text] Markdown, without the group
 */

/**
 * Reads the changesets that the next version contains. A series of versions such as 1.0.0-beta.1
 * keeps its changesets in a folder `pre`; the version after the series contains them again.
 *
 * @param {string} repository
 * @returns {Changeset[]} by file name
 * @throws {Error} with a line for each changeset that has a mistake
 */
export function readChangesets(repository) {
  const folder = join(repository, '.changeset')
  const files = [...filesIn(folder), ...(endsSeries(repository) ? filesIn(folder, 'pre') : [])]
  const problems = /** @type {string[]} */ ([])
  const changesets = files.map((file) => {
    const changeset = { file, ...parseChangeset(readText(join(folder, file))) }
    const mistake = mistakeOf(changeset)
    if (mistake) problems.push(`.changeset/${file}: ${mistake}`)
    return changeset
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return changesets
}

/**
 * Says whether the repository waits for a version: changesets exist that no version contains, or a
 * series such as 1.0.0-beta.1 was ended.
 *
 * @param {string} repository
 * @returns {boolean}
 */
export function isPending(repository) {
  const folder = join(repository, '.changeset')
  return filesIn(folder).length > 0 || (endsSeries(repository) && filesIn(folder, 'pre').length > 0)
}

/**
 * Says whether `npx changeset pre exit` ended a series of versions such as 1.0.0-beta.1.
 *
 * @param {string} repository
 */
function endsSeries(repository) {
  const file = join(repository, '.changeset', 'pre.json')
  return existsSync(file) && JSON.parse(readText(file)).mode === 'exit'
}

/**
 * @param {string} folder
 * @param {string} [inner] a folder in it
 * @returns {string[]} the names of the changesets, relative to the folder
 */
function filesIn(folder, inner = '') {
  const path = join(folder, inner)
  const names = existsSync(path) ? readdirSync(path).sort() : []
  return names
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => (inner === '' ? name : `${inner}/${name}`))
}

/**
 * Reads a file that may have the line endings of Windows.
 *
 * @param {string} file
 */
function readText(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
}

/**
 * A changeset as it is written. `releases` has the lines of its front matter, and is missing if it
 * has none.
 *
 * @typedef {Changeset & { releases: string[] | undefined, body: string }} Parsed
 */

/**
 * @param {string} content
 * @returns {Omit<Parsed, 'file'>}
 */
function parseChangeset(content) {
  const [, head, body = ''] = /^---\n(.*?)---(?:\n(.*))?$/s.exec(content.trim()) ?? []
  const releases = head?.split('\n').filter((line) => line.trim() !== '')
  const [, , bump] = /^(["']?)latchkey\1: *(patch|minor|major)$/.exec(releases?.[0]?.trim() ?? '') ?? []
  const [, group, text] = new RegExp(`^(${GROUPS.join('|')}): (.+)$`, 's').exec(body.trim()) ?? []
  return { releases, body: body.trim(), bump, group, text }
}

/**
 * @param {Parsed} changeset
 * @returns {string | undefined} a sentence
 */
function mistakeOf({ releases, body, bump, group }) {
  if (releases?.length === 0 && body === '') return undefined
  if (releases?.length !== 1 || bump === undefined)
    return "The front matter must be one line: 'latchkey': patch, minor or major."
  if (group === undefined)
    return `The text must start with a group and a colon: ${GROUPS.join(', ')}. For example: "Fixed: …"`
  return undefined
}

/**
 * Returns the changelog with a section for a new version above the others.
 *
 * @param {string} changelog
 * @param {readonly Changeset[]} changesets
 * @param {{ version: string, date: string }} release
 * @returns {string}
 * @throws {Error} when the changelog has the version already, or a section without a version
 */
export function addRelease(changelog, changesets, { version, date }) {
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md already has ${version}.`)
  if (/^## Unreleased/m.test(changelog))
    throw new Error(
      'CHANGELOG.md has a section "Unreleased". Write a changeset for each of its entries, and remove it.',
    )
  const groups = GROUPS.map((group) => ({
    group,
    entries: changesets.filter((changeset) => changeset.group === group),
  })).filter(({ entries }) => entries.length > 0)
  const section = [
    `## ${version} - ${date}`,
    ...groups.flatMap(({ group, entries }) => [
      `### ${group}`,
      entries.map(({ text = '' }) => toItem(text)).join('\n'),
    ]),
  ].join('\n\n')
  const start = /^## /m.exec(changelog)?.index ?? changelog.length
  const [before, after] = [changelog.slice(0, start).trimEnd(), changelog.slice(start)]
  return `${before}\n\n${section}\n${after === '' ? '' : `\n${after}`}`
}

/**
 * Returns a list item, with a capital letter. What follows the first line is indented, so that it
 * stays in the item.
 *
 * @param {string} text
 */
function toItem(text) {
  const capitalized = text.trim().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
  return `- ${capitalized.replace(/\n(?=[^\n])/g, '\n  ')}`
}
