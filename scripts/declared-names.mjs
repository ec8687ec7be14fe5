import ts from 'typescript'

/**
 * A name that a file declares.
 *
 * @typedef {object} DeclaredName
 * @property {string} name
 * @property {number} position an offset into the file
 * @property {boolean} isType
 */

/**
 * Returns the names that a file declares: variables, functions, parameters, properties, types and
 * the literals of types. Names that it only uses may belong to another package.
 *
 * @param {ts.SourceFile} tree
 * @returns {DeclaredName[]}
 */
export function declaredNames(tree) {
  /** @type {DeclaredName[]} */
  const names = []
  const visit = (/** @type {ts.Node} */ node) => {
    const name = nameOf(node)
    if (name) names.push({ name: name.text, position: name.getStart(tree), isType: isTypeDeclaration(node) })
    // In JavaScript, docstrings declare the types.
    for (const comment of docstringsOf(node)) ts.forEachChild(comment, visit)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

/**
 * Splits a name into words in lower case: `CookieJar`, `cookie-jar` and `COOKIE_JAR` all give
 * `cookie jar`.
 *
 * @param {string} name
 */
export function wordsOf(name) {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  return words.join(' ').toLowerCase()
}

/**
 * @param {ts.Node} node
 * @returns {ts.Identifier | ts.PrivateIdentifier | ts.StringLiteral | undefined}
 */
function nameOf(node) {
  if (ts.isLiteralTypeNode(node)) return literalOf(node)
  // `{ kind }` takes the name of a property that is declared elsewhere.
  if (ts.isBindingElement(node) && node.propertyName === undefined && isShorthand(node)) return undefined
  if (!isDeclaration(node) || !node.name) return undefined
  return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) || ts.isStringLiteral(node.name)
    ? node.name
    : undefined
}

/**
 * Returns a literal of one word, unless it is the name of a property: `A['kind']`.
 *
 * @param {ts.LiteralTypeNode} node
 */
function literalOf({ literal, parent }) {
  if (!ts.isStringLiteral(literal) || /\s/.test(literal.text)) return undefined
  return ts.isIndexedAccessTypeNode(parent) ? undefined : literal
}

/** @param {ts.BindingElement} node */
function isShorthand({ parent, dotDotDotToken }) {
  return ts.isObjectBindingPattern(parent) && dotDotDotToken === undefined
}

const DECLARATIONS = [
  ts.isVariableDeclaration,
  ts.isBindingElement,
  ts.isParameter,
  ts.isFunctionDeclaration,
  ts.isFunctionExpression,
  ts.isClassDeclaration,
  ts.isMethodDeclaration,
  ts.isMethodSignature,
  ts.isPropertyDeclaration,
  ts.isPropertySignature,
  ts.isGetAccessorDeclaration,
  ts.isSetAccessorDeclaration,
  ts.isInterfaceDeclaration,
  ts.isTypeAliasDeclaration,
  ts.isTypeParameterDeclaration,
  ts.isJSDocPropertyTag,
  ts.isJSDocTypedefTag,
  ts.isNamespaceImport,
]

/**
 * @param {ts.Node} node
 * @returns {node is ts.Node & { name?: ts.Node }}
 */
function isDeclaration(node) {
  return DECLARATIONS.some((is) => is(node))
}

/** @param {ts.Node} node */
function isTypeDeclaration(node) {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isJSDocTypedefTag(node)
  )
}

/** @param {ts.Node} node @returns {readonly ts.Node[]} */
function docstringsOf(node) {
  return /** @type {{ jsDoc?: readonly ts.Node[] }} */ (node).jsDoc ?? []
}
