import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../tests/support/processes/workspace.mjs'

/**
 * Lists the files of the repository that Git tracks, or that it would add.
 *
 * @param {readonly string[]} [paths] files and folders to which the list is limited, relative to
 *   the current folder
 * @returns {string[]} relative to the repository
 * @throws {Error} when a path contains no such file
 */
export function trackedFiles(paths = []) {
  const files = paths.length === 0 ? listFiles(root) : paths.flatMap((path) => listFiles(resolve(path)))
  return [...new Set(files)].sort()
}

/** @param {string} path */
function listFiles(path) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', path]
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0')
  // A file that was deleted stays in the index until the deletion is committed.
  const present = files.filter((file) => file !== '' && existsSync(join(root, file)))
  if (present.length === 0) throw new Error(`${path} contains no file that Git tracks.`)
  return present
}
