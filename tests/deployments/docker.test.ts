import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import {
  type Running,
  runProcess,
  startProcess,
  untilReady,
} from '@latchkey/test-support/processes/processes.mjs'
import { root, toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { startRedis } from '@latchkey/test-support/servers/redis.ts'
import { asUser } from '@latchkey/test-support/servers/system-user.ts'
import { TESTS_ALL_VARIANTS } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { createApplication, filesIn } from './application.ts'
import { findCommand, readStages, readText, readVariables } from './dockerfile.ts'
import { buildImage } from './image.ts'
import { signInAndOut, startGitHub } from './provider.ts'
import { findCommands, recordedShell } from './shell.ts'

const PAGE = 'deploy/docker'

const APPLICATIONS = [
  { name: 'sveltekit', title: 'SvelteKit', basePath: '/auth' },
  { name: 'solid-start', title: 'SolidStart', basePath: '/api/auth' },
] as const

const shared = await filesIn(PAGE, 'Files for every framework')

interface Service {
  readonly secrets?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: unknown
  readonly ports?: readonly string[]
}

describe('the compose file', () => {
  const compose = parse(shared.get('compose.yaml') ?? '')
  const services: Readonly<Record<string, Service>> = compose.services

  test('mounts exactly the secrets that its services use', () => {
    const used = new Set(Object.values(services).flatMap(({ secrets = [] }) => secrets))
    expect(Object.keys(compose.secrets).sort()).toEqual([...used].sort())
    const files = Object.keys(compose.secrets).map((name) => [name, { file: `./secrets/${name}` }])
    expect(compose.secrets).toEqual(Object.fromEntries(files))
  })

  test('gives the application no privileges, and publishes only its port, on the loopback interface', () => {
    expect(services.app).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    )
    expect(published).toEqual(['app 127.0.0.1:3000:3000'])
  })

  test('waits only for services that exist and that can reach the state', async () => {
    const dockerfile = (await filesIn(PAGE, 'SvelteKit')).get('Dockerfile') ?? ''
    const hasCheck = readText(readStages(dockerfile).at(-1) ?? { image: '', instructions: [] }, 'HEALTHCHECK')
    for (const { depends_on = {} } of Object.values(services))
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(services).toHaveProperty(name)
        if (condition === 'service_healthy')
          expect(services[name]?.healthcheck ?? (name === 'app' && hasCheck), name).toBeTruthy()
      }
  })
})

test('the module for secrets reads files, and no folder that Kubernetes adds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'app'))
  await mkdir(join(folder, 'run/secrets/kubernetes.io/serviceaccount'), { recursive: true })
  await writeFile(join(folder, 'app/secrets.mjs'), shared.get('secrets.mjs') ?? '')
  await mountSecrets(folder, { AUTH_SECRET: 'of a file' })
  const args = ['--import', './secrets.mjs', '--print', 'process.env.AUTH_SECRET']
  const node = { name: 'node', program: process.execPath, args, cwd: join(folder, 'app') }
  expect(await runProcess({ ...BASICS, ...node })).toMatchObject({ ok: true, output: 'of a file\n' })
})

describe('the script that deploys a version', () => {
  async function deploy(before?: string): Promise<{ ok: boolean; calls: string[]; environment: string }> {
    const shell = await recordedShell({ docker: '' })
    const file = join(shell.folder, '.env')
    if (before !== undefined) await writeFile(file, before)
    const script = await findCommands(PAGE, 'Files for every framework', '# deploy.sh')
    const result = await shell.run(script, '2')
    return { ...result, environment: existsSync(file) ? await readFile(file, 'utf8') : '' }
  }

  test.for([undefined, 'VERSION=1\n'])('remembers the version, after %j', async (before) => {
    const { ok, calls, environment } = await deploy(before)
    expect({ ok, environment }).toEqual({ ok: true, environment: 'VERSION=2\n' })
    expect(calls.at(-1)).toBe('docker compose up --detach --wait')
  })

  test('replaces no file with other variables', async () => {
    const environment = 'VERSION=1\nAUTH_SECRET=of the application\n'
    expect(await deploy(environment)).toEqual({ ok: false, calls: [], environment })
  })
})

