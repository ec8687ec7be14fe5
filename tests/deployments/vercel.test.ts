import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { runProcess, startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, buildApplication } from './application.ts'
import { chosenApplications } from './chosen-applications.ts'
import { siteBehind } from './forwarded-site.ts'
import { signInAndOut, startGitHub } from './provider.ts'

const ORIGIN = 'https://my-app-git-main-team.vercel.app'

const APPLICATIONS = [
  {
    name: 'sveltekit',
    basePath: '/auth',
    functionFolder: '![-]/catchall.func',
  },
  { name: 'solid-start', basePath: '/api/auth', functionFolder: '__server.func' },
] as const

const isMissing = skipWithout('postgresql') !== undefined

describe.skipIf(isMissing).for(chosenApplications(APPLICATIONS, 'sveltekit'))(
  'the build output for Vercel of $name',
  ({ name, basePath, functionFolder }) => {
    let application: Application
    let postgres: PostgresServer
    let site: Site
    let log: () => string
    const stops: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      application = await buildApplication(name, 'deploy/vercel')
      stops.push(() => application.remove())
      postgres = await startPostgres()
      stops.push(() => postgres.stop())
      const { folder } = application
      const main = join(folder, 'node_modules/latchkey/dist/cli/main.js')
      const migrated = await runProcess({
        name: 'latchkey migrate',
        program: 'node',
        args: [main, 'migrate', '--apply'],
        cwd: folder,
        env: toolEnvironment({ DATABASE_URL: postgres.url() }),
      })
      expect(migrated).toMatchObject({ ok: true })
      const { provider, variables } = await startGitHub(ORIGIN, basePath)
      stops.push(() => provider.close())
      const port = await freePort()
      const place = join(folder, '.vercel/output/functions', functionFolder)
      const { handler } = JSON.parse(await readFile(join(place, '.vc-config.json'), 'utf8'))
      const server = startProcess({
        name: 'function',
        program: 'node',
        args: [
          fileURLToPath(new URL('serve-function.ts', import.meta.url)),
          join(place, handler),
          String(port),
        ],
        cwd: place,
        // On Vercel, AUTH_URL is not needed.
        env: toolEnvironment({
          ...variables,
          AUTH_URL: undefined,
          NODE_ENV: 'production',
          VERCEL: '1',
          DATABASE_URL: postgres.url(),
        }),
      })
      log = server.log
      stops.push(() => server.stop())
      await untilReady(server, () => /listening/.test(log()) || undefined)
      site = siteBehind(ORIGIN, port)
    })
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop()
    })

    test('signs in with the host of a preview deployment, with sessions in PostgreSQL', async () => {
      await signInAndOut(ORIGIN, basePath, new Browser(site))
      expect(log()).not.toMatch(/\[latchkey\]/)
    })
  },
)
