import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMain, root } from './workspace.mjs'

const FILE = join(root, 'packages', 'latchkey', 'package.json')

/**
 * Returns `typesVersions` for the `exports` of a package: where a compiler finds the types that
 * ignores `exports`, as TypeScript does with `"moduleResolution": "node"`. The entry points are the
 * same as those of `exports`, and every other file of the package is hidden.
 *
 * @param {Record<string, any>} exports
 * @returns {Record<string, Record<string, string[]>>}
 */
export function typesVersionsOf(exports) {
  const paths = Object.entries(exports).map(([entry, target]) => [nameOf(entry, target), filesOf(target)])
  // The longest pattern that matches counts. An empty list says that there is no such module.
  return { '*': { ...Object.fromEntries(paths), '*': [] } }
}

/**
 * Returns the name that the compiler looks up. For the package itself, that is the file in the
 * field `types`.
 *
 * @param {string} entry `.`, or a path such as `./providers/*`
 * @param {any} target
 * @returns {string}
 */
function nameOf(entry, target) {
  return (entry === '.' ? target.types : entry).slice('./'.length)
}

/**
 * @param {any} target of an entry: `null` hides it, and a path stands for itself
 * @returns {string[]}
 */
function filesOf(target) {
  if (target === null) return []
  return [typeof target === 'string' ? target : target.types]
}

/**
 * Returns the text of a package.json with the `typesVersions` of its `exports`, directly behind
 * them. The rest of the text stays as it is.
 *
 * @param {string} text
 * @returns {string}
 */
export function withTypesVersions(text) {
  const rows = Object.entries(typesVersionsOf(JSON.parse(text).exports)['*'] ?? {})
  const lines = rows.map(([name, files]) => `      "${name}": ${JSON.stringify(files)}`)
  const block = `\n  "typesVersions": {\n    "*": {\n${lines.join(',\n')}\n    }\n  },`
  const rest = text.replace(/\n {2}"typesVersions": \{\n.*?\n {2}\},/s, '')
  return rest.replace(/\n {2}"exports": \{\n.*?\n {2}\},/s, (exports) => exports + block)
}

/** Writes `typesVersions` with `--write`, else fails if it does not follow from `exports`. */
async function main() {
  const text = await readFile(FILE, 'utf8')
  const complete = withTypesVersions(text)
  if (process.argv.includes('--write')) return writeFile(FILE, complete)
  if (text === complete) return
  console.error(
    '`typesVersions` of packages/latchkey/package.json does not follow from `exports`. ' +
      'Run `node scripts/check-types-versions.mjs --write`.',
  )
  process.exitCode = 1
}

if (isMain(import.meta.url)) await main()
