import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import ts from 'typescript'

/**
 * One import of a file.
 *
 * @typedef {object} Import
 * @property {string} file the file that imports, relative to the source folder
 * @property {number} line
 * @property {string} specifier
 * @property {boolean} typesOnly whether the import disappears at compile time
 * @property {boolean} isDynamic whether it is loaded when the code runs, by `import()`
 */

/**
 * What an import resolves to: files relative to the source folder (several, when conditions choose
 * among them), a package, or nothing, with the reason.
 *
 * @typedef {{ files: string[] } | { package: string } | { unresolved: string }} Target
 */

/**
 * Reads every import of a file: static ones, `export … from`, dynamic ones, `import type`,
 * `import('…')` in a type, and triple-slash paths.
 *
 * @param {string} sourceFolder
 * @param {string} file relative to it
 * @returns {Import[]}
 */
export function readImports(sourceFolder, file) {
  const text = readFileSync(join(sourceFolder, file), 'utf8')
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {Import[]} */
  const imports = []
  const add = (/** @type {number} */ position, /** @type {Omit<Import, 'file' | 'line'>} */ found) => {
    imports.push({ file, line: tree.getLineAndCharacterOfPosition(position).line + 1, ...found })
  }
  const collect = (/** @type {ts.Node} */ node) => {
    const found = importOf(node)
    if (found) add(node.getStart(tree), found)
    ts.forEachChild(node, collect)
  }
  collect(tree)
  for (const { fileName, pos } of tree.referencedFiles)
    add(pos, { specifier: fileName, typesOnly: true, isDynamic: false })
  return imports
}

/**
 * Creates the function that resolves the imports of a package. `#name` is looked up in the
 * `imports` of its package.json, and the package's own name in the `exports`. Every condition that
 * leads into the sources counts.
 *
 * @param {string} packageFolder
 * @returns {(file: string, specifier: string) => Target}
 */
export function createResolver(packageFolder) {
  const sourceFolder = join(packageFolder, 'src')
  const {
    name,
    imports = {},
    exports = {},
  } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const maps = new Map([
    ...Object.entries(imports),
    ...Object.entries(exports).map(([key, to]) => /** @type {const} */ ([key.replace('.', name), to])),
  ])
  return (file, specifier) => {
    if (specifier.startsWith('.'))
      return toFiles(sourceFolder, [resolve(sourceFolder, dirname(file), specifier)])
    if (!specifier.startsWith('#') && specifier !== name && !specifier.startsWith(`${name}/`))
      return { package: specifier }
    const paths = lookUp(maps, specifier).filter((path) => path.startsWith('./src/'))
    if (paths.length === 0) return { unresolved: 'package.json does not map it to a file in src/' }
    return toFiles(
      sourceFolder,
      paths.map((path) => join(packageFolder, path)),
    )
  }
}

/**
 * @param {ts.Node} node
 * @returns {Omit<Import, 'file' | 'line'> | undefined}
 */
function importOf(node) {
  if (ts.isImportDeclaration(node))
    return literal(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
  if (ts.isExportDeclaration(node)) return literal(node.moduleSpecifier, node.isTypeOnly)
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return literal(node.moduleReference.expression, node.isTypeOnly)
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return literal(node.argument.literal, true)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return literal(node.arguments[0], false, true)
  return undefined
}

/**
 * @param {ts.Node | undefined} node
 * @param {boolean} typesOnly
 * @param {boolean} [isDynamic]
 */
function literal(node, typesOnly, isDynamic = false) {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, typesOnly, isDynamic } : undefined
}

/**
 * @param {ReadonlyMap<string, unknown>} maps
 * @param {string} specifier
 * @returns {string[]}
 */
function lookUp(maps, specifier) {
  if (maps.has(specifier)) return stringsIn(maps.get(specifier))
  for (const [key, target] of maps) {
    const [start = '', end] = key.split('*')
    if (end === undefined || !specifier.startsWith(start) || !specifier.endsWith(end)) continue
    const star = specifier.slice(start.length, specifier.length - end.length)
    return stringsIn(target).map((path) => path.replaceAll('*', star))
  }
  return []
}

/**
 * @param {unknown} target
 * @returns {string[]}
 */
function stringsIn(target) {
  if (typeof target === 'string') return [target]
  return target && typeof target === 'object' ? [...new Set(Object.values(target).flatMap(stringsIn))] : []
}

/**
 * @param {string} sourceFolder
 * @param {string[]} paths
 * @returns {Target}
 */
function toFiles(sourceFolder, paths) {
  const missing = paths.find((path) => !existsSync(path))
  if (missing)
    return {
      unresolved: `${relative(dirname(sourceFolder), missing)} does not exist; write the full path, with .ts`,
    }
  const outside = paths.find((path) => !path.startsWith(sourceFolder + sep))
  if (outside) return { unresolved: `${relative(dirname(sourceFolder), outside)} is outside src/` }
  return { files: paths.map((path) => relative(sourceFolder, path)) }
}
