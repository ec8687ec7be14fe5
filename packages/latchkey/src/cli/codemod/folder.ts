import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type MigrateOptions, type Migration, migrate } from './move-application.ts'
import { isSource } from './source.ts'

/** Folders that are installed or generated. */
const SKIPPED = new Set(['node_modules', '.git', '.next', '.svelte-kit', '.output', 'build', 'dist'])

const SETTINGS = /(?:^|\/)(?:package|[jt]sconfig[\w.-]*)\.json$/

/** Migrates the application in a folder, in place. */
export async function migrateFolder(folder: string, options: MigrateOptions): Promise<Migration> {
  const files = new Map<string, string>()
  for (const path of await filesIn(folder)) {
    const name = relative(folder, path).split(sep).join('/')
    if (isSource(name) || SETTINGS.test(name)) files.set(name, await readFile(path, 'utf8'))
  }
  const migration = migrate(files, options)
  for (const [name, text] of migration.changed) await writeFile(join(folder, name), text)
  return migration
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const nested = entries.map((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(path)
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(nested)).flat()
}
