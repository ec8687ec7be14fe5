import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, findLinks, linkTo } from './navigation.ts'
import { CONTENT } from './stage.ts'

/** Returns the sidebar entries of the API reference that was staged: the modules that it lists. */
export function referenceEntries(): Entry[] {
  const index = join(CONTENT, 'api', 'index.md')
  if (!existsSync(index)) return []
  const modules = findLinks(readFileSync(index, 'utf8'), 'api/index.md')
    .filter(({ source, anchor }) => source.startsWith('api/') && anchor === undefined)
    .map(({ text, source }) => ({ text, link: linkTo(source) }))
  return [{ text: 'Overview', link: '/api/' }, ...modules]
}
