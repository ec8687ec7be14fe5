import { runProcess } from '../../tests/support/processes/processes.mjs'
import { toolEnvironment } from '../../tests/support/processes/workspace.mjs'

/**
 * Runs a program of the release.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {object} [options]
 * @param {string} [options.loglevel] of npm; default: errors
 * @param {(text: string) => void} [options.onOutput] receives the output as it is written
 * @returns {Promise<string>} its output
 * @throws {Error} with its output when it fails
 */
export async function run(program, args, cwd, { loglevel = 'error', onOutput } = {}) {
  const name = [program, ...args].join(' ')
  const env = toolEnvironment({ npm_config_loglevel: loglevel })
  const { ok, output } = await runProcess({ name, program, args, cwd, env, ...(onOutput && { onOutput }) })
  if (!ok) throw new Error(`${name} failed.\n${output.trim()}`)
  return output
}
