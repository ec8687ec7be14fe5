import { runProcess } from '../processes.mjs'
import { toolEnvironment } from '../workspace.mjs'

/**
 * Runs a program of the release.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<string>} its output
 * @throws {Error} with its output when it fails
 */
export async function run(program, args, cwd) {
  const name = [program, ...args].join(' ')
  const env = toolEnvironment({ npm_config_loglevel: 'error' })
  const { ok, output } = await runProcess({ name, program, args, cwd, env })
  if (!ok) throw new Error(`${name} failed.\n${output.trim()}`)
  return output
}
