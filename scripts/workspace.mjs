import { realpathSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that the repository stands in. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

const tools = join(root, 'node_modules', '.bin')

/**
 * The environment for a command of ours: the tools that `npm ci` installed come first on the path, the Node among them too.
 *
 * @param {NodeJS.ProcessEnv} [more] what the command gets besides
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(more) {
  return { ...process.env, ...more, PATH: [tools, machinePath()].join(delimiter) }
}

/**
 * The environment of the machine alone. What replaces `node_modules` must not run on the Node that stands in it.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function machineEnvironment() {
  return { ...process.env, PATH: machinePath() }
}

function machinePath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders
    .filter(
      (folder) => !folder.includes(join('node_modules', '.bin')) && !folder.includes(`${sep}node-gyp-bin`),
    )
    .join(delimiter)
}

/**
 * Says whether a module is the one that was started.
 *
 * @param {string} url the module's `import.meta.url`
 * @returns {boolean}
 */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)
}
