import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesOf } from './changelog.mjs'
import { withAbsoluteLinks } from './links.mjs'

/** The condition under which the tests of the repository load the sources. */
const SOURCE_CONDITION = '@latchkey/source'

/** Fields of the manifest that only the repository needs. */
const OWN_FIELDS = ['scripts', 'devDependencies']

/**
 * Writes the package that is published: the built library with its sources, which its maps refer
 * to, the manifest, the license, the README and the changelog.
 *
 * @param {string} repository a copy of the repository, with the built library
 * @param {string} folder
 * @returns {{ version: string, notes: string }} `notes`: what the changelog says about the version
 * @throws {Error} when the changelog has no notes for the version
 */
export function stagePackage(repository, folder) {
  const library = join(repository, 'packages', 'latchkey')
  const manifest = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8'))
  const { version } = manifest
  mkdirSync(folder, { recursive: true })
  for (const name of ['dist', 'src']) cpSync(join(library, name), join(folder, name), { recursive: true })
  cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  for (const name of ['README.md', 'CHANGELOG.md']) {
    const page = readFileSync(join(repository, name), 'utf8')
    writeFileSync(join(folder, name), withAbsoluteLinks(page, { version }))
  }
  return { version, notes: notesOf(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), version) }
}

/**
 * Returns the manifest as it is published.
 *
 * @param {Record<string, any>} manifest
 * @returns {Record<string, any>}
 */
export function publishedManifest(manifest) {
  const entries = Object.entries(manifest).filter(([name]) => !OWN_FIELDS.includes(name))
  return withoutCondition(Object.fromEntries(entries))
}

/**
 * @param {any} value
 * @returns {any}
 */
function withoutCondition(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([name]) => name !== SOURCE_CONDITION)
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutCondition(inner)]))
}
