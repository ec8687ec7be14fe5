import type ts from 'typescript'
import { findEntryPoints } from './entry-points.ts'
import { findModule } from './find-module.ts'
import { findNodes, type Source } from './source.ts'
import { isAuthModule } from './specifiers.ts'
import { typescript } from './typescript.ts'

/** An object literal with options, or with some of them. */
export interface Part {
  readonly source: Source
  readonly object: ts.ObjectLiteralExpression
}

/**
 * A configuration: the objects that it spreads, in order, and the object itself at the end. In
 * `NextAuth({ ...authConfig, adapter })`, the first part is `authConfig`.
 */
export type Configuration = readonly Part[]

/** The configuration type in each Auth.js package. */
const TYPES = new Set(['NextAuthConfig', 'AuthConfig', 'SvelteKitAuthConfig', 'SolidAuthConfig'])

/**
 * Finds an application's configurations: arguments of `NextAuth` and its counterparts, and objects
 * that are declared as a configuration.
 */
export function configurationsIn(sources: readonly Source[]): Configuration[] {
  const users = sources.filter(({ tree }) => usesAuth(tree))
  const objects = users.flatMap((source) => [
    ...calls(source).flatMap((argument) => findObjects(argument, source, sources)),
    ...declared(source).map((object) => ({ source, object })),
  ])
  const unique = new Map(objects.map((part) => [part.object, part]))
  return [...unique.values()].map((part) => findParts(part, sources))
}

function usesAuth(tree: ts.SourceFile): boolean {
  return findNodes(tree, typescript.isStringLiteralLike).some(({ text }) => isAuthModule(text))
}

/** Returns the last arguments of the calls to `NextAuth`, `SvelteKitAuth`, `Auth`, … */
function calls(source: Source): ts.Expression[] {
  const entries = findEntryPoints(source)
  return findNodes(source.tree, typescript.isCallExpression)
    .filter(({ expression }) => entries.has(expression.getText()))
    .flatMap((call) => call.arguments.slice(-1))
}

/** Returns the objects with `satisfies NextAuthConfig`, or a declaration with that type. */
function declared({ tree }: Source): ts.ObjectLiteralExpression[] {
  const typed = findNodes(tree, typescript.isExpression).flatMap((node) =>
    (typescript.isSatisfiesExpression(node) || typescript.isAsExpression(node)) && isConfiguration(node.type)
      ? [node.expression]
      : [],
  )
  const variables = findNodes(tree, typescript.isVariableDeclaration).flatMap(({ type, initializer }) =>
    type && initializer && isConfiguration(type) ? [initializer] : [],
  )
  return [...typed, ...variables].map(unwrap).filter(typescript.isObjectLiteralExpression)
}

/** `NextAuthConfig` or `Partial<NextAuthConfig>`, but not `NextAuthConfig['callbacks']`. */
function isConfiguration(type: ts.TypeNode): boolean {
  if (!typescript.isTypeReferenceNode(type)) return false
  return TYPES.has(type.typeName.getText()) || (type.typeArguments ?? []).some(isConfiguration)
}

function findParts(part: Part, sources: readonly Source[], outer: readonly Part[] = []): Configuration {
  if (outer.some(({ object }) => object === part.object)) return []
  const spread = part.object.properties
    .filter(typescript.isSpreadAssignment)
    .flatMap(({ expression }) => findObjects(expression, part.source, sources))
    .flatMap((other) => findParts(other, sources, [...outer, part]))
  return [...spread, part]
}

/** Returns the object literals that an expression can be, as far as the files show. */
function findObjects(expression: ts.Expression, source: Source, sources: readonly Source[]): Part[] {
  const value = unwrap(expression)
  if (typescript.isObjectLiteralExpression(value)) return [{ source, object: value }]
  if (typescript.isArrowFunction(value) || typescript.isFunctionExpression(value))
    return returnedBy(value).flatMap((result) => findObjects(result, source, sources))
  if (!typescript.isIdentifier(value)) return []
  const initializers = findNodes(source.tree, typescript.isVariableDeclaration)
    .filter(({ name, initializer }) => name.getText() === value.text && initializer !== value)
    .flatMap(({ initializer }) => (initializer ? [initializer] : []))
  if (initializers.length > 0) return initializers.flatMap((found) => findObjects(found, source, sources))
  return importedObjects(value.text, source, sources)
}

function importedObjects(name: string, source: Source, sources: readonly Source[]): Part[] {
  const imports = source.tree.statements.filter(typescript.isImportDeclaration)
  return imports.flatMap(({ importClause, moduleSpecifier }) => {
    const exported = exportedName(importClause, name)
    if (exported === undefined || !typescript.isStringLiteral(moduleSpecifier)) return []
    const module = findModule(moduleSpecifier.text, source, sources)
    if (module === undefined) return []
    return exportsNamed(module, exported).flatMap((value) => findObjects(value, module, sources))
  })
}

function exportedName(clause: ts.ImportClause | undefined, local: string): string | undefined {
  if (clause?.name?.text === local) return 'default'
  const named = clause?.namedBindings
  const elements = named && typescript.isNamedImports(named) ? named.elements : []
  const element = elements.find(({ name }) => name.text === local)
  return (element?.propertyName ?? element?.name)?.text
}

function exportsNamed({ tree }: Source, name: string): ts.Expression[] {
  if (name === 'default')
    return tree.statements.filter(typescript.isExportAssignment).map(({ expression }) => expression)
  return findNodes(tree, typescript.isVariableDeclaration)
    .filter((variable) => variable.name.getText() === name)
    .flatMap(({ initializer }) => (initializer ? [initializer] : []))
}

function returnedBy({ body }: ts.ArrowFunction | ts.FunctionExpression): ts.Expression[] {
  if (!typescript.isBlock(body)) return [body]
  const results: ts.Expression[] = []
  const collect = (node: ts.Node): void => {
    if (typescript.isFunctionLike(node)) return
    if (typescript.isReturnStatement(node) && node.expression) results.push(node.expression)
    typescript.forEachChild(node, collect)
  }
  collect(body)
  return results
}

/** Removes parentheses, `satisfies` and `as`. */
export function unwrap(expression: ts.Expression): ts.Expression {
  const isWrapped =
    typescript.isParenthesizedExpression(expression) ||
    typescript.isSatisfiesExpression(expression) ||
    typescript.isAsExpression(expression) ||
    typescript.isTypeAssertionExpression(expression)
  return isWrapped ? unwrap(expression.expression) : expression
}
