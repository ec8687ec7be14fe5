import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startExample } from '../applications/servers.mjs'
import { freePort } from '../processes/ports.mjs'
import { runProcess } from '../processes/processes.mjs'
import { toolEnvironment } from '../processes/workspace.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origin of the application in `site/`. */
    site: string
    /** Path of the server's log. */
    siteLog: string
  }
}

export interface BuiltSite {
  /** The example application that is started in the same way. */
  readonly like: 'next' | 'solid-start'
  readonly folder: string
  /** The program whose `build` command builds it, and the variables for that. */
  readonly builder: string
  readonly buildEnvironment: NodeJS.ProcessEnv
  /** Returns the application's environment variables for its origin. */
  readonly settings: (origin: string) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>
}

/**
 * Builds an application with the built library, and starts it.
 * @returns a function that stops it
 */
export async function startSite(
  project: TestProject,
  { like, folder, builder, ...site }: BuiltSite,
): Promise<() => Promise<void>> {
  const env = toolEnvironment(site.buildEnvironment)
  const built = await runProcess({
    name: `${builder} build`,
    program: builder,
    args: ['build'],
    cwd: folder,
    env,
  })
  if (!built.ok) throw new Error(built.output)
  const port = await freePort()
  const logs = mkdtempSync(join(tmpdir(), `latchkey-${like}-`))
  const log = join(logs, 'server.log')
  const settings = await site.settings(`http://localhost:${port}`)
  const server = await startExample(like, {
    folder,
    port,
    env: settings,
    onOutput: (text) => appendFileSync(log, text),
  })
  project.provide('site', server.url)
  project.provide('siteLog', log)
  return async () => {
    await server.stop()
    rmSync(logs, { recursive: true })
  }
}
