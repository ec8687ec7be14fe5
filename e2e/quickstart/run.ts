import { runProcess } from '../../scripts/processes.mjs'
import { toolEnvironment } from '../../scripts/workspace.mjs'
import type { Command } from './frameworks.ts'

/**
 * Returns the environment of a command: without `NODE_ENV`, which vitest sets to `test`.
 */
export function environmentOf({ env }: Command): NodeJS.ProcessEnv {
  return toolEnvironment({ NODE_ENV: undefined, ...env })
}

/**
 * Runs a command to its end.
 *
 * @throws {Error} with its output when it fails
 */
export async function run(command: Command, cwd: string): Promise<void> {
  const { program, args } = command
  const name = [program, ...args].join(' ')
  const timeoutMs = 280_000
  const { ok, output } = await runProcess({
    name,
    program,
    args,
    cwd,
    env: environmentOf(command),
    timeoutMs,
  })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
