import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { isMain, root } from './workspace.mjs'

/**
 * Finds the exports of a package that have no docstring. Reads only the package's own declarations
 * and computes no types.
 *
 * @param {string} packageFolder a package that is built
 * @returns {Promise<string[]>} one line for each export without a docstring
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
      .filter(
        (symbol) =>
          symbol.getDocumentationComment(checker).length === 0 && symbol.getJsDocTags().length === 0,
      )
      .map((symbol) => describe(packageFolder, symbol))
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
  const targets = Object.values(exports).flatMap((target) =>
    typeof target?.types === 'string' ? [join(packageFolder, target.types)] : [],
  )
  return targets.flatMap((target) => (target.includes('*') ? filesLike(target) : [target]))
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
 * @param {string} packageFolder
 * @param {ts.Symbol} symbol
 */
function describe(packageFolder, symbol) {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? packageFolder
  return `${relative(packageFolder, file)}  \`${symbol.name}\` has no docstring. Describe it in one sentence.`
}

if (isMain(import.meta.url)) {
  const undocumented = await findUndocumented(join(root, 'packages', 'latchkey'))
  for (const line of undocumented) console.error(line)
  process.exitCode = undocumented.length === 0 ? 0 : 1
}
