import ts from 'typescript'
import { readSource } from './source-parts.mjs'
import { compile } from './walk-hooks.mjs'

/**
 * A function of a source file.
 *
 * @typedef {object} SourceFunction
 * @property {string} name
 * @property {number} start the offset of its first character
 * @property {number} body the offset of its body
 * @property {number} end
 */

/**
 * Finds the functions that V8 reports for a file. V8 has the offsets of the code that it runs:
 * types are spaces in it, and a `.tsx` file is compiled.
 *
 * @param {string} file its name decides the language
 * @param {string} text
 * @param {readonly number[]} starts where V8 says that functions begin
 * @returns {SourceFunction[]} in their order. Code that V8 adds to classes is left out
 */
export function enteredFunctions(file, text, starts) {
  const functions = functionsOf(readSource(file, text).tree)
  const compiled = file.endsWith('.tsx')
    ? functionsOf(readSource('compiled.mjs', compile(text)).tree)
    : functions
  if (compiled.length !== functions.length)
    throw new Error(`${file} has other functions when it is compiled.`)
  const entered = new Set(
    starts.map((start) => compiled.findLastIndex((each) => each.start <= start && start < each.body)),
  )
  return functions.filter((_, index) => entered.has(index))
}

/**
 * Counts the lines of code: neither empty ones nor those with only a comment.
 *
 * @param {string} file its name decides the language
 * @param {string} text
 * @param {readonly { start: number, end: number }[]} [parts] of the file; a line in several of them
 *   counts once. Default: the whole file
 */
export function countCodeLines(file, text, parts = [{ start: 0, end: text.length }]) {
  let code = text
  for (const { start, end } of readSource(file, text).comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end)
  let position = 0
  return code.split('\n').filter((line) => {
    const [start, end] = [position + line.length - line.trimStart().length, position + line.length]
    position = end + 1
    return line.trim() !== '' && parts.some((part) => part.start < end && start < part.end)
  }).length
}

/**
 * Returns the functions that have a body, in the order of their starts. A function comes before the
 * functions inside it.
 *
 * @param {ts.SourceFile} tree
 */
function functionsOf(tree) {
  /** @type {SourceFunction[]} */
  const functions = []
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      functions.push({
        name: nameOf(node),
        start: node.getStart(tree),
        body: node.body.getStart(tree),
        end: node.end,
      })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return functions
}

/**
 * The name of a function, or of the variable or the property that holds it.
 *
 * @param {ts.SignatureDeclaration} node
 */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  const { parent } = node
  const isHeld =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
  return (node.name ?? (isHeld ? parent.name : undefined))?.getText() ?? '(anonymous)'
}
