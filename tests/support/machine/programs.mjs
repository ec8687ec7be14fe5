import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Finds a program on the path, or in one of the given folders.
 *
 * @param {readonly string[]} names alternatives, in order of preference
 * @param {readonly string[]} folders additional folders
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findProgram(names, folders, env = process.env) {
  const all = [...(env.PATH ?? '').split(delimiter), ...folders].filter(Boolean)
  return names.flatMap((name) => all.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Says whether a path is an executable file.
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
