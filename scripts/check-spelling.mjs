import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  finalizeSettings,
  getDefaultSettings,
  getDictionary,
  loadConfig,
  spellCheckDocument,
} from 'cspell-lib'
import { proseOfPage, proseOfSource } from './prose.mjs'
import { isSource, readSource } from './source-parts.mjs'
import { trackedFiles } from './tracked-files.mjs'
import { isMain, root } from './workspace.mjs'

/**
 * A word that is not in the dictionaries.
 *
 * @typedef {object} Misspelling
 * @property {string} file
 * @property {number} line
 * @property {string} word
 * @property {readonly string[]} suggestions the best first
 */

/**
 * Finds the misspellings of a file.
 *
 * @typedef {(file: string, text: string) => Promise<Misspelling[]>} SpellingCheck
 */

const CONFIG = join('packages', 'tooling', 'cspell.json')
/** The words that are right although no dictionary contains them, one a line. */
const WORDS = join('packages', 'tooling', 'spelling.txt')

/** The sources whose comments and texts are checked. */
const SOURCES = /^(?:packages\/latchkey\/src|examples)\//

/** Files that are not checked. */
const SKIPPED = [
  // Names, texts in other languages, invalid values.
  '**/*.test.{ts,tsx}',
  // Domains.
  'packages/latchkey/src/security/shared-domains.ts',
  // CSS.
  'packages/latchkey/src/pages/{named-colours,style}.ts',
]

/** A word that is written with -ise, in any of its forms. */
const ISE = /\b[a-z]+is(?:e[ds]?|ers?|ing|able|ations?|ational)\b/gi

/**
 * Loads the dictionaries.
 *
 * @returns {Promise<SpellingCheck>}
 */
export async function loadSpelling() {
  const settings = await loadConfig(join(root, CONFIG))
  const american = await getDictionary(
    finalizeSettings({ ...(await getDefaultSettings()), dictionaries: ['en_us'] }),
  )
  const { pathname } = pathToFileURL(join(root, 'text.txt'))
  return async (file, text) => {
    const prose = readProse(file, text)
    const document = { uri: `file://${pathname}`, text: prose, languageId: 'plaintext' }
    const options = { generateSuggestions: true, numSuggestions: 3, noConfigSearch: true }
    const { issues, errors = [] } = await spellCheckDocument(document, options, settings)
    const [error] = errors
    if (error) throw error
    const misspelt = issues.map(({ text: word, offset, suggestions = [] }) => ({ word, offset, suggestions }))
    return [...misspelt, ...findIse(prose, (word) => american.has(word))]
      .sort((a, b) => a.offset - b.offset)
      .map(({ offset, ...found }) => ({ file, line: prose.slice(0, offset).split('\n').length, ...found }))
  }
}

/**
 * Finds the words that are written with -ise and exist with -ize, which American dictionaries list
 * alone. `advertise` has no other form.
 *
 * @param {string} prose
 * @param {(word: string) => boolean} isAmerican
 */
function findIse(prose, isAmerican) {
  return [...prose.matchAll(ISE)].flatMap(({ 0: word, index: offset }) => {
    const withZ = word.replace(/s(?=(?:e[ds]?|ers?|ing|able|ations?|ational)$)/i, 'z')
    return isAmerican(withZ) ? [{ word, offset, suggestions: [withZ] }] : []
  })
}

/**
 * Returns the prose of a file, with spaces for everything else.
 *
 * @param {string} file
 * @param {string} text
 */
function readProse(file, text) {
  const prose = isSource(file) ? proseOfSource(readSource(file, text)) : proseOfPage(text)
  return prose.replaceAll('\0', ' ')
}

/**
 * Finds what is wrong with the list of words.
 *
 * @param {readonly string[]} words
 * @param {string} prose of all files
 * @returns {string[]} a sentence for each problem
 */
export function checkWordList(words, prose) {
  const used = new Set(prose.toLowerCase().match(/[\p{L}]+/gu))
  const unused = words.filter((word) => !used.has(word.toLowerCase()))
  const unsorted = words.filter((word, index) => index > 0 && compare(words[index - 1] ?? '', word) >= 0)
  return [
    ...unsorted.map((word) => `"${word}" is not in alphabetical order, or is listed twice. Move it.`),
    ...unused.map((word) => `"${word}" is used nowhere. Remove it.`),
  ]
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a.localeCompare(b, 'en', { sensitivity: 'base' })
}

/**
 * Checks the tracked files, or those that the paths name.
 *
 * @param {readonly string[]} paths
 */
async function main(paths) {
  const check = await loadSpelling()
  const files = trackedFiles(paths)
    .filter((file) => file.endsWith('.md') || (isSource(file) && SOURCES.test(file)))
    .filter((file) => !SKIPPED.some((pattern) => matchesGlob(file, pattern)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const found = (await Promise.all(files.map(({ file, text }) => check(file, text)))).flat()
  const words = readFileSync(join(root, WORDS), 'utf8').split('\n').filter(Boolean)
  const problems =
    paths.length > 0
      ? []
      : checkWordList(words, files.map(({ file, text }) => readProse(file, text)).join('\n'))
  for (const { file, line, word, suggestions } of found)
    console.error(
      `${file}:${line}  "${word}"${suggestions.length > 0 ? `  Write: ${suggestions.join(', ')}?` : ''}`,
    )
  for (const problem of problems) console.error(`${WORDS}  ${problem}`)
  console.log(`${found.length} misspellings. A word that is right belongs in ${WORDS}.`)
  process.exitCode = found.length + problems.length > 0 ? 1 : 0
}

if (isMain(import.meta.url)) await main(process.argv.slice(2))
