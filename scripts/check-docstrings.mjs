import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { isMain, root } from '../tests/support/processes/workspace.mjs'

/**
 * Finds the exports of a package that have no docstring, and the functions, classes and constants
 * that have no `@example`. Reads only the package's own declarations and computes no types.
 *
 * The functions of provider modules need no example: their pages have one. Nor do the classes of
 * errors below `AuthError`, which differ only in their names.
 *
 * @param {string} packageFolder a package that is built
 * @returns {Promise<string[]>} one line for each export that lacks one
 */
export async function findUndocumented(packageFolder) {
  const entries = await entriesOf(packageFolder)
  const program = ts.createProgram({
    rootNames: entries,
    options: { noLib: true, types: [] },
    host: ownFilesOnly(),
  })
  const checker = program.getTypeChecker()
  const undocumented = entries.flatMap((entry) => {
    const file = program.getSourceFile(entry)
    const module = file && checker.getSymbolAtLocation(file)
    // A module that exports only types, with an `export {}`, counts as a module. A file that is not
    // a module was not built.
    if (!module)
      return [`${relative(packageFolder, entry)} is not a module. Build the package first: npm run build`]
    return checker
      .getExportsOfModule(module)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
      .filter(({ declarations }) => declarations !== undefined)
      .flatMap((symbol) => {
        if (!hasDocstring(symbol, checker)) return [describe(packageFolder, symbol, 'no docstring')]
        if (!needsExample(symbol, entry) || hasExample(symbol)) return []
        return [describe(packageFolder, symbol, 'no `@example`')]
      })
  })
  return [...new Set(undocumented)].sort()
}

/**
 * Returns the declaration files of every module that the package exports. A pattern stands for
 * several modules, each with its own exports.
 *
 * @param {string} packageFolder
 */
async function entriesOf(packageFolder) {
  const { exports } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const hidden = Object.keys(exports).filter((entry) => exports[entry] === null)
  return Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target?.types !== 'string') return []
    const file = join(packageFolder, target.types)
    if (!entry.includes('*')) return [file]
    const [start = '', end = ''] = file.split('*')
    return filesLike(file).filter(
      (found) => !hidden.includes(entry.replace('*', found.slice(start.length, -end.length))),
    )
  })
}

/** @param {string} pattern */
function filesLike(pattern) {
  const [folder = '', ending = ''] = pattern.split('*')
  return ts.sys.readDirectory(folder, undefined, undefined, [`*${ending}`])
}

/** Creates a compiler host that ignores the declarations of other packages. */
function ownFilesOnly() {
  const host = ts.createCompilerHost({})
  /** @type {ts.CompilerHost['resolveModuleNameLiterals']} */
  const resolve = (literals, from, _, options) =>
    literals.map(({ text }) =>
      text.startsWith('.') ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    )
  return { ...host, resolveModuleNameLiterals: resolve }
}

/**
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 */
function hasDocstring(symbol, checker) {
  return symbol.getDocumentationComment(checker).length > 0 || symbol.getJsDocTags().length > 0
}

/**
 * @param {ts.Symbol} symbol
 * @param {string} entry the module that exports it
 */
function needsExample(symbol, entry) {
  const values = ts.SymbolFlags.Function | ts.SymbolFlags.Class | ts.SymbolFlags.Variable
  if (!(symbol.flags & values) || /\/providers\/[^/]+$/.test(entry)) return false
  return !symbol.declarations?.some(
    (declaration) => ts.isClassDeclaration(declaration) && declaration.heritageClauses?.some(isAuthError),
  )
}

/** Says whether a class extends an error of Latchkey. @param {ts.HeritageClause} clause */
function isAuthError(clause) {
  return (
    /^extends \w*(?:Error|SignIn|Unavailable|Failure)\b/.test(clause.getText()) &&
    clause.getText() !== 'extends Error'
  )
}

/** @param {ts.Symbol} symbol */
function hasExample(symbol) {
  return symbol.getJsDocTags().some(({ name }) => name === 'example')
}

const FIXES = {
  'no docstring': 'Describe it in one sentence.',
  'no `@example`': 'Add one: a test compiles it.',
}

/**
 * @param {string} packageFolder
 * @param {ts.Symbol} symbol
 * @param {keyof typeof FIXES} missing
 */
function describe(packageFolder, symbol, missing) {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? packageFolder
  return `${relative(packageFolder, file)}  \`${symbol.name}\` has ${missing}. ${FIXES[missing]}`
}

if (isMain(import.meta.url)) {
  const undocumented = await findUndocumented(join(root, 'packages', 'latchkey'))
  for (const line of undocumented) console.error(line)
  process.exitCode = undocumented.length === 0 ? 0 : 1
}
