import type ts from 'typescript'
import { bindingsNamed, declarationsNamed, renameUses } from './bindings.ts'
import type { Edit } from './edits.ts'
import type { Rewrite } from './module-references.ts'
import { findNodes, lineAt, type Source } from './source.ts'
import { typescript } from './typescript.ts'

const NAME = 'Latchkey'

/** Each package's function that takes the configuration, by its name in the package. */
const EXPORTED = new Map([
  ['next-auth', 'default'],
  ['@auth/sveltekit', 'SvelteKitAuth'],
  ['@auth/solid-start', 'SolidAuth'],
])

/**
 * Returns the local names of the functions that take a configuration: `NextAuth`, `SvelteKitAuth`,
 * `SolidAuth` and `Auth` of `@auth/core`.
 */
export function findEntryPoints({ tree }: Source): Set<string> {
  const imported = findEntryImports(tree).flatMap(({ entry, clause, specifiers }) => [
    ...(entry === 'default' && clause.name !== undefined ? [clause.name.text] : []),
    ...specifiers.map(({ name }) => name.text),
  ])
  return new Set(imported)
}

/** Imports `Latchkey` instead of `NextAuth`, `SvelteKitAuth` and `SolidAuth`, and calls that. */
export function renameEntryPoints(source: Source): Rewrite {
  const { tree } = source
  const rewrites = findEntryImports(tree)
    .filter(({ specifier }) => EXPORTED.has(specifier))
    .map((imported) => renameImport(source, imported))
  return {
    edits: [...rewrites.flatMap(({ edits }) => edits), ...renameReexports(tree)],
    findings: [...rewrites.flatMap(({ findings }) => findings), ...loadedLater(source)],
  }
}

interface EntryImport {
  readonly specifier: string
  /** The function's name in its module. */
  readonly entry: string
  readonly clause: ts.ImportClause
  /** The function's import specifiers. */
  readonly specifiers: readonly ts.ImportSpecifier[]
}

function findEntryImports(tree: ts.SourceFile): EntryImport[] {
  return tree.statements
    .filter(typescript.isImportDeclaration)
    .flatMap(({ moduleSpecifier, importClause: clause }) => {
      const specifier = typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
      const entry = specifier === '@auth/core' ? 'Auth' : EXPORTED.get(specifier)
      if (entry === undefined || clause === undefined) return []
      const { namedBindings } = clause
      const elements = namedBindings && typescript.isNamedImports(namedBindings) ? namedBindings.elements : []
      const specifiers = elements.filter(({ propertyName, name }) => (propertyName ?? name).text === entry)
      return [{ specifier, entry, clause, specifiers }]
    })
}

function renameImport(source: Source, { entry, clause, specifiers }: EntryImport): Rewrite {
  const { tree } = source
  if (entry === 'default' && clause.name !== undefined) {
    if (clause.namedBindings && typescript.isNamespaceImport(clause.namedBindings))
      return namespaceImport(source, clause)
    const imported = importedName(tree, clause.name.text)
    return {
      edits: [replaceDefault(clause, imported), ...editUses(tree, clause.name.text, imported)],
      findings: [],
    }
  }
  const edits = specifiers.flatMap((node) => {
    const imported = importedName(tree, node.name.text)
    const { isTypeOnly } = node
    const text = isTypeOnly ? `type ${imported}` : imported
    return [{ start: node.getStart(), end: node.getEnd(), text }, ...editUses(tree, node.name.text, imported)]
  })
  return { edits, findings: [] }
}

function namespaceImport(source: Source, clause: ts.ImportClause): Rewrite {
  const message = 'The default import and `* as` are on one line. Import `Latchkey` by its name.'
  return {
    edits: [],
    findings: [{ file: source.path, line: lineAt(source, clause.getStart()), message }],
  }
}

/** Returns `Latchkey`, or `Latchkey as name` if the file uses another name, or needs both. */
function importedName(tree: ts.SourceFile, local: string): string {
  const isUsual = local === 'NextAuth' || [...EXPORTED.values()].includes(local)
  const isFree = bindingsNamed(tree, NAME).length === 0 && declarationsNamed(tree, local).length === 0
  return isUsual && isFree ? NAME : `${NAME} as ${local}`
}

function editUses(tree: ts.SourceFile, local: string, imported: string): Edit[] {
  return imported === NAME ? renameUses(tree, local, NAME) : []
}

/** `NextAuth, { a }` becomes `{ Latchkey, a }`. */
function replaceDefault({ name, namedBindings }: ts.ImportClause, imported: string): Edit {
  const start = name?.getStart() ?? 0
  if (!namedBindings || !typescript.isNamedImports(namedBindings)) {
    return { start, end: name?.getEnd() ?? 0, text: `{ ${imported} }` }
  }
  const [first] = namedBindings.elements
  if (first === undefined) return { start, end: namedBindings.getEnd(), text: `{ ${imported} }` }
  const brace = namedBindings.getStart() + 1
  const space = first.getFullText().slice(0, first.getLeadingTriviaWidth())
  return { start, end: brace, text: `{${space}${imported},` }
}

function renameReexports(tree: ts.SourceFile): Edit[] {
  return tree.statements
    .filter(typescript.isExportDeclaration)
    .flatMap(({ moduleSpecifier, exportClause }) => {
      const specifier =
        moduleSpecifier && typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
      const entry = EXPORTED.get(specifier)
      if (
        entry === undefined ||
        entry === 'default' ||
        !exportClause ||
        !typescript.isNamedExports(exportClause)
      )
        return []
      return exportClause.elements
        .filter(({ propertyName, name }) => (propertyName ?? name).text === entry)
        .map((node) => ({ start: node.getStart(), end: node.getEnd(), text: `${NAME} as ${node.name.text}` }))
    })
}

/**
 * Reports modules that are loaded other than by a plain import: their function has another name in
 * Latchkey, or the configuration that it receives is not found.
 */
function loadedLater(source: Source): Rewrite['findings'] {
  return findNodes(source.tree, typescript.isStringLiteralLike).flatMap((literal) => {
    const entry = literal.text === '@auth/core' ? 'Auth' : EXPORTED.get(literal.text)
    if (entry === undefined || !isLoadedWhole(literal)) return []
    const message =
      entry === 'default' || entry === 'Auth'
        ? `If a configuration is passed to the "${literal.text}" function, ` +
          "add `cookiePrefix: 'authjs'` to it."
        : `\`${entry}\` is \`${NAME}\` now. Change what is read from this module.`
    return [{ file: source.path, line: lineAt(source, literal.getStart()), message }]
  })
}

/**
 * Returns whether all of a module's exports are loaded: `import()`, `require()`, `* as`,
 * `export { default }`.
 */
function isLoadedWhole({ parent }: ts.StringLiteralLike): boolean {
  if (typescript.isCallExpression(parent))
    return (
      parent.expression.kind === typescript.SyntaxKind.ImportKeyword ||
      parent.expression.getText() === 'require'
    )
  if (typescript.isExternalModuleReference(parent)) return true
  if (typescript.isImportDeclaration(parent)) {
    const { name, namedBindings, isTypeOnly } = parent.importClause ?? {}
    return !isTypeOnly && name === undefined && !!namedBindings && typescript.isNamespaceImport(namedBindings)
  }
  if (!typescript.isExportDeclaration(parent) || parent.isTypeOnly || !parent.exportClause) return false
  return (
    typescript.isNamedExports(parent.exportClause) &&
    parent.exportClause.elements.some(({ propertyName, name }) => (propertyName ?? name).text === 'default')
  )
}
