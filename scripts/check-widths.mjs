import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { widthOf } from './comment-blocks.mjs'
import { isSource, readSource } from './source-parts.mjs'
import { trackedFiles } from './tracked-files.mjs'
import { isMain, root } from './workspace.mjs'
import { MAX_COMMENT_WIDTH } from './wrap-comments.mjs'

/** The most columns of a line of code. */
const MAX_CODE_WIDTH = 110

/** Files whose lines cannot be wrapped: one SVG path each. */
const DATA = /^packages\/latchkey\/src\/icons\//

/** What stands before the text of a comment, and an optional tag or list marker. */
const COMMENT_START = /^\s*(?:\/\/|\/\*+|\*|<!--)?\s*(?:@\w+\s+|[-*+]\s+)?/

/** Tools and the catalogue read these comments from one line. */
const ONE_LINE = /^(?:biome-|@ts-|\/ *<|@see )/

/**
 * Finds the lines of a file that are too wide.
 *
 * @param {string} file its name decides the language
 * @param {string} text
 * @returns {{ line: number, width: number, max: number }[]}
 */
export function findWideLines(file, text) {
  if (DATA.test(file)) return []
  const lines = text.split('\n')
  if (lines.every((line) => widthOf(line) <= MAX_COMMENT_WIDTH)) return []
  const comments = commentLines(file, text)
  return lines.flatMap((content, index) => {
    const width = widthOf(content)
    const isComment = comments.has(index)
    const max = isComment ? MAX_COMMENT_WIDTH : MAX_CODE_WIDTH
    const isAllowed = width <= max || (isComment ? isOneWord(content) : hasLongWord(content))
    return isAllowed ? [] : [{ line: index + 1, width, max }]
  })
}

/**
 * Returns the indexes of the lines that begin inside a comment.
 *
 * @param {string} file
 * @param {string} text
 */
function commentLines(file, text) {
  const comments = isSource(file)
    ? readSource(file, text).comments
    : [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ index, 0: found }) => ({
        start: index,
        end: index + found.length,
      }))
  /** @type {Set<number>} */
  const lines = new Set()
  let [position, next] = [0, 0]
  for (const [index, line] of text.split('\n').entries()) {
    const start = position + line.length - line.trimStart().length
    while ((comments[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    if ((comments[next]?.start ?? Number.POSITIVE_INFINITY) <= start) lines.add(index)
    position += line.length + 1
  }
  return lines
}

/**
 * Reports whether a comment is one word, such as an address, or must stay on one line.
 *
 * @param {string} line
 */
function isOneWord(line) {
  const text = line.replace(/^\s*(?:\/\/|\/\*+|\*)?\s*/, '')
  return ONE_LINE.test(text) || !/\s/.test(line.replace(COMMENT_START, '').trim())
}

/** Reports whether a word is too wide for any line with this indentation. @param {string} line */
function hasLongWord(line) {
  const indent = line.length - line.trimStart().length
  return line.split(/\s+/).some((word) => indent + widthOf(word) > MAX_CODE_WIDTH)
}

/** @param {readonly string[]} paths */
function main(paths) {
  const files = trackedFiles(paths).filter((file) => isSource(file) || file.endsWith('.css'))
  const wide = files.flatMap((file) =>
    findWideLines(file, readFileSync(join(root, file), 'utf8')).map((line) => ({ file, ...line })),
  )
  for (const { file, line, width, max } of wide)
    console.error(`${file}:${line}  ${width} columns. Wrap the line at ${max}.`)
  console.log(`${wide.length} lines are too wide. \`npm run format\` wraps comments and most code.`)
  process.exitCode = wide.length > 0 ? 1 : 0
}

if (isMain(import.meta.url)) main(process.argv.slice(2))
