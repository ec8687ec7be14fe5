import type { Output } from '../output.ts'
import { Problem } from '../problem.ts'
import { libraryModules } from './library-modules.ts'
import type { Finding } from './module-references.ts'
import { type Migration, moveApplication } from './move-application.ts'
import { refuseNextAuth4 } from './next-auth-4.ts'
import {
  type Files,
  findInstallCommand,
  listUncommitted,
  readProject,
  writeProject,
} from './project-files.ts'

/** The options of `codemod`, as the command line has them. */
export interface CodemodOptions {
  readonly check?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

/** Where the command runs, and the package that it is part of. */
export interface CodemodContext {
  readonly folder: string
  readonly output: Output
  readonly library: { readonly version: string; readonly folder: string }
}

/**
 * Moves the folder's application from Auth.js 5 to Latchkey.
 *
 * @returns the exit code: 1 if `check` finds something to move, or something that remains
 * @throws {Problem} if the application uses NextAuth.js 4, or has uncommitted changes
 */
export async function codemod(
  { check = false, force = false, json = false }: CodemodOptions,
  { folder, output, library }: CodemodContext,
): Promise<number> {
  const files = await readProject(folder)
  await refuseNextAuth4(folder, files)
  const move = { version: `^${library.version}`, resolves: libraryModules(library.folder) }
  const migration = moveApplication(files, move)
  if (!check) {
    if (!force) await requireCommitted(folder, migration.changed)
    await writeProject(folder, migration.changed)
  }
  const install = await findInstallCommand(folder)
  output.print(json ? toJson(migration, install) : describe(migration, { check, install }))
  return check && migration.changed.size + migration.findings.length > 0 ? 1 : 0
}

async function requireCommitted(folder: string, changed: Files): Promise<void> {
  if (changed.size === 0) return
  const uncommitted = await listUncommitted(folder)
  const undo = 'Commit your work first, so that you can undo the move, or pass --force.'
  if (uncommitted === undefined) throw new Problem(`This folder is not in a Git repository. ${undo}`)
  const [first] = [...changed.keys()].filter((path) => uncommitted.has(path))
  if (first !== undefined) throw new Problem(`${first} has changes that are not committed. ${undo}`)
}

function toJson({ changed, findings, notes }: Migration, install: string): string {
  return JSON.stringify({ changed: [...changed.keys()].sort(), findings, notes, install })
}

interface Report {
  readonly check: boolean
  readonly install: string
}

function describe({ changed, findings, notes }: Migration, { check, install }: Report): string {
  if (changed.size + findings.length === 0) return 'Nothing to move.'
  const title = `${check ? 'To move' : 'Moved'} ${changed.size} file${changed.size === 1 ? '' : 's'}:`
  const parts = [
    section(title, [...changed.keys()].sort()),
    section('Left for you:', findings.map(formatFinding)),
    section('What may look different, from the checklist of the migration guide:', notes.map(formatFinding)),
  ]
  if (!check) parts.push(`Next: run \`${install}\`, your type check and your tests.`)
  return parts.filter((part) => part !== '').join('\n\n')
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n')
}

function formatFinding({ file, line, message }: Finding): string {
  return `${file}:${line}  ${message}`
}
