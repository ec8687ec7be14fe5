import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { httpsSite } from '@latchkey/test-support/browser/https-site.ts'
import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { makeCertificate, startNginxWith } from '@latchkey/test-support/machine/nginx.mjs'
import { findProgram, skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import {
  type Running,
  runProcess,
  startProcess,
  untilReady,
} from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Application, buildApplication, filesIn, findSection, readPage } from './application.ts'
import { chosenApplications } from './chosen-applications.ts'
import { signInAndOut, startGitHub } from './provider.ts'
import { findCommands, recordedShell } from './shell.ts'

const PAGE = 'deploy/vm'
const HOST = 'app.example.com'

const APPLICATIONS = [
  { name: 'next', title: 'Next.js', basePath: '/api/auth' },
  { name: 'sveltekit', title: 'SvelteKit', basePath: '/auth' },
  { name: 'solid-start', title: 'SolidStart', basePath: '/api/auth' },
] as const

const units = new Map([
  ...(await filesIn(PAGE, 'Start the processes with systemd')),
  ...(await filesIn(PAGE, 'Back up the database of a virtual machine')),
])
const unit = units.get('/etc/systemd/system/my-app@.service') ?? ''
const nginxFile = (await filesIn(PAGE, 'Put nginx in front')).get('/etc/nginx/conf.d/my-app.conf') ?? ''

const analyze = findProgram(['systemd-analyze'], ['/usr/bin'])

describe.skipIf(analyze === undefined)('the units of the guide for a virtual machine', () => {
  const run = (cwd: string, ...args: string[]): ReturnType<typeof runProcess> =>
    runProcess({ name: 'systemd-analyze', program: analyze ?? '', args, cwd, env: process.env })

  test('are valid, and limit what the processes may do', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-units-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    // A program that exists on every machine, because the check looks for them.
    for (const [path, content] of units)
      await writeFile(
        join(folder, basename(path).replace('@', '@3001')),
        content.replaceAll(/\/usr\/bin\/(node|pg_dump)\b/g, '/bin/true'),
      )
    const jobs = ['my-app-clean', 'my-app-backup'].flatMap((job) => [`./${job}.service`, `./${job}.timer`])
    const files = ['./my-app@3001.service', ...jobs]
    expect(await run(folder, 'verify', ...files)).toEqual({ ok: true, output: '' })
    // From 0, everything is forbidden, to 10, nothing is.
    const exposure = ['security', '--offline=yes', '--threshold=20', '--no-pager', './my-app@3001.service']
    expect(await run(folder, ...exposure)).toMatchObject({ ok: true })
  })
})

describe('the script that restarts the processes', () => {
  /** Runs the script. `curl` ends with a status. */
  async function restart(status: number): Promise<{ ok: boolean; calls: string[] }> {
    const shell = await recordedShell({ systemctl: '', curl: `exit ${status}` })
    const { ok, calls } = await shell.run(await findCommands(PAGE, 'Deploy a version', 'sbin/restart-my-app'))
    return { ok, calls: calls.filter((call) => call.startsWith('systemctl')) }
  }

  test('restarts one process after the other', async () => {
    const calls = ['systemctl restart my-app@3001', 'systemctl restart my-app@3002']
    expect(await restart(0)).toEqual({ ok: true, calls })
  })

  test('stops a process that is not healthy, and does not touch the other one', async () => {
    const calls = ['systemctl restart my-app@3001', 'systemctl stop my-app@3001']
    expect(await restart(22)).toEqual({ ok: false, calls })
  })
})

