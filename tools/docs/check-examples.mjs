import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join, posix } from 'node:path'
import {
  isPartOfGuide,
  PAGE_START,
  readGuide,
  variantAt,
} from '../../tests/support/applications/page-files.mjs'
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

/**
 * An example, its page, and the file name under which it is compiled.
 *
 * @typedef {{ page: string, path: string, code: string }} Example
 */

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
 * the library's types is a program of its own. Its declarations must not make the examples of
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
 * Returns the fenced code blocks of a page, also those in lists. If a block starts with a comment
 * that names a file, it is compiled under that name, and later blocks can import it.
 *
 * A section about another framework, or a page below this one, can show a file that the page
 * already has, such as `src/auth.ts`. Its files are then an application in their own folder,
 * together with the files of the page that they import.
 *
 * @param {string} page
 * @param {string} text
 * @returns {Example[]}
 */
export function examplesIn(page, text) {
  const blocks = text.matchAll(/^( *)```(tsx?|svelte)\n(.*?)^\1```$/gms)
  const shown = [...blocks].map(({ index, 1: indent = '', 2: language = '', 3: block = '' }) => {
    const code = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    const before = text.slice(0, index)
    const [, name] = /^(?:\/\/|<!--) ([\w./[\]+-]+\.(?:tsx?|svelte))\b/.exec(code) ?? []
    const file = name ?? `${placeOf(before)}.${language}`
    return { framework: frameworkOf(before), file, code }
  })
  const separate = new Set(
    shown
      .filter(({ file, framework }, index) =>
        shown.slice(0, index).some((other) => other.file === file && other.framework !== framework),
      )
      .map(({ framework }) => framework)
      .filter((framework) => framework !== ''),
  )
  const own = shown.filter(({ framework }) => !separate.has(framework))
  const applications = [...separate].map((framework) => {
    const files = shown.filter((example) => example.framework === framework)
    return withImports(files, own).map(({ file, code }) => toExample(page, posix.join(framework, file), code))
  })
  return [...own.map(({ file, code }) => toExample(page, file, code)), ...applications.flat()]
}

/** Returns the line where a block starts, with its page if the guide has several. @param {string} before */
function placeOf(before) {
  const start = [...before.matchAll(PAGE_START)].at(-1)
  const own = before.slice(start === undefined ? 0 : start.index + start[0].length + 1)
  const line = `line-${own.split('\n').length}`
  return start === undefined ? line : posix.join(start[1] ?? '', line)
}

/**
 * @param {string} page
 * @param {string} file
 * @param {string} code
 * @returns {Example}
 */
function toExample(page, file, code) {
  const path = posix.join(page, file)
  const isSolidFile = extname(file) === '.tsx' && isSolid(path)
  return { page, path, code: isSolidFile ? `/** @jsxImportSource solid-js */ ${code}` : code }
}

/**
 * Returns the framework that the heading of the section names, or '': a variant, at any level, or
 * else the page below this one, or a framework in the heading of the second level. The files for
 * Next.js are those of the page.
 *
 * @param {string} before
 */
function frameworkOf(before) {
  const variant = variantAt(before)
  if (variant !== undefined) return variant === 'Next.js' ? '' : variant
  const [, page] = [...before.matchAll(PAGE_START)].at(-1) ?? []
  if (page !== undefined) return page.replace(/\.md$/, '')
  const section = [...before.matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? ''
  return /SvelteKit|SolidStart|Express/.exec(section)?.[0] ?? ''
}

/**
 * Returns the files, and those of the page that they import and do not replace.
 *
 * @template {{ file: string, code: string }} File
 * @param {readonly File[]} files
 * @param {readonly File[]} page
 * @returns {File[]}
 */
function withImports(files, page) {
  const all = new Map(files.map((file) => [file.file, file]))
  // Iterating a map includes entries that are added in the meantime.
  for (const { file, code } of all.values()) {
    for (const [, specifier = ''] of code.matchAll(/ from '(\.[^']+)'/g)) {
      const target = posix.join(posix.dirname(file), specifier)
      const imported = ['', '.ts', '.tsx'].map((ending) => target + ending)
      if (imported.some((name) => all.has(name))) continue
      const found = page.find((other) => imported.includes(other.file))
      if (found) all.set(found.file, found)
    }
  }
  return [...all.values()]
}

/** Says whether the JSX of a page, or of a section of it, is Solid's. @param {string} path */
function isSolid(path) {
  return /\bsolid\b|\/SolidStart\//.test(path)
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
