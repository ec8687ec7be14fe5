import type ts from 'typescript'
import type { Edit } from './edits.ts'
import { findNodes } from './source.ts'
import { typescript } from './typescript.ts'

/** Returns a file's identifiers that are bindings with the given name, not property names. */
export function bindingsNamed(tree: ts.SourceFile, name: string): ts.Identifier[] {
  return findNodes(tree, typescript.isIdentifier).filter(
    (node) => node.text === name && !isPropertyName(node),
  )
}

/** Returns the identifiers that declare a binding outside of imports. */
export function declarationsNamed(tree: ts.SourceFile, name: string): ts.Identifier[] {
  return bindingsNamed(tree, name).filter((node) => isDeclaration(node.parent) && node.parent.name === node)
}

/**
 * Renames every use of a binding, except in imports. A shorthand property keeps its name, and so
 * does an export, unless `exports` is `rename`.
 */
export function renameUses(
  tree: ts.SourceFile,
  from: string,
  to: string,
  { exports = 'keep' }: { readonly exports?: 'keep' | 'rename' } = {},
): Edit[] {
  return bindingsNamed(tree, from)
    .filter(({ parent }) => !typescript.isImportClause(parent) && !typescript.isImportSpecifier(parent))
    .map((node) => {
      const { parent } = node
      const isExport = typescript.isExportSpecifier(parent) && parent.propertyName === undefined
      const name = isExport && exports === 'keep' ? `${to} as ${from}` : to
      const text = typescript.isShorthandPropertyAssignment(parent) ? `${from}: ${to}` : name
      return { start: node.getStart(), end: node.getEnd(), text }
    })
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node
  if (typescript.isPropertyAccessExpression(parent) || typescript.isPropertySignature(parent))
    return parent.name === node
  if (typescript.isPropertyAssignment(parent) || typescript.isPropertyDeclaration(parent))
    return parent.name === node
  if (typescript.isMethodDeclaration(parent) || typescript.isMethodSignature(parent))
    return parent.name === node
  if (typescript.isQualifiedName(parent)) return parent.right === node
  if (typescript.isBindingElement(parent) || typescript.isImportSpecifier(parent))
    return parent.propertyName === node
  if (typescript.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node
  return typescript.isJsxAttribute(parent) || typescript.isAccessor(parent)
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    typescript.isVariableDeclaration(node) ||
    typescript.isBindingElement(node) ||
    typescript.isParameter(node) ||
    typescript.isFunctionDeclaration(node) ||
    typescript.isFunctionExpression(node) ||
    typescript.isClassDeclaration(node) ||
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node)
  )
}
