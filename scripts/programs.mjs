import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Finds a program on the path, or in one of the folders given.
 *
 * @param {readonly string[]} names any of which will do, the best first
 * @param {readonly string[]} folders where to look besides
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findProgram(names, folders, env = process.env) {
  const all = [...(env.PATH ?? '').split(delimiter), ...folders].filter(Boolean)
  return names.flatMap((name) => all.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Says whether a path leads to something that can be run.
 *
 * @param {string} path
 * @returns {boolean}
 */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
