import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../tests/support/processes/workspace.mjs'
import { run } from './run.mjs'

/**
 * Copies the committed files into an empty folder, and links the installed packages. What is in the
 * working tree but not committed is not released.
 *
 * @param {string} folder
 * @throws {Error} with the output of git
 */
export async function copyCommitted(folder) {
  mkdirSync(folder, { recursive: true })
  const archive = join(dirname(folder), 'committed.tar')
  await run('git', ['archive', '--format=tar', '--output', archive, 'HEAD'], root)
  await run('tar', ['-xf', archive, '-C', folder], folder)
  for (const workspace of ['', ...workspaces()]) {
    const modules = join(root, workspace, 'node_modules')
    if (existsSync(modules) && existsSync(join(folder, workspace)))
      symlinkSync(modules, join(folder, workspace, 'node_modules'))
  }
}

/** Returns the folders of the workspaces, relative to the repository. */
function workspaces() {
  /** @type {{ workspaces: string[] }} */
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return manifest.workspaces.flatMap((pattern) => {
    const parent = pattern.replace(/\/?\*$/, '')
    return pattern.endsWith('*')
      ? readdirSync(join(root, parent)).map((name) => join(parent, name))
      : [pattern]
  })
}
