import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { isSource } from './source.ts'

/** The application's files: text by path. Paths are relative and have forward slashes. */
export type Files = ReadonlyMap<string, string>

/** Installed or generated folders, for an application without Git. */
const SKIPPED = new Set(['node_modules', '.git', '.next', '.svelte-kit', '.output', 'build', 'dist'])

const SETTINGS = /(?:^|\/)(?:(?:package|[jt]sconfig[\w.-]*)\.json|pnpm-workspace\.yaml)$/

const INSTALLED = /(?:^|\/)node_modules\//

/**
 * Reads an application's code and settings: all files that Git does not ignore. Without Git, or if
 * Git ignores the folder itself, reads all files outside of generated folders.
 */
export async function readProject(folder: string): Promise<Files> {
  const listed = (await git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')) ?? ''
  const names = listed === '' ? await listFolder(folder) : listed.split('\0')
  const files = new Map<string, string>()
  for (const name of new Set(names)) {
    if (INSTALLED.test(name) || !(isSource(name) || SETTINGS.test(name))) continue
    const text = await readFile(join(folder, name), 'utf8').catch(ignoreMissing)
    if (text !== undefined) files.set(name, text)
  }
  return files
}

export async function writeProject(folder: string, changed: Files): Promise<void> {
  for (const [name, text] of changed) await writeFile(join(folder, name), text)
}

/**
 * Returns the files with uncommitted changes. `undefined`: there is no Git repository.
 */
export async function listUncommitted(folder: string): Promise<ReadonlySet<string> | undefined> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '.']
  const status = await git(folder, ...args)
  if (status === undefined) return undefined
  // Unlike the paths from `ls-files`, these start at the repository's root.
  const prefix = ((await git(folder, 'rev-parse', '--show-prefix')) ?? '').trim()
  const entries = status.split('\0').filter((entry) => entry !== '')
  return new Set(entries.map((entry) => entry.slice('XY '.length + prefix.length)))
}

async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', args, { cwd: folder, maxBuffer: 256 * 1024 * 1024 })
    return stdout
  } catch {
    return undefined
  }
}

const run = promisify(execFile)

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep))
    .filter((parts) => !parts.some((part) => SKIPPED.has(part)))
    .map((parts) => parts.join('/'))
}

/** A file can be deleted and still be in the index, or be a link to a folder. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined
  throw error
}

const INSTALL_COMMANDS = new Map([
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
])

/** Returns the command that installs packages, by the folder's lock file. */
export async function findInstallCommand(folder: string): Promise<string> {
  const names = await readdir(folder)
  const lockFile = names.find((name) => INSTALL_COMMANDS.has(name))
  return INSTALL_COMMANDS.get(lockFile ?? '') ?? 'npm install'
}
