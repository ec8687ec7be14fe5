import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { declaredNames, wordsOf } from './declared-names.mjs'
import { proseOfPage, proseOfSource, proseOfTable } from './prose.mjs'
import { isSource, readSource } from './source-parts.mjs'
import { trackedFiles } from './tracked-files.mjs'
import { EXCEPTIONS, WORDS } from './words.mjs'
import { isMain, root } from './workspace.mjs'

/** @typedef {import('./words.mjs').Word} Word */
/** @typedef {import('./words.mjs').Exception} Exception */

/**
 * A banned word in a file.
 *
 * @typedef {object} Hit
 * @property {string} file
 * @property {number} line
 * @property {'prose' | 'names'} place
 * @property {string} found the text in the file
 * @property {string} form the first form of the word in the list
 * @property {string} use the replacement
 * @property {Exception} [exception] the entry that allows it
 */

/**
 * A hit before its line is known.
 *
 * @typedef {Omit<Hit, 'file' | 'line' | 'exception'> & { position: number }} Match
 */

/**
 * Entries of the list, each with the pattern that finds it.
 *
 * @typedef {{ word: Word, form: string, pattern: RegExp }[]} Patterns
 */

/** The text of others: the licence. */
const QUOTED = /(?:^|\/)LICENSE$/

const PROSE = patternsOf('prose', (forms, { before, after }) => {
  const left = `(?<![\\w$@#/.\\\\]${after ? `|${after}` : ''})`
  const right = `(?![\\w$\\\\(]|[./:=]\\w${before ? `|${before}` : ''})`
  return `${left}(?:${forms.map(inSentence).join('|')})${right}`
})
const NAMES = patternsOf(
  'names',
  (forms, { before }) => ` (?:${forms.join('|')})(?= )${before ? `(?!${before})` : ''}`,
)
const STARTS = patternsOf('starts', (forms) => `^ (?:${forms.join('|')}) \\w`)
const TYPES = patternsOf('types', (forms) => `^(?:${forms.join('|')})$`)
const EXACT = patternsOf(
  'exact',
  (forms) => `(?<![\\w$])(?:${forms.join('|').replaceAll('.', '\\.')})(?![\\w$])`,
)

/**
 * Finds the banned words of a file: in the prose of a Markdown page or of a `.tsv` table, in the
 * comments, texts and declared names of a source file, and in the name of the file.
 *
 * @param {string} file path relative to the repository
 * @param {string} text
 * @returns {Hit[]} in their order
 */
export function findWords(file, text) {
  if (QUOTED.test(file)) return []
  const lineOf = lineFinder(text)
  const source = isSource(file) ? readSource(file, text) : undefined
  const fileName = file.replace(/.*\//, '').replace(/\.\w+$/, '')
  const matches = [
    ...matchesIn(PROSE, source ? proseOfSource(source) : proseOfDocument(file, text), 'prose'),
    ...matchesIn(EXACT, text, 'names'),
    ...matchesInName({ name: fileName, position: 0, isType: false }),
    ...(source ? declaredNames(source.tree) : []).flatMap(matchesInName),
  ]
  return matches
    .sort((a, b) => a.position - b.position)
    .map(({ position, ...match }) => ({ file, line: lineOf(position), ...match }))
    .map((hit) => ({ ...hit, exception: exceptionFor(hit) }))
}

/**
 * @param {string} file
 * @param {string} text
 */
function proseOfDocument(file, text) {
  return file.endsWith('.tsv') ? proseOfTable(text) : proseOfPage(text)
}

/**
 * @param {'prose' | 'names' | 'starts' | 'types' | 'exact'} place a field of the list
 * @param {(forms: string[], word: Word) => string} write
 * @returns {Patterns}
 */
function patternsOf(place, write) {
  return WORDS.flatMap((word) => {
    const isAnywhere = place === 'prose' || place === 'names'
    const forms = word[place] ?? (isAnywhere ? word.word : undefined)
    if (forms === undefined) return []
    const [form = ''] = forms.split(', ')
    return [{ word, form, pattern: new RegExp(write(forms.split(', '), word), 'g') }]
  })
}

/** Allows both cases at the start of a form and any white space in it. @param {string} form */
function inSentence(form) {
  const [first = ''] = form
  return `[${first}${first.toUpperCase()}]${form.slice(1)}`.replaceAll(' ', '\\s+')
}

/**
 * @param {Patterns} patterns
 * @param {string} text
 * @param {'prose' | 'names'} place
 * @returns {Match[]}
 */
function matchesIn(patterns, text, place) {
  return patterns.flatMap(({ word: { use }, form, pattern }) =>
    [...text.matchAll(pattern)].map(({ index: position, 0: found }) => ({
      position,
      place,
      found: found.trim().replace(/\s+/g, ' '),
      form,
      use,
    })),
  )
}

/**
 * @param {import('./declared-names.mjs').DeclaredName} declared
 * @returns {Match[]}
 */
function matchesInName({ name, position, isType }) {
  const words = ` ${wordsOf(name)} `
  return [
    ...matchesIn(NAMES, words, 'names'),
    ...matchesIn(STARTS, words, 'names'),
    ...(isType ? matchesIn(TYPES, name, 'names') : []),
  ].map((match) => ({ ...match, position, found: name }))
}

/** @param {Hit} hit */
function exceptionFor({ file, form, place }) {
  return EXCEPTIONS.find(
    ({ files, words, only }) =>
      matchesGlob(file, files) && (words?.includes(form) ?? true) && (only ?? place) === place,
  )
}

/**
 * Returns a function from an offset to a line number.
 *
 * @param {string} text
 * @returns {(position: number) => number}
 */
function lineFinder(text) {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (position) => starts.findLastIndex((start) => start <= position) + 1
}

/** Counts the hits of each word, the most frequent word first. @param {readonly Hit[]} hits */
function countForms(hits) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { form } of hits) counts.set(form, (counts.get(form) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}

/**
 * Checks the tracked files, or those that the paths name. Prints each banned word and a count per
 * word.
 *
 * @param {readonly string[]} paths
 */
function main(paths) {
  const hits = trackedFiles(paths)
    .filter((file) => isSource(file) || /\.(?:md|tsv)$/.test(file))
    .flatMap((file) => findWords(file, readFileSync(join(root, file), 'utf8')))
  const banned = hits.filter(({ exception }) => exception === undefined)
  const used = new Set(hits.map(({ exception }) => exception))
  const unused = paths.length > 0 ? [] : EXCEPTIONS.filter((exception) => !used.has(exception))
  for (const { file, line, found, place, use } of banned)
    console.error(`${file}:${line}  ${place === 'names' ? 'the name ' : ''}"${found}"  Write: ${use}.`)
  for (const { files, reason } of unused)
    console.error(`scripts/words.mjs  The exception for ${files} (${reason}) allows nothing. Remove it.`)
  for (const [form, count] of countForms(banned)) console.log(`${String(count).padStart(6)}  ${form}`)
  console.log(`${banned.length} banned words. The list and the replacements are in scripts/words.mjs.`)
  process.exitCode = banned.length + unused.length > 0 ? 1 : 0
}

if (isMain(import.meta.url)) main(process.argv.slice(2))
