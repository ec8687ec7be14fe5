import ts from 'typescript'
import type { Edit } from './edits.ts'
import { nodesOf } from './source.ts'

/** Returns the identifiers of a file that are bindings with the given name, not property names. */
export function bindingsNamed(tree: ts.SourceFile, name: string): ts.Identifier[] {
  return nodesOf(tree, ts.isIdentifier).filter((node) => node.text === name && !isPropertyName(node))
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
    .filter(({ parent }) => !ts.isImportClause(parent) && !ts.isImportSpecifier(parent))
    .map((node) => {
      const { parent } = node
      const isExport = ts.isExportSpecifier(parent) && parent.propertyName === undefined
      const name = isExport && exports === 'keep' ? `${to} as ${from}` : to
      const text = ts.isShorthandPropertyAssignment(parent) ? `${from}: ${to}` : name
      return { start: node.getStart(), end: node.getEnd(), text }
    })
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertySignature(parent)) return parent.name === node
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.name === node
  if (ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent)) return parent.name === node
  if (ts.isQualifiedName(parent)) return parent.right === node
  if (ts.isBindingElement(parent) || ts.isImportSpecifier(parent)) return parent.propertyName === node
  if (ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node
  return ts.isJsxAttribute(parent) || ts.isAccessor(parent)
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  )
}
