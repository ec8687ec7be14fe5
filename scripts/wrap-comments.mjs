import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitTags, widthOf, wrapBlocks } from './comment-blocks.mjs'
import { isSource, readSource } from './source-parts.mjs'
import { trackedFiles } from './tracked-files.mjs'
import { isMain, root } from './workspace.mjs'

/** The most columns of a line in a comment. */
export const MAX_COMMENT_WIDTH = 100

/**
 * Wraps the comments of a source file that have a line which is too wide: docstrings and `//`
 * comments on lines of their own. Comments behind code and `/* … *\/` comments stay as they are.
 *
 * @param {string} file its name decides the language
 * @param {string} text
 * @returns {string}
 */
export function wrapComments(file, text) {
  let wrapped = ''
  let end = 0
  for (const range of ownLineComments(file, text)) {
    wrapped += text.slice(end, range.start) + wrapComment(text.slice(range.start, range.end))
    end = range.end
  }
  return wrapped + text.slice(end)
}

/**
 * Finds the comments that have lines of their own, as ranges of whole lines. `//` comments on
 * consecutive lines are one range.
 *
 * @param {string} file
 * @param {string} text
 */
function ownLineComments(file, text) {
  /** @type {import('./source-parts.mjs').Range[]} */
  const ranges = []
  for (const comment of readSource(file, text).comments) {
    const start = text.lastIndexOf('\n', comment.start - 1) + 1
    const end = text.indexOf('\n', comment.end) === -1 ? text.length : text.indexOf('\n', comment.end)
    const indent = text.slice(start, comment.start)
    const isLine = text.startsWith('//', comment.start) && text[comment.start + 2] !== '/'
    if (indent.trim() !== '' || text.slice(comment.end, end).trim() !== '') continue
    const last = ranges.at(-1)
    const isNext = last !== undefined && last.end + 1 === start && text.startsWith(`${indent}//`, last.start)
    if (isLine && isNext) last.end = end
    else if (isLine || text.startsWith('/**', comment.start)) ranges.push({ start, end })
  }
  return ranges
}

/** @param {string} comment whole lines */
function wrapComment(comment) {
  if (comment.split('\n').every((line) => widthOf(line) <= MAX_COMMENT_WIDTH)) return comment
  const [, indent = '', start = ''] = /^(\s*)(\/\/|\/\*\*)/.exec(comment) ?? []
  return start === '//' ? wrapLineComment(comment, indent) : wrapDocstring(comment, indent)
}

/**
 * @param {string} comment
 * @param {string} indent
 */
function wrapLineComment(comment, indent) {
  const lines = comment.split('\n').map((line) => line.trim().replace(/^\/\/ ?/, ''))
  return wrapBlocks(lines, MAX_COMMENT_WIDTH - indent.length - 3)
    .map((line) => `${indent}// ${line}`.trimEnd())
    .join('\n')
}

/**
 * @param {string} comment
 * @param {string} indent
 */
function wrapDocstring(comment, indent) {
  const text = comment.trim().replace(/^\/\*\* ?|\s*\*\/$/g, '')
  const [first = '', ...others] = text
    .split('\n')
    .map((line, n) => (n === 0 ? line : line.replace(/^\s*\* ?/, '')))
  const start = others.length === 0 ? splitTags(first) : [first]
  const lines = first === '' ? others : [...start, ...others]
  const wrapped = wrapBlocks(lines, MAX_COMMENT_WIDTH - indent.length - 3)
  const inside = wrapped.map((line) => `${indent} * ${line}`.trimEnd())
  return [`${indent}/**`, ...inside, `${indent} */`].join('\n')
}

if (isMain(import.meta.url)) {
  for (const file of trackedFiles(process.argv.slice(2)).filter(isSource)) {
    const text = readFileSync(join(root, file), 'utf8')
    const wrapped = wrapComments(file, text)
    if (wrapped === text) continue
    writeFileSync(join(root, file), wrapped)
    console.log(`${file}  Wrapped its comments.`)
  }
}
