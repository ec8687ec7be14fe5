import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { examplesIn } from '@latchkey/test-support/applications/examples-in-page.mjs'
import { readGuide } from '@latchkey/test-support/applications/page-files.mjs'
import { findProgram } from '@latchkey/test-support/machine/runtimes.ts'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { type Installation, install } from './installation.ts'

const PAGE = 'docs/frameworks/your-own-server.md'
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PACKAGES = ['express', 'fastify', 'hono', '@hono/node-server']

/** A file of an application: its name and its code. */
export interface ApplicationFile {
  readonly name: string
  readonly code: string
}

/** Returns the named files of the page "Your own server", unchanged. */
function pageFiles(): ApplicationFile[] {
  const examples = examplesIn(PAGE, readGuide(join(ROOT, PAGE)))
  return examples
    .map(({ path, code }) => ({ name: path.slice(PAGE.length + 1), code }))
    .filter(({ name }) => !/(^|\/)line-\d/.test(name))
}

/**
 * Installs the files of the page into a new folder, with the packages that they import.
 *
 * @param replaced files that replace those of the page, and further ones
 */
export function installExamples(replaced: readonly ApplicationFile[]): Installation {
  const names = replaced.map(({ name }) => name)
  const files = [...pageFiles().filter(({ name }) => !names.includes(name)), ...replaced]
  const installation = install({ files, modules: [] })
  for (const name of PACKAGES) {
    const target = join(installation.folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), target, 'dir')
  }
  return installation
}

/** A server of the page: a program and its arguments. */
export interface ServerExample {
  readonly title: string
  readonly program: 'node' | 'bun' | 'deno'
  readonly args: readonly string[]
}

/** A running example. */
export interface RunningExample {
  readonly origin: string
  readonly log: () => string
  stop(): Promise<void>
}

/**
 * Starts a server of the page and waits until it responds.
 *
 * @throws {Error} with its output when it does not start
 */
export async function startServer(
  { title, program, args }: ServerExample,
  { folder }: Installation,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<RunningExample> {
  const origin = `http://127.0.0.1:${port}`
  const running = startProcess({
    name: title,
    program: findProgram(program) ?? program,
    args: args.map((argument) => argument.replace('$PORT', String(port))),
    cwd: folder,
    env: { HOME: folder, PORT: String(port), ...env },
  })
  const isReady = (): Promise<true | undefined> =>
    fetch(`${origin}/auth/csrf`).then(
      () => true,
      () => undefined,
    )
  await untilReady(running, isReady, 20_000)
  return { origin, log: running.log, stop: running.stop }
}
