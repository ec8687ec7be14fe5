import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, linkTo } from './navigation.ts'
import { titleOf } from './pages.ts'
import { CONTENT } from './stage.ts'

/** Returns the sidebar entries of the API reference that was staged. */
export function referenceEntries(): Entry[] {
  const folder = join(CONTENT, 'reference')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  )
  const entries = files.sort(byDepth).map((file) => ({
    text: file === 'index.md' ? 'Overview' : titleOf(readFileSync(join(folder, file), 'utf8')),
    link: linkTo(`reference/${file}`),
    isProvider: file.startsWith('providers/'),
  }))
  const providers = entries.filter(({ isProvider }) => isProvider).map(toEntry)
  const own = entries.filter(({ isProvider }) => !isProvider).map(toEntry)
  return providers.length === 0 ? own : [...own, { text: 'Providers', collapsed: true, items: providers }]
}

function toEntry({ text, link }: { text: string; link: string }): Entry {
  return { text, link }
}

/** The overview first, then the entry points by name. */
function byDepth(a: string, b: string): number {
  return Number(b === 'index.md') - Number(a === 'index.md') || a.localeCompare(b)
}
