import { appendFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nextEnvironment } from '@latchkey/test-support/applications/examples.mjs'
import { installPackedLibrary } from '@latchkey/test-support/applications/packed-library.mjs'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { runProcess, startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origin of the application on Next.js 14. */
    next14: string
    /** What `next build` printed. */
    next14Build: string
    /** Path of the server's log. */
    next14Log: string
  }
}

const DEPENDENCIES = [
  'next',
  'react',
  'react-dom',
  'typescript',
  '@types/node',
  '@types/react',
  '@types/react-dom',
]
/** Not the `next` of the workspace, which is a newer one. */
const NEXT = join('node_modules', 'next', 'dist', 'bin', 'next')

/**
 * Builds the application outside the workspace, with the packed library, and starts it. Returns a
 * function that stops it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-next-14-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true })
  try {
    project.provide('next14Build', await build(folder))
    const port = await freePort()
    const log = join(folder, 'server.log')
    const server = startProcess({
      name: 'next-14',
      program: 'node',
      args: [NEXT, 'start', '-H', '127.0.0.1', '-p', String(port)],
      cwd: folder,
      env: toolEnvironment({
        ...nextEnvironment,
        AUTH_URL: `http://localhost:${port}`,
        AUTH_SECRET: SECRET,
      }),
      onOutput: (text) => appendFileSync(log, text),
    })
    await untilReady(server, () => isReachable(`http://127.0.0.1:${port}/login`))
    project.provide('next14', `http://localhost:${port}`)
    project.provide('next14Log', log)
    return async () => {
      await server.stop()
      await remove()
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** @returns what `next build` printed */
async function build(folder: string): Promise<string> {
  const application = join(import.meta.dirname, 'application')
  await cp(application, folder, { recursive: true, filter: (path) => !path.endsWith('.next') })
  await installPackedLibrary(folder, DEPENDENCIES, join(import.meta.dirname, 'node_modules'))
  const packages = join(import.meta.dirname, '../../../packages', 'latchkey', 'node_modules')
  await symlink(join(packages, '@simplewebauthn'), join(folder, 'node_modules', '@simplewebauthn'))
  const built = await runProcess({
    name: 'next build',
    program: 'node',
    args: [NEXT, 'build'],
    cwd: folder,
    env: toolEnvironment(nextEnvironment),
  })
  if (!built.ok) throw new Error(built.output)
  return built.output
}

async function isReachable(url: string): Promise<true | undefined> {
  const response = await fetch(url).catch(() => undefined)
  await response?.body?.cancel()
  return response?.ok || undefined
}
