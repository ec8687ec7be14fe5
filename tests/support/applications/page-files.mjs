import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A file that a page of the documentation shows in full. `path` is the one in its first comment.
 *
 * @typedef {{ path: string, content: string }} PageFile
 */

const CODE_BLOCK = /^```(\w+)\n(.*?)^```$/gms

/**
 * The comment in the first line of a block: `// auth.ts`, `# .env`, `# Dockerfile`, `-- a.sql` or
 * `<!-- +page.svelte -->`.
 */
const FILE_COMMENT = /^(?:\/\/|#|--|<!--) ([\w./[\]+$@-]*\.\w+|Dockerfile)(?=[\s:])/

/** Headings under which a page shows the variants of one section, by the name of their own pages. */
const TITLES = {
  next: 'Next.js',
  sveltekit: 'SvelteKit',
  'solid-start': 'SolidStart',
  'your-own-server': 'Your own server',
}
const VARIANTS = Object.values(TITLES)

/** Marks where a page below another one starts in the result of `readGuide`. */
export const PAGE_START = /^<!-- starts (\S+) -->$/gm

/**
 * Returns the text of a page with those of the pages below it: `passwords.md`, and all in the folder
 * `passwords`. First come those about frameworks, as variants below headings with their names.
 *
 * @param {string} file the page, with its path
 * @returns {string}
 */
export function readGuide(file) {
  const folder = file.replace(/\.md$/, '')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
  const variants = Object.entries(TITLES).filter(([name]) => names.includes(`${name}.md`))
  const others = names.filter((name) => !Object.hasOwn(TITLES, name.replace(/\.md$/, ''))).sort()
  const read = (/** @type {string} */ name) => nested(readFileSync(join(folder, name), 'utf8'))
  const parts = [
    ...variants.map(([name, title]) => [`${name}.md`, read(`${name}.md`).replace(/^## .*$/m, `## ${title}`)]),
    ...others.map((name) => [name, read(name)]),
  ].map(([name, text]) => `<!-- starts ${name} -->\n${text}`)
  return [readFileSync(file, 'utf8'), ...parts].join('\n')
}

/** Makes each heading of a page one level smaller. @param {string} page */
function nested(page) {
  const parts = page.split(/^(```[\s\S]*?^```)$/m)
  return parts.map((part, index) => (index % 2 === 0 ? part.replaceAll(/^(?=#+ )/gm, '#') : part)).join('')
}

/** Says whether a page is part of the guide of another one. @param {string} file */
export function isPartOfGuide(file) {
  return existsSync(`${join(file, '..')}.md`) && basename(file) !== 'README.md'
}

/**
 * Returns the files that a page shows, in the order of the page and unchanged. A block belongs to a
 * file if a comment in its first line names the file.
 *
 * @param {string} page
 * @param {string} [variant] leaves out the files below the headings of other variants
 * @returns {PageFile[]}
 */
export function filesOfPage(page, variant) {
  return [...page.matchAll(CODE_BLOCK)].flatMap(({ index, 2: content = '' }) => {
    const path = FILE_COMMENT.exec(content)?.[1]
    if (path === undefined) return []
    const shownFor = variant === undefined ? undefined : variantAt(page.slice(0, index))
    return shownFor === undefined || shownFor === variant ? [{ path, content }] : []
  })
}

/**
 * Returns the variant that the heading of a section names, or one above it, if any.
 *
 * @param {string} before the page before a place in the section
 * @returns {string | undefined}
 */
export function variantAt(before) {
  /** @type {{ level: number, name: string } | undefined} */
  let variant
  for (const [, { length: level } = '', name = ''] of before.matchAll(/^(##+) (.*)$/gm)) {
    if (VARIANTS.includes(name)) variant = { level, name }
    else if (variant && level <= variant.level) variant = undefined
  }
  return variant?.name
}

/**
 * Returns the packages that a reader installs: the names in the lines `npm install …` of its shell
 * commands.
 *
 * @param {string} page
 * @param {string} [variant] leaves out the commands below the headings of other variants
 * @returns {string[]}
 */
export function packagesOfPage(page, variant) {
  const commands = [...page.matchAll(CODE_BLOCK)].flatMap(({ index, 1: language, 2: content = '' }) => {
    if (language !== 'sh') return []
    const shownFor = variant === undefined ? undefined : variantAt(page.slice(0, index))
    return shownFor === undefined || shownFor === variant ? content.split('\n') : []
  })
  return commands.flatMap((command) => {
    const [program, action, ...words] = command.trim().split(/\s+/)
    return program === 'npm' && action === 'install' ? words.filter((word) => !word.startsWith('-')) : []
  })
}
