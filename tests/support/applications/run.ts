import { delimiter, join } from 'node:path'

import { runProcess } from '../processes/processes.mjs'
import { toolEnvironment } from '../processes/workspace.mjs'

/** A program with its arguments and additional variables. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Returns the environment of a command: without `NODE_ENV`, which vitest sets to `test`, and with
 * the programs that the application has installed before those of the workspace.
 */
export function createEnvironment({ env }: Command, cwd: string): NodeJS.ProcessEnv {
  const tools = toolEnvironment({ NODE_ENV: undefined, ...env })
  return { ...tools, PATH: [join(cwd, 'node_modules', '.bin'), tools.PATH].join(delimiter) }
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
    env: createEnvironment(command, cwd),
    timeoutMs,
  })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
