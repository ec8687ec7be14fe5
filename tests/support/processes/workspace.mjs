import { realpathSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')

const tools = join(root, 'node_modules', '.bin')

/**
 * Returns the environment for a command of the workspace: the tools that `npm ci` installed come
 * first on the path, including its Node.js.
 *
 * @param {NodeJS.ProcessEnv} [more] additional variables
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(more) {
  return { ...process.env, ...more, PATH: [tools, machinePath()].join(delimiter) }
}

/**
 * Returns the environment without the tools of the workspace. A command that replaces
 * `node_modules` must not run on the Node.js in that folder.
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
 * Says whether a module was started directly.
 *
 * @param {string} url the `import.meta.url` of the module
 * @returns {boolean}
 */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url)
}
