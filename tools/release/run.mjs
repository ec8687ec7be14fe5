import { spawnSync } from 'node:child_process'

/**
 * Runs a program and waits for its end.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {string} what it wrote to its standard output
 * @throws {Error} with all of its output, when it fails
 */
export function run(program, args, cwd) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_loglevel: 'error' },
    maxBuffer: 100_000_000,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${[program, ...args].join(' ')} failed.\n${stdout}${stderr}`)
  return stdout
}
