import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { LANDING } from './landing.ts'
import { resolveLink } from './markdown.ts'
import { type Group, pagesBelow, readGroups } from './navigation.ts'
import { type Page, readPages, repository } from './pages.ts'

/** Pages that prove something or are for maintainers. A tool with little room leaves them out. */
const OPTIONAL_GROUP = 'Project'

/**
 * Writes each page as Markdown beside its HTML, and `llms.txt`, which lists them for tools that
 * read text: editors, assistants and scripts.
 *
 * @param folder the built site
 * @param host the URL of the site, if it is known; without it, the links of `llms.txt` are relative
 * @see https://llmstxt.org
 */
export async function writeMarkdownCopies(folder: string, host?: string): Promise<void> {
  const pages = readPages()
  await Promise.all(
    pages.map(async (page) => {
      const file = join(folder, page.path)
      const source = await readFile(join(repository, page.source), 'utf8')
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, copyMarkdown(source, page, pages))
    }),
  )
  await writeFile(join(folder, 'llms.txt'), listPages(readGroups(), pages, host))
}

/** Returns the Markdown of a page, with links that work on the site. Code stays as it is. */
export function copyMarkdown(markdown: string, page: Page, pages: readonly Page[]): string {
  const bySource = new Map(pages.map((each) => [each.source, each]))
  const withLinks = (text: string) =>
    text.replaceAll(
      /(`[^`\n]+`)|(\]\(|\b(?:src|srcset|href)=")([^)\s"]+)/g,
      (found, code?: string, before?: string, href = '') =>
        code ?? (before === undefined ? found : before + linkFrom(page, resolveLink(href, page, bySource))),
    )
  const parts = markdown.split(/^( *```[\s\S]*?^ *```)$/m)
  return parts.map((part, index) => (index % 2 === 0 ? withLinks(part) : part)).join('')
}

/** Returns a link of the site, relative to a page. */
function linkFrom({ path }: Page, link: string): string {
  if (!link.startsWith('/')) return link
  return posix.relative(posix.dirname(path), link.slice(1))
}

/** Returns the text of `llms.txt`. */
export function listPages(groups: readonly Group[], pages: readonly Page[], host?: string): string {
  const bySource = new Map(pages.map((page) => [page.source, page]))
  const sections = groups.map(({ title, links }) => ({
    title,
    listed: links.flatMap(({ source }) => [bySource.get(source) ?? [], pagesBelow(source, pages)].flat()),
  }))
  const optional = sections.find(({ title }) => title === OPTIONAL_GROUP)
  const providers = pages.filter(({ source }) => /^docs\/providers\/(?!README)/.test(source))
  const ordered = [
    ...sections.filter((section) => section !== optional),
    { title: 'Providers', listed: providers },
    { title: 'Optional', listed: optional?.listed ?? [] },
  ]
  const line = ({ title, path, description }: Page) => `- [${title}](${toUrl(path, host)}): ${description}`
  const text = [
    `# ${LANDING.title}`,
    `> ${LANDING.description}`,
    'Each page is Markdown. Sections that are named after frameworks are alternatives.',
    ...ordered.flatMap(({ title, listed }) => [`## ${title}`, listed.map(line).join('\n')]),
  ]
  return `${text.join('\n\n')}\n`
}

function toUrl(path: string, host: string | undefined): string {
  return host === undefined ? path : new URL(path, host.endsWith('/') ? host : `${host}/`).href
}
