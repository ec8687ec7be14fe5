import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build as buildPages } from 'vitepress'
import { checkSite } from './check-links.ts'
import { writeMarkdownCopies } from './markdown-copies.ts'
import { ALL_PAGES, findMistakes, readGroups } from './navigation.ts'
import { readPages } from './pages.ts'
import { BASE, relocate } from './relocate.ts'
import { stage } from './stage.ts'

/** The workspace of the site. */
export const SITE: string = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds the site into a folder, which is replaced.
 *
 * @returns the number of pages
 * @throws {Error} that lists pages in no group, and links and anchors that do not exist
 */
export async function build(folder: string): Promise<number> {
  fail(`The list of pages in ${ALL_PAGES} is wrong`, findMistakes(readGroups(), readPages()))
  await stage()
  // Complete, or not there: a failed build leaves the folder as it was.
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await buildPages(SITE, { outDir: draft, base: BASE })
  await relocate(draft)
  await writeMarkdownCopies(draft, process.env.LATCHKEY_DOCS_HOST)
  const { pages, mistakes } = await checkSite(draft)
  fail('The site has broken links', mistakes)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  return pages
}

function fail(what: string, mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new Error([`${what}:`, ...mistakes].join('\n  '))
}
