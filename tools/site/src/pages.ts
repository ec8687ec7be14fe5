import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const repository: string = fileURLToPath(new URL('../../..', import.meta.url))

/** The script that generates the API reference. */
export const REFERENCE_GENERATOR: string = join(repository, 'tools', 'docs', 'api-reference.mjs')

/** A page of the site. */
export interface Page {
  /** The Markdown file, relative to the repository. */
  readonly source: string
  /** The path below the root of the site, with the extension `.md`. */
  readonly path: string
  readonly title: string
  /** The first paragraph, without markup. */
  readonly description: string
}

/** Files outside of `docs/` that are also pages. A file that does not exist is left out. */
const OTHER_FILES = ['SECURITY', 'SUPPORT', 'CONTRIBUTING', 'CODE_OF_CONDUCT', 'packages/latchkey/CHANGELOG']

/** Returns all pages whose source is in the repository. The landing page is not one of them. */
export function readPages(): Page[] {
  const others = OTHER_FILES.map((name) => `${name}.md`).filter((file) => existsSync(join(repository, file)))
  const docs = readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join('docs', file.replaceAll('\\', '/')))
    .filter((file) => file.endsWith('.md'))
  return [...others, ...docs].sort().map(readPage)
}

/** Returns the path of a source on the site: `docs/guides/roles.md` is `roles.md`. */
export function sitePath(source: string): string {
  if (source === 'docs/README.md') return 'all-pages.md'
  if (source.startsWith('docs/')) return source.slice('docs/'.length).replace(/README\.md$/, 'index.md')
  return `project/${posix.basename(source).toLowerCase().replaceAll('_', '-')}`
}

function readPage(source: string): Page {
  const text = readFileSync(join(repository, source), 'utf8')
  return { source, path: sitePath(source), title: toTitle(text), description: toDescription(text) }
}

/** Returns the text of the first heading. */
export function toTitle(markdown: string): string {
  return withoutMarkup(/^# (.+)$/m.exec(markdown)?.[1] ?? '')
}

const MAX_DESCRIPTION = 200

/** Returns the first paragraph as plain text, cut after a word. */
export function toDescription(markdown: string, maxLength: number = MAX_DESCRIPTION): string {
  const paragraphs = markdown.replace(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/)
  // Badges are not a description.
  const first = paragraphs.find((text) => /^(?!\[!)[\p{L}\p{N}`*[“"]/u.test(text.trim())) ?? ''
  const plain = withoutMarkup(first.replaceAll(/\s+/g, ' ').trim())
  if (plain.length <= maxLength) return plain
  return `${plain.slice(0, maxLength).replace(/\s+\S*$/, '')} …`
}

/** Returns the text of a line of Markdown without links, emphasis and backticks. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]|<(?=https?:)|(?<=\S)>$/g, '')
    .trim()
}
