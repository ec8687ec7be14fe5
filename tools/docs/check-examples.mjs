import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { examplesIn } from '../../tests/support/applications/examples-in-page.mjs'
import { isPartOfGuide, readGuide } from '../../tests/support/applications/page-files.mjs'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { isMain, root } from '../../tests/support/processes/workspace.mjs'

const COMPILER = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')
const SVELTE_COMPILER = join(root, 'node_modules', 'svelte-check', 'bin', 'svelte-check')

const SVELTE_ARGUMENTS = ['--tsconfig', 'tsconfig.json', '--fail-on-warnings', '--output', 'machine']

/** The compiler settings of a typical application. Examples get no other settings. */
const OPTIONS = {
  target: 'es2023',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'react-jsx',
  strict: true,
  // `tsc --init` of TypeScript 7 sets it.
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node', 'react', '@solidjs/start/env'],
}

/** @typedef {import('../../tests/support/applications/examples-in-page.mjs').Example} Example */

/**
 * Compiles the examples of the documentation and of the docstrings, unchanged, against the built
 * library.
 *
 * @returns {Promise<string[]>} one line for each mistake, with the page and, in the file name, the
 *   line where the example starts
 */
export async function checkExamples() {
  const mistakes = []
  for (const examples of programsOf(await findExamples())) mistakes.push(...(await compile(examples)))
  return mistakes
}

/**
 * Returns the examples that are compiled together: all of them, except that a page that augments
 * the library's types is a separate program. Its declarations must not make the examples of
 * other pages compile, and two pages may declare the same field with different types.
 *
 * @param {readonly Example[]} examples
 * @returns {Example[][]}
 */
export function programsOf(examples) {
  const augmenting = new Set(
    examples.filter(({ code }) => /^declare module 'latchkey/m.test(code)).map(({ page }) => page),
  )
  return [
    examples.filter(({ page }) => !augmenting.has(page)),
    ...[...augmenting].map((name) => examples.filter(({ page }) => page === name)),
  ]
}

/**
 * @param {readonly Example[]} examples
 * @returns {Promise<string[]>}
 */
async function compile(examples) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const isSvelte = (/** @type {Example} */ { path }) => extname(path) === '.svelte'
    const components = examples.filter(isSvelte)
    const typescript = join(folder, 'typescript')
    await writeProject(typescript, OPTIONS, examples)
    const mistakes = await run(typescript, [COMPILER, '-p', typescript, '--pretty', 'false'])
    if (components.length === 0) return mistakes
    // Apart from the configuration of Vite among the examples, which the compiler would read.
    const svelte = join(folder, 'svelte')
    const modules = examples.filter(({ path }) => basename(path) !== 'vite.config.ts')
    await writeProject(svelte, { ...OPTIONS, checkJs: true, noImplicitAny: false }, modules)
    return [...mistakes, ...(await run(svelte, [SVELTE_COMPILER, ...SVELTE_ARGUMENTS]))]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Writes examples with the compiler settings and the declarations that all of them share.
 *
 * @param {string} folder
 * @param {object} compilerOptions
 * @param {readonly Example[]} examples
 */
async function writeProject(folder, compilerOptions, examples) {
  for (const { path, code } of examples) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), code)
  }
  await copyFile(join(root, 'tools', 'docs', 'example-globals.d.ts'), join(folder, 'globals.d.ts'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
}

/**
 * @param {string} folder
 * @param {readonly string[]} args the program and its arguments
 * @returns {Promise<string[]>} its output if it fails
 */
async function run(folder, args) {
  const name = basename(args[0] ?? '')
  const { ok, output } = await runProcess({
    name,
    program: process.execPath,
    args,
    cwd: folder,
    env: process.env,
  })
  return ok ? [] : output.trim().split('\n')
}

/** @returns {Promise<Example[]>} */
async function findExamples() {
  const docs = (await filesIn('docs', ['.md'])).filter((page) => !isPartOfGuide(join(root, page)))
  const pages = docs.concat('README.md', join('packages', 'latchkey', 'README.md'))
  const sources = await filesIn(join('packages', 'latchkey', 'src'), ['.ts', '.tsx'])
  const found = await Promise.all([
    ...pages.map((page) => examplesIn(page, readGuide(join(root, page)))),
    ...sources.map(async (source) => examplesIn(source, docstringsOf(await read(source)))),
  ])
  const examples = found.flat()
  // Without this, the check would pass when it finds nothing to check.
  if (examples.length === 0) throw new Error('No examples were found.')
  return examples
}

/**
 * Returns a source without everything but its docstrings. Line numbers stay the same.
 *
 * @param {string} source
 */
export function docstringsOf(source) {
  const lines = source.split('\n')
  return lines.map((line) => /^ *\* ?(?!\/)(.*)$/.exec(line)?.[1] ?? '').join('\n')
}

/**
 * @param {string} folder
 * @param {readonly string[]} endings
 */
async function filesIn(folder, endings) {
  const files = await readdir(join(root, folder), { recursive: true })
  return files.filter((file) => endings.includes(extname(file))).map((file) => join(folder, file))
}

/** @param {string} file */
function read(file) {
  return readFile(join(root, file), 'utf8')
}

if (isMain(import.meta.url)) {
  const mistakes = await checkExamples()
  for (const mistake of mistakes) console.error(mistake)
  process.exitCode = mistakes.length === 0 ? 0 : 1
}
