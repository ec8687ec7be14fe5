import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '@latchkey/test-support/applications/run.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { runProcess, startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, buildApplication, findSection, readPage } from './application.ts'
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

    test('deletes expired rows, and no others, with the command of the page', async () => {
      const past = Date.now() - 1000
      const future = Date.now() + 60_000
      await query(
        application.folder,
        `INSERT INTO users (id, email, extra) VALUES ('user', 'user@example.com', '{}');
        INSERT INTO sessions (sessionToken, userId, expires)
          VALUES ('expired', 'user', ${past}), ('valid', 'user', ${future});
        INSERT INTO verification_tokens (identifier, token, expires)
          VALUES ('expired', 'a', ${past}), ('valid', 'b', ${future});
        INSERT INTO latchkey_store (key, value, expires)
          VALUES ('expired', '1', ${past}), ('valid', '1', ${future})`,
      )
      const section = findSection(await readPage('deploy/cloudflare'), 'Delete expired rows')
      const [, command = ''] = /^```sh\n(.*?)^```$/ms.exec(section) ?? []
      expect(command).toContain('npx wrangler d1 execute DB --remote')
      await shell(application.folder, command.replace('npx ', '').replace('--remote', '--local'))
      const rows = await query(
        application.folder,
        `SELECT sessionToken AS name FROM sessions WHERE userId = 'user'
        UNION ALL SELECT identifier FROM verification_tokens
        UNION ALL SELECT key FROM latchkey_store WHERE key IN ('expired', 'valid')`,
      )
      expect(rows).toEqual([{ name: 'valid' }, { name: 'valid' }, { name: 'valid' }])
    })
  },
)

/** Runs a command of the page in a shell, and returns its output. */
async function shell(cwd: string, command: string): Promise<string> {
  const env = toolEnvironment({ ...QUIET, HOME: cwd, NODE_ENV: undefined })
  const { ok, output } = await runProcess({ name: 'sh', program: 'sh', args: ['-c', command], cwd, env })
  expect(ok, output).toBe(true)
  return output
}

/** Runs statements in the local database, and returns the rows of the last one. */
async function query(cwd: string, statements: string): Promise<unknown> {
  const output = await shell(cwd, `wrangler d1 execute DB --local --json --command "${statements}"`)
  return JSON.parse(output.slice(output.search(/^\[/m))).at(-1).results
}