describe('the script of the daily jobs', () => {
  const OLD = '2026-07-01.dump'

  /**
   * Runs the script with a backup of long ago.
   *
   * @param status how `pg_dump` ends
   */
  async function runJobs(status: number): Promise<{ ok: boolean; backups: string[]; isClean: boolean }> {
    const docker = `case $* in *pg_dump*) echo data; exit ${status};; esac`
    const shell = await recordedShell({ docker, date: 'echo today' })
    const backups = join(shell.folder, 'backups')
    await mkdir(backups)
    await writeFile(join(backups, OLD), '')
    await utimes(join(backups, OLD), 0, 0)
    const script = await findCommands(PAGE, 'Run the daily jobs', 'pg_dump')
    const paths = script.replace('/var/backups/my-app', backups).replace('/srv/my-app', shell.folder)
    const { ok, calls } = await shell.run(paths)
    return {
      ok,
      backups: (await readdir(backups)).filter((name) => name.endsWith('.dump')),
      isClean: calls.some((call) => call.includes('latchkey clean')),
    }
  }

  test('backs up the database, deletes old backups, and deletes expired rows', async () => {
    expect(await runJobs(0)).toEqual({ ok: true, backups: ['today.dump'], isClean: true })
  })

  test('keeps the old backups, and no incomplete one, if the dump fails', async () => {
    expect(await runJobs(1)).toEqual({ ok: false, backups: [OLD], isClean: false })
  })
})

describe('the commands that restore a backup', () => {
  async function restore(status: number): Promise<{ ok: boolean; calls: string[] }> {
    const docker = `case $* in *pg_restore*) exit ${status};; esac`
    const shell = await recordedShell({ docker })
    await writeFile(join(shell.folder, '2026-07-01.dump'), '')
    const commands = await findCommands(PAGE, 'Restore the database', 'pg_restore')
    const { ok, calls } = await shell.run(commands.replace('/var/backups/my-app', shell.folder))
    return { ok, calls: calls.map((call) => /stop|pg_restore|psql|migrate|up/.exec(call)?.[0] ?? call) }
  }

  test('end the sessions, add what an old backup lacks, and start the application', async () => {
    expect(await restore(0)).toEqual({ ok: true, calls: ['stop', 'pg_restore', 'psql', 'migrate', 'up'] })
  })

  test('stop if the backup cannot be restored', async () => {
    expect(await restore(1)).toEqual({ ok: false, calls: ['stop', 'pg_restore'] })
  })
})

const isMissing = skipWithout('postgresql') !== undefined || skipWithout('redis') !== undefined

/** The guide for a virtual machine runs the same server, in the same way. */
const CHOSEN = TESTS_ALL_VARIANTS ? APPLICATIONS : []

