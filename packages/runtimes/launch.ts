import { startProcess, untilReady } from '../../scripts/processes.mjs'
import { findProgram } from './programs.ts'

/** A run time to try: which program, with which arguments, and the line in which it tells its port. */
export interface Runtime {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly portLine: RegExp
  /** Does the core find variables there? */
  readonly hasEnvironment: boolean
}

/** A run time that answers. */
export interface RunningServer {
  readonly origin: string
  /** What it wrote so far. */
  readonly log: () => string
  stop(): Promise<void>
}

/** What the environment of every run time says in `AUTH_SECRET`. */
export const SECRET = 'the secret that only the environment knows'

const server = { portLine: /^port (\d+)$/m, hasEnvironment: true }

/** Every run time that is a program of its own. */
export const runtimes: readonly Runtime[] = [
  { ...server, name: 'Node.js', program: 'node', args: ['node.js'] },
  {
    ...server,
    name: 'Deno',
    program: 'deno',
    args: ['run', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env', 'deno.js'],
  },
  { ...server, name: 'Bun', program: 'bun', args: ['--no-install', 'bun.js'] },
  worker('workerd', 'today'),
  { ...worker('workerd without Node.js compatibility', 'bare'), hasEnvironment: false },
]

/** One of the Workers in workerd.capnp. */
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
 * Starts the application on a run time. It knows nothing of this process' environment.
 *
 * @throws {Error} when there is no such program here, or with what it wrote when it does not start
 */
export async function launch(
  { name, program, args, portLine }: Runtime,
  folder: string,
): Promise<RunningServer> {
  const file = findProgram(program)
  if (file === undefined)
    throw new Error(
      `${name} has no program for ${process.platform} ${process.arch} in node_modules. Run \`npm ci\`.`,
    )
  const env = { HOME: folder, AUTH_SECRET: SECRET, AUTH_TRUST_HOST: 'true' }
  const running = startProcess({ name, program: file, args, cwd: folder, env })
  const port = await untilReady(running, () => portLine.exec(running.log())?.[1], 20_000)
  return { origin: `http://127.0.0.1:${port}`, log: running.log, stop: running.stop }
}
