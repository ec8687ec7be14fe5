import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The user who runs servers that refuse to run as root. */
const USER = 'postgres'

/** A command, and the folder that it may write to. */
export interface UserCommand {
  readonly program: string
  readonly args: readonly string[]
}

/** Creates a temporary folder that the user may write to. */
export function folderOfUser(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (isRoot()) chownSync(folder, readId('-u'), readId('-g'))
  return folder
}

/** Returns a command that runs a program as the user, in the same process. */
export function asUser(program: string, args: readonly string[]): UserCommand {
  if (!isRoot()) return { program, args }
  const user = [`--reuid=${USER}`, `--regid=${USER}`, '--init-groups']
  return { program: 'setpriv', args: [...user, program, ...args] }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

function readId(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, USER], { encoding: 'utf8' }))
}
