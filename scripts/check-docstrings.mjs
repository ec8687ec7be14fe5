import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { isMain, root } from './workspace.mjs'

/**
 * Names what applications can import without a word about it. Only the library's own declarations are read, no types are computed.
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
    // A module of types that has only an `export {}` is one, too; a file that is none was not built.
    if (!module) return [`${relative(packageFolder, entry)} is no module. Is the package built?`]
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
 * The declarations of every module that the package exports. A pattern stands for modules of one kind; each of them exports its own.
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

/** What other packages declare is not ours to document. */
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
  return `${relative(packageFolder, file)}  \`${symbol.name}\` has no docstring. Say in one sentence what it promises.`
}

if (isMain(import.meta.url)) {
  const undocumented = await findUndocumented(join(root, 'packages', 'latchkey'))
  for (const line of undocumented) console.error(line)
  process.exitCode = undocumented.length === 0 ? 0 : 1
}
