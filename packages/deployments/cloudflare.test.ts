import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../e2e/quickstart/run.ts'
import { freePort } from '../../scripts/ports.mjs'
import { runProcess, startProcess, untilReady } from '../../scripts/processes.mjs'
import { toolEnvironment } from '../../scripts/workspace.mjs'
import { type Application, buildApplication } from './application.ts'
import { chosenApplications } from './chosen-applications.ts'
import { signInAndOut, startGitHub } from './provider.ts'

const APPLICATIONS = [
  { name: 'sveltekit', basePath: '/auth' },
  { name: 'solid-start', basePath: '/api/auth' },
] as const

// Nothing is sent, and no file of the user is written.
const QUIET = { CI: '1', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' }

describe.for(chosenApplications(APPLICATIONS, 'solid-start'))(
  'the application for Workers in $name',
  ({ name, basePath }) => {
    let application: Application
    let origin: string
    const stops: (() => Promise<unknown>)[] = []
    let log: () => string

    beforeAll(async () => {
      application = await buildApplication(name, 'deploy/cloudflare')
      const { folder } = application
      stops.push(() => application.remove())
      const port = await freePort()
      origin = `http://localhost:${port}`
      const { provider, variables } = await startGitHub(origin, basePath)
      stops.push(() => provider.close())
      await mkdir(join(folder, 'migrations'))
      const command = { name: 'latchkey', program: 'node', cwd: folder, env: toolEnvironment() }
      const main = 'node_modules/latchkey/dist/cli/main.js'
      const printed = await runProcess({ ...command, args: [main, 'migrate', '--dialect', 'd1'] })
      await writeFile(join(folder, 'migrations', '0001_latchkey.sql'), printed.output)
      await writeFile(
        join(folder, '.dev.vars'),
        Object.entries(variables).map(([key, value]) => `${key}=${JSON.stringify(value)}\n`),
      )
      const env = { ...QUIET, HOME: folder }
      await run({ program: 'wrangler', args: ['d1', 'migrations', 'apply', 'DB', '--local'], env }, folder)
      const server = startProcess({
        name: 'wrangler',
        program: 'wrangler',
        args: [
          'dev',
          '--ip',
          '127.0.0.1',
          '--port',
          String(port),
          '--inspector-port',
          String(await freePort()),
        ],
        cwd: folder,
        env: toolEnvironment({ NODE_ENV: undefined, ...env }),
      })
      log = server.log
      stops.push(() => server.stop())
      await untilReady(server, () => /Ready on/.test(log()) || undefined, 60_000)
    })
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop()
    })

    test('signs in at a provider, reads the session from D1, and signs out', async () => {
      await signInAndOut(origin, basePath)
      expect(log()).not.toMatch(/\[latchkey\]/)
    })
  },
)
