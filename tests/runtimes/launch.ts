import { findProgram } from '@latchkey/test-support/machine/runtimes.ts'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'

/** A runtime to test: a program, its arguments, and the output line with the port. */
export interface Runtime {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly portLine: RegExp
  /** Whether the library can read environment variables. */
  readonly hasEnvironment: boolean
}

/** A running server. */
export interface RunningServer {
  readonly origin: string
  /** Returns the output so far. */
  readonly log: () => string
  stop(): Promise<void>
}

/** The value of `AUTH_SECRET` in the environment of every runtime. */
export const SECRET = 'the secret that only the environment knows'

const server = { portLine: /^port (\d+)$/m, hasEnvironment: true }

/** All runtimes that are separate programs. */
export const runtimes: readonly Runtime[] = [
  { ...server, name: 'Node.js', program: 'node', args: ['node.js'] },
  {
    ...server,
    name: 'Deno',
    program: 'deno',
    args: ['run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', 'deno.js'],
  },
  { ...server, name: 'Bun', program: 'bun', args: ['--no-install', 'bun.js'] },
  worker('workerd', 'current'),
  { ...worker('workerd without Node.js compatibility', 'no-nodejs'), hasEnvironment: false },
]

/** Returns the runtime for one of the Workers in workerd.capnp. */
export function worker(name: string, socket: string): Runtime {
  const portLine = new RegExp(`"socket":"${socket}","port":(\\d+)`)
  return {
    name,
    program: 'workerd',
    args: ['serve', '--control-fd=1', 'workerd.capnp'],
    portLine,
    hasEnvironment: true,
  }
}

/**
 * Starts the application on a runtime, without the environment of this process.
 *
 * @throws {Error} when the program is not installed, or with its output when it does not start
 */
export async function launch(
  { name, program, args, portLine }: Runtime,
  folder: string,
): Promise<RunningServer> {
  const file = findProgram(program)
  if (file === undefined)
    throw new Error(
      `The program of ${name} for ${process.platform} ${process.arch} is not in node_modules. ` +
        'Run `npm ci`.',
    )
  const env = { HOME: folder, AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true' }
  const running = startProcess({ name, program: file, args, cwd: folder, env })
  const port = await untilReady(running, () => portLine.exec(running.log())?.[1], 20_000)
  return { origin: `http://127.0.0.1:${port}`, log: running.log, stop: running.stop }
}
