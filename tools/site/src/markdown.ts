import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { REPOSITORY } from '../../release/repository.mjs'
import { FRAMEWORKS } from './frameworks.ts'
import { type Page, repository } from './pages.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]
type TokenConstructor = new (type: string, tag: string, nesting: -1 | 0 | 1) => Token

/** Returns the anchor of a heading, as GitHub makes it. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** Changes how VitePress renders the pages: links, pictures, file names, and variants. */
export function extendMarkdown(md: MarkdownRenderer, pages: readonly Page[]): void {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  md.core.ruler.push('site_links', ({ tokens, env }) => {
    const page = byPath.get(env.relativePath)
    if (page === undefined) return
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])]))
      resolveToken(token, page, bySource)
  })
  md.core.ruler.push('site_variants', (state) => {
    state.tokens = wrapVariants(state.tokens, state.Token)
  })
  md.core.ruler.push('site_empty_headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries())
      emptyHeaderToCell(token, tokens[index + 1], tokens[index + 2])
  })
  captionFiles(md)
  keepBraces(md)
}

function resolveToken(token: Token, page: Page, pages: ReadonlyMap<string, Page>): void {
  if (token.type === 'link_open') token.attrSet('href', resolveLink(token.attrGet('href') ?? '', page, pages))
  else if (token.type === 'image') token.attrSet('src', resolveImage(String(token.attrGet('src')), page))
  else if (token.type === 'html_block' || token.type === 'html_inline')
    token.content = bothPictures(token.content, page)
}

/** Returns the link on the site: to a page, or to the repository for every other file. */
export function resolveLink(href: string, page: Page, pages: ReadonlyMap<string, Page>): string {
  if (/^[#/]/.test(href) || /^[a-z]+:/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const source = posix.normalize(posix.join(posix.dirname(page.source), decodeURI(path)))
  const hash = anchor === undefined ? '' : `#${anchor}`
  const target = pages.get(source) ?? pages.get(posix.join(source, 'README.md'))
  // The landing page has other sections than the README.
  if (target === undefined || (source === 'README.md' && hash !== '')) return repositoryLink(source) + hash
  return `/${target.path}${hash}`
}

/** Returns the URL of a file or a folder in the repository. */
function repositoryLink(source: string): string {
  const path = join(repository, source)
  if (!existsSync(path)) throw new Error(`A page links ${source}, which does not exist.`)
  const view = statSync(path).isDirectory() ? 'tree' : 'blob'
  return `${REPOSITORY}/${view}/main/${source.replace(/\/$/, '')}`
}

function resolveImage(src: string, { source, path }: Page): string {
  if (/^[a-z]+:/.test(src)) return src
  const file = posix.normalize(posix.join(posix.dirname(source), src))
  // Images are staged where they are in `docs/`.
  const relative = posix.relative(posix.dirname(path), file.replace(/^docs\//, ''))
  return relative.startsWith('.') ? relative : `./${relative}`
}

/**
 * Replaces `<picture>`, which follows the setting of the system, with both images: the style sheet
 * shows the one of the appearance that the reader chose.
 */
function bothPictures(html: string, page: Page): string {
  return html.replaceAll(
    /<picture>\s*<source[^>]*srcset="([^"]+)"[^>]*>\s*<img\s+src="([^"]+)"([^>]*)>\s*<\/picture>/g,
    (_, dark: string, light: string, attributes: string) =>
      [
        ['only-light', light],
        ['only-dark', dark],
      ]
        .map(
          ([name, src = '']) =>
            `<img class="${name}" loading="lazy" src="${resolveImage(src, page)}"${attributes}>`,
        )
        .join('\n'),
  )
}

/** A column without a name has no header: a cell is not read out as one. */
function emptyHeaderToCell(open: Token, content: Token | undefined, close: Token | undefined): void {
  if (open.type !== 'th_open' || content?.content !== '' || close === undefined) return
  open.tag = 'td'
  close.tag = 'td'
}

/** Shows the path in the first line of a code block above it. */
function captionFiles(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index]
    if (fence === undefined || token === undefined) return ''
    const { path, code } = splitCaption(token.content)
    if (path === undefined) return fence(tokens, index, ...rest)
    token.content = code
    const caption = `<figcaption>${md.utils.escapeHtml(path)}</figcaption>`
    return `<figure class="file">${caption}${fence(tokens, index, ...rest)}</figure>\n`
  }
}

const CAPTION = /^(?:\/\/|#|<!--) ((?=\S*[./])[\w.@+()[\]/-]+)(?: -->)?\n/

/** Returns the path in the first line of a code block, and the lines below it. */
export function splitCaption(content: string): { path: string | undefined; code: string } {
  const caption = CAPTION.exec(content)
  if (caption === null || caption[0].length === content.length) return { path: undefined, code: content }
  return { path: caption[1], code: content.slice(caption[0].length).replace(/^\n/, '') }
}

/** Keeps Vue from reading `{{` in a text. */
function keepBraces(md: MarkdownRenderer): void {
  md.renderer.rules.text = (tokens, index) =>
    md.utils.escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;')
}

interface Section {
  readonly framework: string
  readonly level: number
  readonly start: number
  readonly end: number
}

/** Wraps sibling sections whose headings are names of frameworks: the site shows the chosen one. */
function wrapVariants(tokens: Token[], Token: TokenConstructor): Token[] {
  const html = (content: string) => Object.assign(new Token('html_block', '', 0), { content: `${content}\n` })
  const before = new Map<number, Token[]>()
  const insert = (index: number, content: string) =>
    before.set(index, [...(before.get(index) ?? []), html(content)])
  for (const group of groupSections(findSections(tokens))) {
    const ids = group.map(({ framework }) => framework)
    const [first] = group
    insert(first?.start ?? 0, `<div class="variants" data-has="${ids.join(' ')}">`)
    insert(first?.start ?? 0, `<FrameworkTabs frameworks="${ids.join(' ')}" />`)
    for (const [index, { framework, start, end }] of group.entries()) {
      insert(start, `<div class="variant" data-framework="${framework}">`)
      insert(end, index === group.length - 1 ? '</div></div>' : '</div>')
    }
  }
  return [...tokens, undefined].flatMap((token, index) => [
    ...(before.get(index) ?? []),
    ...(token === undefined ? [] : [token]),
  ])
}

/** Returns the sections whose heading is the name of a framework. */
function findSections(tokens: readonly Token[]): Section[] {
  const headings = tokens.flatMap((token, index) =>
    token.type === 'heading_open' && token.level === 0
      ? [{ index, level: Number(token.tag.slice(1)), text: tokens[index + 1]?.content }]
      : [],
  )
  return headings.flatMap(({ index, level, text }, position) => {
    const framework = FRAMEWORKS.find(({ title }) => title === text)?.id
    if (framework === undefined) return []
    const next = headings.slice(position + 1).find((heading) => heading.level <= level)?.index
    // A section also ends with the element around it.
    const closing = tokens.findIndex(
      ({ type, content }, at) => at > index && type === 'html_block' && content.startsWith('</'),
    )
    const ends = [next, closing].filter((end) => end !== undefined && end >= 0) as number[]
    return [{ framework, level, start: index, end: Math.min(...ends, tokens.length) }]
  })
}

/** Returns sections that stand next to each other, two or more of them. */
function groupSections(sections: readonly Section[]): Section[][] {
  const groups: Section[][] = []
  for (const section of sections) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isNext = last?.end === section.start && last.level === section.level
    if (isNext && group !== undefined) group.push(section)
    else groups.push([section])
  }
  return groups.filter((group) => group.length > 1)
}
