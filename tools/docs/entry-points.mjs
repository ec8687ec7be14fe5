import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tests/support/processes/workspace.mjs'

/** The folder of the library. */
export const LIBRARY = join(root, 'packages', 'latchkey')

/**
 * A module that applications can import: what they write after `from`, and its declarations and
 * its source, below the folder of the package.
 *
 * @typedef {{ specifier: string, types: string, source: string }} EntryPoint
 */

/**
 * Returns the modules that `exports` of a package names, ordered by their names. A pattern stands
 * for several modules. Two names of one module are one entry point, with the first name.
 *
 * @param {string} [folder] of the package
 * @returns {EntryPoint[]}
 */
export function entryPoints(folder = LIBRARY) {
  const { name, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const rows = Object.entries(exports)
  const hidden = new Set(rows.filter(([, target]) => target === null).map(([entry]) => entry))
  const found = rows
    .filter(([, target]) => typeof target?.types === 'string')
    .flatMap(([entry, target]) => modulesOf(folder, entry, target))
    .filter(({ entry }) => !hidden.has(entry))
    .map(({ entry, types, source }) => ({ specifier: name + entry.slice(1), types, source }))
  const first = new Map(found.toReversed().map((entryPoint) => [entryPoint.types, entryPoint]))
  return [...first.values()].sort((one, other) => (one.specifier < other.specifier ? -1 : 1))
}

/**
 * @param {string} folder
 * @param {string} entry
 * @param {{ types: string, '@latchkey/source': string }} target
 */
function modulesOf(folder, entry, target) {
  const { types, '@latchkey/source': source } = target
  if (!entry.includes('*')) return [{ entry, types, source }]
  const [folderOfSources = '', ending = ''] = source.split('*')
  return (
    readdirSync(join(folder, folderOfSources))
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      // Not tests, and not declarations for the compiler.
      .filter((name) => !name.includes('.'))
      .map((file) => ({
        entry: entry.replace('*', file),
        types: types.replace('*', file),
        source: source.replace('*', file),
      }))
  )
}

/** Says whether an entry point is one of the provider modules. @param {EntryPoint} entryPoint */
export function isProvider({ specifier }) {
  return /^[^/]+\/providers\/./.test(specifier)
}
