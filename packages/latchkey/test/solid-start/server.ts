import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../../../scripts/ports.mjs'
import { runProcess } from '../../../../scripts/processes.mjs'
import { startExample } from '../../../../scripts/servers.mjs'
import { toolEnvironment } from '../../../../scripts/workspace.mjs'
import { SECRET } from '../kit/app.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origin of the application in `site/`. */
    site: string
    /** The file that the server's log is in. */
    siteLog: string
  }
}

const folder = join(import.meta.dirname, 'site')

/** Builds the application in `site/` with the library as it was built, and starts it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const env = toolEnvironment({ NODE_ENV: 'production' })
  const built = await runProcess({ name: 'vite build', program: 'vite', args: ['build'], cwd: folder, env })
  if (!built.ok) throw new Error(built.output)
  const port = await freePort()
  const logs = mkdtempSync(join(tmpdir(), 'latchkey-solid-start-'))
  const log = join(logs, 'solid-start.log')
  const server = await startExample('solid-start', { folder, port, env: settings(port), onOutput: (text) => appendFileSync(log, text) })
  project.provide('site', server.url)
  project.provide('siteLog', log)
  return async () => {
    await server.stop()
    rmSync(logs, { recursive: true })
  }
}

function settings(port: number): NodeJS.ProcessEnv {
  return {
    AUTH_URL: `http://localhost:${port}`,
    AUTH_SECRET: SECRET,
    AUTH_MY_IDP_ID: 'the-application',
    OWN_CLIENT: 'a client of its own',
    AUTH_MY_IDP_SECRET: 'a secret that only the provider knows',
  }
}