describe.skipIf(isMissing).for(CHOSEN)(
  'the Dockerfile for $title, executed in empty folders',
  ({ name, basePath }) => {
    let origin: string
    let app: string
    let build: string
    let server: Running
    let isHealthy: () => Promise<boolean>
    const stops: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      const source = await createApplication(name, PAGE)
      stops.push(() => source.remove())
      for (const [path, content] of shared) await writeFile(join(source.folder, path), content)
      await writeFile(join(source.folder, 'package-lock.json'), '{}')
      // What must not reach an image.
      await writeFile(join(source.folder, '.env'), 'AUTH_SECRET=of the developer\n')
      for (const name of ['2026-07-01.dump', 'app.db', 'app.db-wal'])
        await writeFile(join(source.folder, name), 'users')
      const image = await buildImage(source.folder, {
        'npm ci': source.installInto,
        'npm prune --omit=dev': removeDevelopmentPackages,
      })
      stops.push(() => image.remove())
      app = join(image.folder, 'app')
      build = image.build
      const [postgres, redis] = await Promise.all([
        startPostgres(),
        startRedis({ 'maxmemory-policy': 'noeviction' }),
      ])
      stops.push(() => Promise.all([postgres.stop(), redis.stop()]))
      await migrate(image.build, postgres.url())
      const port = await freePort()
      origin = `http://localhost:${port}`
      const { provider, variables } = await startGitHub(origin, basePath)
      stops.push(() => provider.close())
      const { AUTH_URL, AUTH_GITHUB_ISSUER, ...secrets } = variables
      await mountSecrets(image.folder, { ...secrets, DATABASE_URL: postgres.url() })
      // The file system is read-only.
      await runProcess({
        ...BASICS,
        name: 'chmod',
        program: 'chmod',
        args: ['-R', 'a-w,a+rX', app],
        cwd: app,
      })
      const user = await unprivileged()
      server = startProcess({
        name: 'the container',
        ...user(findCommand(image.stage, 'CMD')),
        cwd: app,
        env: {
          PATH: process.env.PATH,
          ...readVariables(image.stage),
          HOST: '127.0.0.1',
          PORT: String(port),
          AUTH_URL,
          ORIGIN: AUTH_URL,
          AUTH_GITHUB_ISSUER,
          REDIS_URL: redis.url,
        },
        graceMs: 40_000,
      })
      stops.push(() => server.stop())
      const check = findCommand(image.stage, 'HEALTHCHECK')
      const args = check.args.map((arg) => arg.replace(':3000', `:${port}`))
      isHealthy = async () =>
        (await runProcess({ ...BASICS, name: 'health', ...user({ ...check, args }), cwd: app })).ok
      await untilReady(server, async () => (await isHealthy()) || undefined, 30_000)
    })
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop()
    })

    test('signs in and out, with its secrets from files, as a user who can write nothing', async () => {
      await signInAndOut(origin, basePath)
      expect(server.log()).not.toMatch(/\[latchkey\]|EACCES|EROFS/)
    })

    test('contains no file with secrets or users, in both stages', async () => {
      const files = [...(await readdir(app, { recursive: true })), ...(await readdir(build))]
      const unwanted = /(^|\/)\.env|(^|\/)secrets(\/|$)|\.dump$|\.db(-wal)?$/
      expect(files.filter((file) => unwanted.test(file))).toEqual([])
    })

    test('ends on SIGTERM after its requests, and is then not healthy', async () => {
      const response = await finishAfter(`${origin}${basePath}/signout`, () => {
        if (server.pid !== undefined) process.kill(server.pid, 'SIGTERM')
      })
      expect(response.statusCode).toBeLessThan(500)
      const ended = await Promise.race([server.exited, delay(GRACE_MS, 'late')])
      expect(ended).not.toBe('late')
      expect(await isHealthy()).toBe(false)
    })
  },
)

/** How long Docker waits, by default of the guide's compose file. */
const GRACE_MS = 40_000
const BASICS = { env: toolEnvironment() }

/**
 * Creates the tables, as the service `migrate` does in the first stage.
 */
async function migrate(cwd: string, url: string): Promise<void> {
  const args = ['node_modules/latchkey/dist/cli/main.js', 'migrate', '--apply']
  const env = toolEnvironment({ DATABASE_URL: url })
  expect(await runProcess({ name: 'latchkey migrate', program: 'node', args, cwd, env })).toMatchObject({
    ok: true,
  })
}

/** Writes secrets as Docker mounts them, into the folder of the image instead of `/run/secrets`. */
async function mountSecrets(image: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const folder = join(image, 'run', 'secrets')
  await mkdir(folder, { recursive: true })
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), `${value}\n`)
  const file = join(image, 'app', 'secrets.mjs')
  const module = await readFile(file, 'utf8')
  expect(module).toContain("'/run/secrets'")
  await writeFile(file, module.replace("'/run/secrets'", JSON.stringify(folder)))
}

/** Removes the links of packages that only the build needs. Their own packages stay. */
async function removeDevelopmentPackages(folder: string): Promise<void> {
  const { devDependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(devDependencies))
    await rm(join(folder, 'node_modules', name), { recursive: true })
}

type Program = { readonly program: string; readonly args: readonly string[] }

/**
 * Returns a function that makes a command of Node.js one of another user. It stays one of this user
 * where another one cannot read the workspace.
 */
async function unprivileged(): Promise<(command: Program) => Program> {
  const asOther = ({ args }: Program): Program => asUser(process.execPath, args)
  const check = asOther({
    program: 'node',
    args: ['-e', `require('fs').readdirSync(${JSON.stringify(root)})`],
  })
  const { ok } = await runProcess({ ...BASICS, name: 'node', ...check, cwd: '/' })
  return ok ? asOther : ({ args }) => ({ program: process.execPath, args })
}

/** Sends the second half of a request after an action, and returns the response. */
function finishAfter(url: string, act: () => void): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': 4,
      origin: new URL(url).origin,
    }
    const sent = request(url, { method: 'POST', headers }, (response) => resolve(response.resume()))
    sent.once('error', reject).write('a=', async () => {
      await delay(200)
      act()
      await delay(200)
      sent.end('bc')
    })
  })
}
