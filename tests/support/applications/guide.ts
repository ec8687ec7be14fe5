import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { filesOfPage, readGuide } from './page-files.mjs'

const ROOT = join(import.meta.dirname, '../../..')

/** The files that a migration guide shows, in a folder of their own. */
export interface Guide {
  readonly folder: string
  /** The database that its files use. */
  readonly database: string
  /** Imports a file and returns its exports. */
  import<T>(file: string): Promise<T>
  /** Runs a script with Node.js, as the guide says. Returns its output. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<string>
  /** Returns the content of a file. */
  read(file: string): string
  remove(): void
}

/**
 * Writes the files of `docs/migrate/<name>.md`, unchanged.
 *
 * @param place the folder in which the folder is created: the packages that the files import are
 *   found from there
 */
export function openGuide(name: string, place: string): Guide {
  const folder = mkdtempSync(join(place, '.page-'))
  const files = filesOfPage(readGuide(join(ROOT, 'docs/migrate', `${name}.md`)))
  for (const { path, content } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const database = join(folder, 'app.db')
  return {
    folder,
    database,
    import: (file) => import(/* @vite-ignore */ join(folder, file)),
    run: async (file, env = {}) => {
      const args = ['--conditions=@latchkey/source', join(folder, file)]
      const options = { env: { ...process.env, NODE_OPTIONS: '', DATABASE_PATH: database, ...env } }
      return (await promisify(execFile)(process.execPath, args, options)).stdout
    },
    read: (path) => {
      const file = files.find((other) => other.path === path)
      if (file === undefined) throw new Error(`${name}.md has no file ${path}.`)
      return file.content
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