describe('the script that deploys a version', () => {
  const OLD = ['20260101', '20260201', '20260301', '20260401', '20260501']

  /**
   * Runs the script on a server with five versions.
   *
   * @param build what `npm run build` does
   */
  async function deploy(
    build: string,
  ): Promise<{ ok: boolean; releases: string[]; current: string; log: string }> {
    const shell = await recordedShell({
      install: 'for last; do :; done; mkdir -p "$last"',
      git: 'case $* in *archive*) tar -c -T /dev/null;; esac',
      // Passes on only the variable that the option names.
      sudo: `shift 2
        kept=
        case $1 in --preserve-env=*) kept="\${1#*=}=$(printenv "\${1#*=}")"; shift;; esac
        exec env -i PATH="$PATH" \${kept:+"$kept"} "$@"`,
      npm: `echo "npm $1 with '$NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'"
        if [ "$1" = run ]; then ${build}; fi`,
      npx: '',
      'restart-my-app': '',
    })
    const at = (path: string): string => join(shell.folder, path)
    for (const name of OLD) await mkdir(at(`srv/my-app/releases/${name}`), { recursive: true })
    await symlink(at('srv/my-app/releases/20260501'), at('srv/my-app/current'))
    await mkdir(at('etc/my-app'), { recursive: true })
    await writeFile(at('etc/my-app/build.env'), 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=a+key/of=\n')
    const script = await findCommands(PAGE, 'Deploy a version', 'sbin/deploy-my-app')
    const moved = script.replaceAll(/\/(?:srv|etc)\/my-app/g, `${shell.folder}$&`)
    const { ok } = await shell.run(`exec > ${at('log')} 2>&1\n${moved}`)
    return {
      ok,
      releases: (await readdir(at('srv/my-app/releases'))).sort(),
      current: basename(await readlink(at('srv/my-app/current'))),
      log: await readFile(at('log'), 'utf8'),
    }
  }

  test('keeps the five newest versions, and starts the new one', async () => {
    const { ok, releases, current } = await deploy(':')
    const [, ...kept] = OLD
    expect({ ok, releases }).toEqual({ ok: true, releases: [...kept, current] })
    expect(current).toMatch(/^\d{14}$/)
  })

  test('leaves no folder of a version whose build failed', async () => {
    const { ok, releases, current } = await deploy('exit 1')
    expect({ ok, releases, current }).toEqual({ ok: false, releases: OLD, current: '20260501' })
  })

  test('leaves no folder of a version whose build was interrupted', async () => {
    const { ok, releases, current } = await deploy('kill -TERM $PPID; exit 1')
    expect({ ok, releases, current }).toEqual({ ok: false, releases: OLD, current: '20260501' })
  })

  test('passes the key for server actions from a file to the build, and to no other program', async () => {
    const { log } = await deploy(':')
    expect(log).toBe("npm ci with ''\nnpm run with 'a+key/of='\n")
  })
})

describe('the commands that restore a backup', () => {
  async function restore(status: number): Promise<{ ok: boolean; programs: (string | undefined)[] }> {
    const shell = await recordedShell({
      systemctl: '',
      sudo: 'shift 2; exec "$@"',
      pg_restore: `exit ${status}`,
      psql: '',
      npx: '',
      'restart-my-app': '',
    })
    const commands = await findCommands(PAGE, 'Back up the database of a virtual machine', 'pg_restore')
    const { ok, calls } = await shell.run(commands.replace('/srv/my-app/current', shell.folder))
    const programs = calls.map((call) => call.split(' ')[0]).filter((name) => name !== 'sudo')
    return { ok, programs }
  }

  test('end the sessions, add what an old backup lacks, and start the processes', async () => {
    const programs = ['systemctl', 'pg_restore', 'psql', 'npx', 'restart-my-app']
    expect(await restore(0)).toEqual({ ok: true, programs })
  })

  test('stop if the backup cannot be restored', async () => {
    expect(await restore(1)).toEqual({ ok: false, programs: ['systemctl', 'pg_restore'] })
  })
})

const nginx = findProgram(['nginx'], ['/usr/sbin'])
const DEFAULT_SITE = '/etc/nginx/sites-enabled/default'

describe.skipIf(nginx === undefined || !existsSync(DEFAULT_SITE))('the configuration of nginx', () => {
  test('is accepted in a new nginx of Debian, after the commands of the guide', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-debian-nginx-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await makeCertificate(folder, [HOST])
    await cp('/etc/nginx', join(folder, 'etc/nginx'), { recursive: true, verbatimSymlinks: true })
    const section = findSection(await readPage(PAGE), 'Put nginx in front')
    for (const [, file = ''] of section.matchAll(/^rm (\/.*)$/gm)) await rm(join(folder, file))
    const ports = { plain: 80, secure: 443, processes: [3001, 3002] }
    const paths = nginxOn(ports).replaceAll(/(certificate|key)\.pem/g, `${folder}/$&`)
    await writeFile(join(folder, 'etc/nginx/conf.d/my-app.conf'), paths)
    const main = join(folder, 'etc/nginx/nginx.conf')
    const moved = (await readFile(main, 'utf8')).replaceAll(/\/(?:etc|var\/log)\/nginx|\/run/g, `${folder}$&`)
    await writeFile(main, moved)
    await mkdir(join(folder, 'run'))
    await mkdir(join(folder, 'var/log/nginx'), { recursive: true })
    const check = { name: 'nginx -t', program: nginx ?? '', args: ['-t', '-c', main], cwd: folder }
    expect(await runProcess({ ...check, env: process.env })).toMatchObject({ ok: true })
  })
})

