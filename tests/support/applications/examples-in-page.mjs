import { extname, posix } from 'node:path'
import { PAGE_START, variantAt } from './page-files.mjs'

/**
 * An example, its page, and the file name under which it is compiled.
 *
 * @typedef {{ page: string, path: string, code: string }} Example
 */

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
