import type ts from 'typescript'
import { bindingsNamed, renameUses } from './bindings.ts'
import type { Edit } from './edits.ts'
import { findEntryPoints } from './entry-points.ts'
import { findNodes, type Source } from './source.ts'
import { typescript } from './typescript.ts'

const OLD = 'unstable_update'
const NEW = 'update'

/**
 * Returns each file's edits that rename `unstable_update` to `update`. A file that already has an
 * `update` keeps its own name. If that file is the one that exports the function, the files that
 * import it stay as they are.
 */
export function renameUpdate(sources: readonly Source[]): ReadonlyMap<string, readonly Edit[]> {
  const declared = sources.flatMap((source) =>
    findUpdateElements(source).map((element) => ({ source, element })),
  )
  const isRenamed = declared.every(({ source, element }) => !isNameKept(source, element))
  const edits = new Map(sources.map(({ path }) => [path, [] as Edit[]]))
  for (const { source, element } of declared) edits.get(source.path)?.push(...renameElement(source, element))
  if (declared.length === 0 || !isRenamed) return edits
  for (const source of sources)
    edits.get(source.path)?.push(...renameImports(source), ...renameProperties(source))
  return edits
}

/** Returns the elements `unstable_update` of `const { … } = NextAuth(…)`. */
function findUpdateElements(source: Source): ts.BindingElement[] {
  const entries = findEntryPoints(source)
  return findNodes(source.tree, typescript.isBindingElement).filter(({ name, propertyName, parent }) => {
    const { initializer } = parent.parent as ts.VariableDeclaration
    const isResult =
      initializer && typescript.isCallExpression(initializer) && entries.has(initializer.expression.getText())
    return isResult && (propertyName ?? name).getText() === OLD
  })
}

/** Returns whether the file continues to export the function as `unstable_update`. */
function isNameKept({ tree }: Source, { name }: ts.BindingElement): boolean {
  return name.getText() === OLD && bindingsNamed(tree, NEW).length > 0
}

function renameElement(source: Source, element: ts.BindingElement): Edit[] {
  const local = element.name.getText()
  const [start, end] = [element.getStart(), element.getEnd()]
  if (isNameKept(source, element)) return [{ start, end, text: `${NEW}: ${OLD}` }]
  if (local === OLD) return renameUses(source.tree, OLD, NEW, { exports: 'rename' })
  return [{ start, end, text: local === NEW ? NEW : `${NEW}: ${local}` }]
}

function renameImports({ tree }: Source): Edit[] {
  return findNodes(tree, typescript.isImportSpecifier)
    .filter(({ propertyName, name }) => (propertyName ?? name).text === OLD)
    .flatMap((node) => {
      const local = node.name.text
      const isFree = bindingsNamed(tree, NEW).length === 0
      const kept = local === OLD && isFree ? NEW : local
      const text = kept === NEW ? NEW : `${NEW} as ${kept}`
      const uses = kept === local ? [] : renameUses(tree, local, kept)
      return [{ start: node.getStart(), end: node.getEnd(), text }, ...uses]
    })
}

function renameProperties({ tree }: Source): Edit[] {
  return findNodes(tree, typescript.isPropertyAccessExpression)
    .filter(({ name }) => name.text === OLD)
    .map(({ name }) => ({ start: name.getStart(), end: name.getEnd(), text: NEW }))
}
