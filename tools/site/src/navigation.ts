import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { FRAMEWORKS } from './frameworks.ts'
import { type Page, repository, sitePath, withoutMarkup } from './pages.ts'

/** An entry of the sidebar: a page, or a group of pages. */
export interface Entry {
  readonly text: string
  readonly link?: string
  readonly items?: Entry[]
  readonly collapsed?: boolean
}

/** A link in a page of `docs/`. */
export interface PageLink {
  readonly text: string
  /** The file, relative to the repository. */
  readonly source: string
  readonly anchor: string | undefined
}

/** A group of the section "All pages". */
export interface Group {
  readonly title: string
  readonly links: readonly PageLink[]
}

/** The list of pages, from which the sidebar is made. */
export const ALL_PAGES = 'docs/README.md'

/** Groups that are open when the reader arrives. The others open with their page. */
const OPEN_GROUPS = new Set(['Getting started', 'Concepts', 'Guides'])

/** Folders that list their own pages instead of the other groups. */
const FOLDERS = [{ title: 'Providers', folder: 'docs/providers/' }]

/** Returns the groups of the section "All pages" in `docs/README.md`. */
export function readGroups(markdown: string = readFileSync(join(repository, ALL_PAGES), 'utf8')): Group[] {
  const section = findSection(markdown, 'All pages')
  const bullets = section.split(/^- (?=\*\*)/m).slice(1)
  return bullets.map((bullet) => ({
    title: /^\*\*([^*]+):\*\*/.exec(bullet)?.[1] ?? '',
    links: findLinks(bullet, ALL_PAGES),
  }))
}

/** Returns the content below a heading of the second level. */
export function findSection(markdown: string, heading: string): string {
  const [, after = ''] = `\n${markdown}`.split(`\n## ${heading}\n`)
  return after.split(/^## /m)[0] ?? ''
}

/** Returns the links to files in a text of a page. */
export function findLinks(markdown: string, source: string): PageLink[] {
  return [...markdown.matchAll(/\[((?:[^\][]|\[[^\]]*\])+)\]\(([^)\s]+)\)/g)].flatMap(
    ([, text = '', href = '']) => {
      if (/^[a-z]+:/.test(href)) return []
      const [path = '', anchor] = href.split('#')
      const file = path === '' ? source : posix.normalize(posix.join(posix.dirname(source), path))
      return [{ text: withoutMarkup(text.replaceAll(/\s+/g, ' ')), source: file, anchor }]
    },
  )
}

/** What is wrong with the list of pages: one line for each mistake. */
export function findMistakes(groups: readonly Group[], pages: readonly Page[]): string[] {
  const sources = new Set(pages.map(({ source }) => source))
  const listed = groups.flatMap(({ links }) => links.map(({ source }) => source))
  const repeated = groups.map(({ title }) => title).filter((title, index, all) => all.indexOf(title) < index)
  return [
    ...repeated.map((title) => `"All pages" has two groups "${title}". Join them.`),
    ...listed
      .filter((source) => !sources.has(source))
      .map((source) => `"All pages" links ${source}, which is no page. Remove the link.`),
    ...pages
      .filter(({ source }) => !listed.includes(source) && !isListedElsewhere(source, listed))
      .map(({ source }) => `${source} is in no group of "All pages" in ${ALL_PAGES}. Add it to one.`),
  ]
}

/** Says whether another list has the page: that of a folder, or the page above it. */
function isListedElsewhere(source: string, listed: readonly string[]): boolean {
  return (
    listed.includes(`${posix.dirname(source)}.md`) ||
    source === ALL_PAGES ||
    isForContributors(source) ||
    FOLDERS.some(({ folder }) => source.startsWith(folder))
  )
}

/** Says whether a page is for contributors or reviewers: not in the sidebar, and not searched. */
export function isForContributors(source: string): boolean {
  const reviews = /^docs\/assurance\/(?:asvs|benchmarks|conformance)\b/
  const contributions = /^(?:CONTRIBUTING\b|docs\/project\/(?:contributing|decisions|releasing)\b)/
  return reviews.test(source) || contributions.test(source)
}

/** Returns the pages below a page: those in the folder with its name. The one about Next.js is first. */
export function pagesBelow(source: string, pages: readonly Page[]): readonly Page[] {
  const folder = source.replace(/\.md$/, '/')
  const order = ({ source }: Page): number => {
    const index = FRAMEWORKS.findIndex(({ page }) => source.endsWith(`/${posix.basename(page)}.md`))
    return index < 0 ? FRAMEWORKS.length : index
  }
  return pages.filter((page) => page.source.startsWith(folder)).sort((a, b) => order(a) - order(b))
}

/** Returns the sidebars, by the path at which they are shown. */
export function sidebars(
  groups: readonly Group[],
  pages: readonly Page[],
  reference: Entry[],
): Record<string, Entry[]> {
  const main = groups.map(({ title, links }) => ({
    text: title,
    collapsed: !OPEN_GROUPS.has(title),
    items: links.filter(({ source }) => !isForContributors(source)).map((link) => findEntry(link, pages)),
  }))
  const api = { text: 'API reference', collapsed: true, items: reference }
  const all = reference.length > 0 ? insertAfter(main, 'Reference', api) : main
  const folders = FOLDERS.map(({ title, folder }) => {
    const items = findEntries(folder, pages)
    const own = { text: title, collapsed: false, items }
    return [`/${sitePath(folder)}`, [own, ...all.map((group) => ({ ...group, collapsed: true }))]] as const
  })
  return { ...Object.fromEntries(folders), '/': all }
}

/** Returns the entry of a page, with the pages below it. */
function findEntry({ text, source }: PageLink, pages: readonly Page[]): Entry {
  const entry = { text, link: linkTo(sitePath(source)) }
  const below = pagesBelow(source, pages).map(({ title, path }) => ({ text: title, link: linkTo(path) }))
  return below.length === 0 ? entry : { ...entry, collapsed: true, items: below }
}

function insertAfter(entries: readonly Entry[], text: string, entry: Entry): Entry[] {
  const index = entries.findIndex((group) => group.text === text)
  return entries.toSpliced(index + 1, 0, entry)
}

/** Returns the pages of a folder, with the names that its README gives them. */
function findEntries(folder: string, pages: readonly Page[]): Entry[] {
  const index = `${folder}README.md`
  const names = new Map(
    findLinks(readFileSync(join(repository, index), 'utf8'), index).map(({ source, text }) => [source, text]),
  )
  const own = pages.filter(({ source }) => source.startsWith(folder) && source !== index)
  const entries = own.map(({ source, path, title }) => ({
    text: names.get(source) ?? title,
    link: linkTo(path),
  }))
  return [{ text: 'Overview', link: linkTo(sitePath(index)) }, ...entries]
}

/** Returns the link that VitePress expects. */
export function linkTo(path: string): string {
  return `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`
}
