import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePorts } from '../../../../scripts/ports.mjs'
import { runProcess } from '../../../../scripts/processes.mjs'
import { startSvelteKit } from '../../../../scripts/servers.mjs'
import { toolEnvironment } from '../../../../scripts/workspace.mjs'
import { SECRET } from '../kit/app.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The origin of the application in `site/`; it was told it when it was built. */
    kitSite: string
    /** The address of the same application below a path; it is told its origin by the environment. */
    kitShop: string
    /** The origin of the same application, which nobody told its address. */
    kitLost: string
  }
}

const folder = join(import.meta.dirname, 'site')

/** Builds the application in `site/` twice, with the library as it was built, and starts it three times. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [sitePort = 0, shopPort = 0, lostPort = 0] = await freePorts(3)
  const logs = mkdtempSync(join(tmpdir(), 'latchkey-sveltekit-'))
  // A site that is told its address at build time, as `paths.origin`, is another one on each run.
  await build({ SITE_OUT: 'build/site', SITE_ORIGIN: `http://localhost:${sitePort}` })
  await build({ SITE_OUT: 'build/shop', SITE_BASE: '/shop' })
  const start = (out: string, port: number, path: string, env: NodeJS.ProcessEnv): ReturnType<typeof startSvelteKit> =>
    startSvelteKit({
      folder,
      build: `build/${out}`,
      port,
      path,
      env: { ...NOTHING, AUTH_SECRET: SECRET, ...PROVIDER, ...env },
      onOutput: (text) => appendFileSync(join(logs, `${port}.log`), text),
    })
  const servers = await Promise.all([
    start('site', sitePort, '/', {}),
    start('shop', shopPort, '/shop', { AUTH_URL: `http://localhost:${shopPort}/shop` }),
    start('shop', lostPort, '/shop', {}),
  ])
  project.provide('kitSite', servers[0].url)
  project.provide('kitShop', `${servers[1].url}/shop`)
  project.provide('kitLost', servers[2].url)
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(logs, { recursive: true })
  }
}

/** What the one who runs the tests may have set is not the application's. */
const NOTHING = { NODE_ENV: undefined, AUTH_URL: undefined, AUTH_TRUST_HOST: undefined, VERCEL: undefined, CF_PAGES: undefined }

const PROVIDER = { AUTH_MY_IDP_ID: 'the-application', AUTH_MY_IDP_SECRET: 'a secret that only the provider knows' }

async function build(settings: NodeJS.ProcessEnv): Promise<void> {
  const env = toolEnvironment({ NODE_ENV: undefined, ...settings })
  const built = await runProcess({ name: 'vite build', program: 'vite', args: ['build'], cwd: folder, env })
  if (!built.ok) throw new Error(built.output)
}
