import { countCodeLines, enteredFunctions } from './entered-functions.mjs'

/**
 * A file of the library on a walk.
 *
 * @typedef {object} WalkedFile
 * @property {string} file relative to `src/`
 * @property {readonly string[]} functions the names of those that were entered
 * @property {number} lines lines of code in these functions
 * @property {number} fileLines lines of code in the file
 */

/** @typedef {{ lines: number, files: number, largest: number }} Limits */

/**
 * What a developer reads to follow one request.
 *
 * @typedef {object} Walk
 * @property {string} name
 * @property {Limits} limits
 * @property {readonly WalkedFile[]} files in the order in which they were loaded
 * @property {readonly WalkedFile[]} configuration files that work once per configuration
 */

/** Resolves and checks the options, with the first request that needs them. */
const CONFIGURATION = /^config\//

/**
 * Turns the functions that V8 reports into a walk.
 *
 * @param {{ name: string, limits: Limits }} walk
 * @param {readonly { file: string, starts: readonly number[] }[]} entered
 * @param {(file: string) => string} read returns the text of a file
 * @returns {Walk}
 */
export function walkOf({ name, limits }, entered, read) {
  const walked = entered
    .map(({ file, starts }) => walkedFile(file, read(file), starts))
    .filter(({ functions }) => functions.length > 0)
  return {
    name,
    limits,
    files: walked.filter(({ file }) => !CONFIGURATION.test(file)),
    configuration: walked.filter(({ file }) => CONFIGURATION.test(file)),
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @param {readonly number[]} starts
 * @returns {WalkedFile}
 */
function walkedFile(file, text, starts) {
  const functions = enteredFunctions(file, text, starts)
  return {
    file,
    functions: functions.map(({ name }) => name),
    lines: countCodeLines(file, text, functions),
    fileLines: countCodeLines(file, text),
  }
}

/**
 * Names the limits that a walk exceeds.
 *
 * @param {Walk} walk
 * @returns {string[]}
 */
export function exceededLimits({ name, limits, files }) {
  const lines = sum(files, 'lines')
  return [
    ...(lines > limits.lines ? [`${name}: ${lines} lines of functions, at most ${limits.lines}.`] : []),
    ...(files.length > limits.files ? [`${name}: ${files.length} files, at most ${limits.files}.`] : []),
    ...files
      .filter(({ fileLines }) => fileLines > limits.largest)
      .map(({ file, fileLines }) => `${name}: ${file} has ${fileLines} lines, at most ${limits.largest}.`),
  ]
}

const HEAD = [
  'walk',
  'function lines',
  'files',
  'largest file',
  'lines of the files',
  'once per configuration',
]

/**
 * Writes walks as a table, with their limits.
 *
 * @param {readonly Walk[]} walks
 */
export function renderTable(walks) {
  const rows = [HEAD, ...walks.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** @param {Walk} walk */
function cellsOf({ name, limits, files, configuration }) {
  const [largest] = [...files].sort((a, b) => b.fileLines - a.fileLines)
  return [
    name,
    `${sum(files, 'lines')} of ${limits.lines}`,
    `${files.length} of ${limits.files}`,
    largest ? `${largest.fileLines} of ${limits.largest}: ${largest.file}` : '',
    `${sum(files, 'fileLines')}`,
    `${sum(configuration, 'lines')} in ${configuration.length} files`,
  ]
}

/**
 * Lists the files of a walk with the functions that were entered.
 *
 * @param {Walk} walk
 */
export function renderFiles({ name, files, configuration }) {
  return [`\n${name}`, ...files.map(lineOf), '  once per configuration:', ...configuration.map(lineOf)].join(
    '\n',
  )
}

/** @param {WalkedFile} file */
function lineOf({ file, functions, lines, fileLines }) {
  return `  ${file}  ${lines} of ${fileLines} lines  ${functions.join(', ')}`
}

/**
 * @param {readonly WalkedFile[]} files
 * @param {'lines' | 'fileLines'} key
 */
function sum(files, key) {
  return files.reduce((total, file) => total + file[key], 0)
}
