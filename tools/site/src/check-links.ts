import { readdir, readFile } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'

/** What a check of the built site found: one line for each mistake. */
export interface SiteCheck {
  readonly pages: number
  readonly mistakes: readonly string[]
}

/** Checks that every link and image of the built pages leads to a file, and to an id in it. */
export async function checkSite(folder: string): Promise<SiteCheck> {
  const names = await readdir(folder, { recursive: true })
  const files = new Set(names.map((name) => name.split(sep).join('/')))
  const pages = [...files].filter((file) => file.endsWith('.html'))
  const texts = new Map(
    await Promise.all(pages.map(async (page) => [page, await readFile(join(folder, page), 'utf8')] as const)),
  )
  const ids = new Map([...texts].map(([page, html]) => [page, listIds(html)]))
  const mistakes = [...texts].flatMap(([page, html]) =>
    page === '404.html' ? [] : findMistakes(page, html, files, ids),
  )
  return { pages: pages.length, mistakes }
}

function findMistakes(
  page: string,
  html: string,
  files: ReadonlySet<string>,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const isBroken = (link: string) => {
    const [path = '', hash] = link.split('#')
    const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), decodeURI(path)))
    if (!files.has(file)) return true
    return hash !== undefined && hash !== '' && ids.get(file)?.has(decodeURIComponent(hash)) === false
  }
  return [...new Set(findLinks(html))].filter(isBroken).map((link) => `${page}: ${link}`)
}

/** Returns the links, images, styles and scripts of a page that are no URLs of other sites. */
function findLinks(html: string): string[] {
  const text = html.replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/g, '$1')
  return [...text.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)]
    .map(([, link = '']) => link.replaceAll('&amp;', '&').replaceAll('&#39;', "'"))
    .filter((link) => !/^(?:[a-z]+:|\/\/)/i.test(link))
}

function listIds(html: string): Set<string> {
  return new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))
}