/** Returns the command of a framework, as systemd runs it for a port. */
function findCommand(title: string, port: number): string[] {
  const line =
    new RegExp(`^# ${title}: ExecStart=(.*)$`, 'm').exec(unit) ??
    new RegExp(`^# ${title}\nExecStart=(.*)$`, 'm').exec(unit)
  const [node, ...args] = (line?.[1] ?? '').replaceAll('%i', String(port)).split(' ')
  expect(node).toBe('/usr/bin/node')
  return args
}

/** Returns the variables that the unit sets. */
function createEnvironment(port: number): Record<string, string> {
  const line = /^Environment=(.*)$/m.exec(unit)?.[1] ?? ''
  return Object.fromEntries(
    line
      .replaceAll('%i', String(port))
      .split(' ')
      .map((each) => each.split('=')),
  )
}

/** Returns the configuration of nginx with the ports of this machine. */
function nginxOn(ports: { plain: number; secure: number; processes: readonly number[] }): string {
  const [first, second] = ports.processes
  return nginxFile
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.plain}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.secure}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replaceAll(/\/etc\/letsencrypt\/live\/app.example.com\/fullchain.pem/g, 'certificate.pem')
    .replaceAll(/\/etc\/letsencrypt\/live\/app.example.com\/privkey.pem/g, 'key.pem')
}

const isMissing = skipWithout('postgresql') !== undefined

