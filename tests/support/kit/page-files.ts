import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { examplesIn } from '../applications/examples-in-page.mjs'
import { readGuide } from '../applications/page-files.mjs'

const ROOT = join(import.meta.dirname, '../../..')

/** The files that a page of the documentation and the pages below it show, in their own folder. */
export interface PageFiles {
  readonly folder: string
  /** Runs a file and returns its exports. */
  import<T>(file: string): Promise<T>
  remove(): Promise<void>
}

/**
 * Writes the examples of a page that name a file, unchanged, so that a test can run them.
 *
 * @param page its name in `docs/`, without the ending
 * @param place the folder in which the folder is created: the packages that the files import are
 *   found from there
 */
export async function writePageFiles(
  page: string,
  // As from the library's own tests.
  place = join(ROOT, 'packages/latchkey/test'),
): Promise<PageFiles> {
  const path = `docs/${page}.md`
  const folder = await mkdtemp(join(place, '.page-'))
  for (const example of examplesIn(path, readGuide(join(ROOT, path)))) {
    const file = join(folder, example.path.slice(path.length))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, example.code)
  }
  return {
    folder,
    import: (file) => import(/* @vite-ignore */ join(folder, file)),
    remove: () => rm(folder, { recursive: true }),
  }
}
