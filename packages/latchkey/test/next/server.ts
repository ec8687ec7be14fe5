import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { nextEnvironment } from '../../../../scripts/examples.mjs'
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
  const env = toolEnvironment(nextEnvironment)
  const built = await runProcess({ name: 'next build', program: 'next', args: ['build'], cwd: folder, env })
  if (!built.ok) throw new Error(built.output)
  const port = await freePort()
  const logs = mkdtempSync(join(tmpdir(), 'latchkey-next-'))
  const log = join(logs, 'next.log')
  const server = await startExample('next', { folder, port, env: settings(port), onOutput: (text) => appendFileSync(log, text) })
  project.provide('site', server.url)
  project.provide('siteLog', log)
  return async () => {
    await server.stop()
    rmSync(logs, { recursive: true })
  }
}

/** Address and secret by their older names. */
function settings(port: number): NodeJS.ProcessEnv {
  return {
    AUTH_URL: undefined,
    AUTH_SECRET: undefined,
    NEXTAUTH_URL: `http://localhost:${port}`,
    NEXTAUTH_SECRET: SECRET,
    AUTH_MY_IDP_ID: 'the-application',
    AUTH_MY_IDP_SECRET: 'a secret that only the provider knows',
  }
}