describe.skipIf(isMissing).for(chosenApplications(APPLICATIONS, 'sveltekit'))(
  'the application in $title on a virtual machine',
  ({ name, title, basePath }) => {
    let application: Application
    let postgres: PostgresServer
    let origin: string
    let certificate: string
    let ports: number[]
    let variables: Record<string, string>
    const processes: Running[] = []
    const stops: (() => Promise<unknown>)[] = []

    async function start(port: number): Promise<Running> {
      const server = startProcess({
        name: `my-app@${port}`,
        program: 'node',
        args: findCommand(title, port),
        cwd: application.folder,
        // vitest sets `TEST`, with which SolidStart ends without waiting for its requests.
        env: toolEnvironment({ ...variables, ...createEnvironment(port), CI: undefined, TEST: undefined }),
        graceMs: 30_000,
      })
      await untilReady(server, () => responds(port), 30_000)
      return server
    }

    beforeAll(async () => {
      application = await buildApplication(name, PAGE)
      stops.push(() => application.remove())
      const sockets = await mkdtemp(join(tmpdir(), 'latchkey-socket-'))
      stops.push(() => rm(sockets, { recursive: true }))
      // The server runs as another user.
      await chmod(sockets, 0o777)
      postgres = await startPostgres({ unix_socket_directories: sockets, synchronous_commit: 'on' })
      stops.push(() => postgres.stop())
      const url = `postgres:///postgres?host=${sockets}&port=${postgres.port}&user=postgres`
      const migrated = await runProcess({
        name: 'latchkey migrate',
        program: 'node',
        args: ['node_modules/latchkey/dist/cli/main.js', 'migrate', '--apply'],
        cwd: application.folder,
        env: toolEnvironment({ DATABASE_URL: url }),
      })
      expect(migrated).toMatchObject({ ok: true })
      const [plain = 0, secure = 0, ...others] = await freePorts(4)
      ports = others
      origin = `https://${HOST}:${secure}`
      const github = await startGitHub(origin, basePath)
      stops.push(() => github.provider.close())
      variables = { ...github.variables, DATABASE_URL: url, ORIGIN: origin }
      stops.push(() => Promise.all(processes.map((each) => each.stop())))
      for (const port of ports) processes.push(await start(port))
      const http = nginxOn({ plain, secure, processes: ports })
      const nginx = await startNginxWith({ hosts: [HOST], ports: [plain, secure], http })
      certificate = nginx.certificate
      stops.push(() => nginx.stop())
    })
    afterAll(async () => {
      for (const stop of stops.reverse()) await stop()
    })

    const newBrowser = (): Browser => new Browser(httpsSite(origin, certificate))

    async function signedIn(): Promise<Browser> {
      const browser = newBrowser()
      const page = await open(browser, `${origin}/account`)
      await signInAtProvider(browser, await press(browser, page, 'GitHub'), 'Ada Lovelace')
      return browser
    }

    /** Restarts one process after the other, and returns how long each took to end. */
    async function restartEach(): Promise<number[]> {
      const times: number[] = []
      for (const [index, port] of ports.entries()) {
        const before = Date.now()
        await processes[index]?.stop()
        times.push(Date.now() - before)
        processes[index] = await start(port)
      }
      return times
    }

    test('signs in behind nginx, with sessions in PostgreSQL through its socket', async () => {
      await signInAndOut(origin, basePath, newBrowser())
      expect(processes.map((each) => each.log()).join('\n')).not.toMatch(/\[latchkey\]/)
    })

    test('responds to no other host name', async () => {
      const { status } = await newBrowser().get(`${origin}${basePath}/session`, { host: 'evil.example' })
      expect(status).toBe(421)
    })

    test('responds to every page request while one process after the other restarts', async () => {
      const browser = await signedIn()
      const responses = new Set<string>()
      const statuses = new Map<number, number>()
      let isDone = false
      const ask = async (): Promise<void> => {
        while (!isDone) {
          const response = await browser.get(`${origin}${basePath}/session`)
          const found = /ada@example.com/.exec(await response.text()) ?? 'no session'
          responses.add(`${response.status} ${found}`)
        }
      }
      const send = async (): Promise<void> => {
        while (!isDone) {
          const { status } = await newBrowser().post(`${origin}${basePath}/signin/github`)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      const senders = [send(), send(), send()]
      const clients = [ask(), ask(), ...senders]
      const times = await restartEach()
      isDone = true
      await Promise.all(clients)
      expect(Math.max(...times)).toBeLessThan(5000)
      expect([...responses]).toEqual(['200 ada@example.com'])
      // nginx does not repeat a form that it sent in the moment in which the process ends. Each
      // client has one on its way then.
      const { 302: accepted = 0, 502: lost = 0, ...others } = Object.fromEntries(statuses)
      expect(others).toEqual({})
      expect(accepted).toBeGreaterThan(20)
      expect(lost).toBeLessThanOrEqual(senders.length * times.length)
    })

    test('ends a process immediately while a client keeps its connection open', async () => {
      const [port = 0] = ports
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.write(`GET ${basePath}/session HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)
      await once(socket, 'data')
      const before = Date.now()
      await processes[0]?.stop()
      expect(Date.now() - before).toBeLessThan(5000)
      processes[0] = await start(port)
    })

    test('completes a request that began before SIGTERM', async () => {
      const [port = 0] = ports
      const headers = {
        host: HOST,
        origin,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': 4,
      }
      const sent = request(`http://127.0.0.1:${port}${basePath}/signout`, { method: 'POST', headers })
      const response = once(sent, 'response')
      sent.write('a=')
      await delay(300)
      const ended = processes[0]?.stop()
      // Longer than the limit that a framework has of its own.
      await delay(7000)
      sent.end('bc')
      const [message] = (await response) as [IncomingMessage]
      expect(message.resume().statusCode).toBeLessThan(500)
      await ended
      processes[0] = await start(port)
    })

    test('responds with 503 while the database is down, and users stay signed in', async () => {
      const browser = await signedIn()
      const read = (): Promise<Response> => browser.get(`${origin}${basePath}/session`)
      await postgres.kill()
      const failed = await Promise.all([read(), read(), read()])
      expect(failed.map(({ status }) => status)).toEqual([503, 503, 503])
      await postgres.start()
      await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(200)
      expect(await (await read()).json()).toMatchObject({ user: { email: 'ada@example.com' } })
    })
  },
)

async function responds(port: number): Promise<true | undefined> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual', headers: { host: HOST } })
    return true
  } catch {
    return undefined
  }
}
