import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { bundleProcess } from '../processes/bundle.ts'
import { filesOfPage, readGuide } from './page-files.mjs'

const ROOT = join(import.meta.dirname, '../../..')

/** The files that a migration guide shows, in a folder of their own. */
export interface Guide {
  readonly folder: string
  /** The database that its files use. */
  readonly database: string
  /** Imports a file and returns its exports. */
  import<T>(file: string): Promise<T>
  /** Runs a script, and arguments after blanks, with Node.js, as the guide says. Returns its output. */
  run(command: string, env?: Readonly<Record<string, string>>): Promise<string>
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
    run: async (command, env = {}) => {
      const [script = '', ...args] = command.split(' ')
      const program = await bundleProcess(join(folder, script), folder)
      const settings = { env: { ...process.env, NODE_OPTIONS: '', DATABASE_PATH: database, ...env } }
      return (await promisify(execFile)(process.execPath, [program.file, ...args], settings)).stdout
    },
    read: (path) => {
      const file = files.find((other) => other.path === path)
      if (file === undefined) throw new Error(`${name}.md has no file ${path}.`)
      return file.content
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}
