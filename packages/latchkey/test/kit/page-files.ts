import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { examplesIn } from '../../../../scripts/check-examples.mjs'

const ROOT = join(import.meta.dirname, '../../../..')

/** The files that a page of the documentation shows, in a folder of their own. */
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
 */
export async function writePageFiles(page: string): Promise<PageFiles> {
  const path = join('docs', `${page}.md`)
  // Inside the package, so that `latchkey` and other packages are found as from its tests.
  const folder = await mkdtemp(join(ROOT, 'packages/latchkey/test/.page-'))
  for (const example of examplesIn(path, await readFile(join(ROOT, path), 'utf8'))) {
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
