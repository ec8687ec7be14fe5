import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, root } from './workspace.mjs'

/** The page with the tables of supported platforms, relative to the repository. */
export const STABILITY_PAGE = 'docs/stability.md'

/**
 * A row of the tables of supported platforms.
 *
 * @typedef {object} Row
 * @property {string} line
 * @property {string} platform
 * @property {string} supported
 * @property {string} tested the packages with their versions
 * @property {string} workspace the folder that installs them
 * @property {string} command
 */

/**
 * Returns the text below a heading, until the next heading of the second level.
 *
 * @param {string} page
 * @param {string} heading
 * @returns {string}
 */
export function sectionOf(page, heading) {
  const [, after = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'))
  return after.split(/^## /m)[0] ?? ''
}

/**
 * Returns the rows of the tables of supported platforms.
 *
 * @param {string} page
 * @returns {Row[]}
 */
export function platformsOf(page) {
  return linesOf(sectionOf(page, 'Supported platforms')).map((line) => {
    const [platform = '', supported = '', tested = '', link = '', command = ''] = cellsOf(line)
    const workspace = /\]\(\.\.\/(.*?)(?:\/?package\.json)?\)$/.exec(link)?.[1] ?? 'no link'
    return { line, platform, supported, tested, workspace, command }
  })
}

/** @param {string} text */
function linesOf(text) {
  return [...text.matchAll(/^\| .+ \|$/gm)]
    .map(([line]) => line)
    .filter((line) => !line.startsWith('| Platform |'))
}

/**
 * Returns the cells of a row of a table.
 *
 * @param {string} line
 * @returns {string[]}
 */
export function cellsOf(line) {
  return line.slice(2, -2).split(' | ')
}

/** A package with its version, in a cell. */
const VERSION = /`([@\w/.-]+)` (\d[\w.-]*\w)/g

/**
 * Returns the packages with their versions in a cell.
 *
 * @param {string} cell
 * @returns {{ name: string, version: string }[]}
 */
export function versionsIn(cell) {
  return [...cell.matchAll(VERSION)].map(([, name = '', version = '']) => ({ name, version }))
}

/**
 * Returns what a workspace installs, by name. A package under another name has its own name.
 *
 * @param {string} folder relative to the repository
 * @returns {Map<string, string>}
 */
export function installedBy(folder) {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text)
  const entries = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return new Map(
    entries.map(([name, version]) => {
      const [, alias = name, exact = version] = /^npm:(.+)@(.+)$/.exec(version) ?? []
      return [alias, exact]
    }),
  )
}

/**
 * Returns the page with the versions that the workspaces install. What a workspace does not install
 * stays as it is.
 *
 * @param {string} page
 * @param {(workspace: string) => ReadonlyMap<string, string>} [installed]
 * @returns {string}
 */
export function withInstalledVersions(page, installed = installedBy) {
  return platformsOf(page).reduce((text, { line, tested, workspace }) => {
    const versions = installed(workspace)
    const raised = tested.replaceAll(
      VERSION,
      (_, name, version) => `\`${name}\` ${versions.get(name) ?? version}`,
    )
    return text.replace(line, () => line.replace(tested, () => raised))
  }, page)
}

/** `npm run stability` */
if (isMain(import.meta.url)) {
  const file = join(root, STABILITY_PAGE)
  writeFileSync(file, withInstalledVersions(readFileSync(file, 'utf8')))
}
