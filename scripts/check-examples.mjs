import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { runProcess } from './processes.mjs'
import { isMain, root } from './workspace.mjs'

const COMPILER = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc')

/** The compiler settings of a typical application. Examples get no other settings. */
const OPTIONS = {
  target: 'es2023',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node', 'react', '@solidjs/start/env'],
}

/**
 * An example and the file name under which it is compiled.
 *
 * @typedef {{ path: string, code: string }} Example
 */

/**
 * Compiles the examples of the documentation and of the docstrings, unchanged, against the built
 * library.
 *
 * @returns {Promise<string[]>} one line for each mistake, with the page and, in the file name, the
 *   line where the example starts
 */
export async function checkExamples() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-examples-'))
  try {
    for (const { path, code } of await findExamples()) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), code)
    }
    const globals = join(root, 'scripts', 'example-globals.d.ts')
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'globals.d.ts'), await readFile(globals))
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }))
    const args = [COMPILER, '-p', folder, '--pretty', 'false']
    const { ok, output } = await runProcess({
      name: 'tsc',
      program: process.execPath,
      args,
      cwd: folder,
      env: process.env,
    })
    return ok ? [] : output.trim().split('\n')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @returns {Promise<Example[]>} */
async function findExamples() {
  const pages = (await filesIn('docs', ['.md'])).concat(
    'README.md',
    join('packages', 'latchkey', 'README.md'),
  )
  const sources = await filesIn(join('packages', 'latchkey', 'src'), ['.ts', '.tsx'])
  const found = await Promise.all([
    ...pages.map(async (page) => examplesIn(page, await read(page))),
    ...sources.map(async (source) => examplesIn(source, docstringsOf(await read(source)))),
  ])
  const examples = found.flat()
  // Without this, the check would pass when it finds nothing to check.
  if (examples.length === 0) throw new Error('No examples were found.')
  return examples
}

/**
 * Returns the fenced code blocks of a page. If a block starts with a comment that names a file, it
 * is compiled under that name, and later blocks can import it.
 *
 * @param {string} page
 * @param {string} text
 * @returns {Example[]}
 */
export function examplesIn(page, text) {
  return [...text.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].map(({ index, 1: language, 2: code = '' }) => {
    const [, name = `line-${text.slice(0, index).split('\n').length}.${language}`] =
      /^\/\/ ([\w./[\]+-]+\.tsx?)\b/.exec(code) ?? []
    return {
      path: join(page, name),
      code: language === 'tsx' && isSolid(page) ? `/** @jsxImportSource solid-js */ ${code}` : code,
    }
  })
}

/** Says whether the JSX of a page is Solid's. @param {string} page */
function isSolid(page) {
  return /\bsolid\b/.test(page)
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
