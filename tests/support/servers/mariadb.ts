import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { requireProgram } from '../machine/programs.mjs'
import { freePort } from '../processes/ports.mjs'
import { startProcess, untilReady } from '../processes/processes.mjs'

const HOST = '127.0.0.1'

/** A server with its data in a temporary folder, on a free port of 127.0.0.1. */
export interface MariadbServer {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly pid: () => number
  /** Runs statements as an administrator, one after the other, and returns the rows of the last. */
  readonly run: (...statements: string[]) => Promise<Record<string, unknown>[]>
  /** Creates an empty database, and returns its name. */
  readonly createDatabase: () => Promise<string>
  /** Ends the connections of all clients, as a failover does. Returns how many there were. */
  readonly cutConnections: () => Promise<number>
  /** Kills it without a chance to close its connections properly. */
  readonly kill: () => Promise<void>
  /** Starts it again after `kill`, with the same data on the same port. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

type Account = Pick<MariadbServer, 'host' | 'port' | 'user' | 'password'>

/**
 * Starts one server. Its default collation is one that ignores case, accents and trailing blanks,
 * as those of many servers.
 *
 * @param settings options of the server, such as `{ 'max-connections': '5' }`
 */
export async function startMariadb(settings: Readonly<Record<string, string>> = {}): Promise<MariadbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mariadb-'))
  const account = { host: HOST, port: await freePort(), user: 'root', password: '' }
  const clean = (): void => rmSync(folder, { recursive: true, force: true })
  let handle: Handle
  try {
    createData(folder)
    handle = await launch(folder, account, settings)
  } catch (error) {
    clean()
    throw error
  }
  let databases = 0
  const run = runner(account)
  return {
    ...account,
    pid: () => handle.pid ?? 0,
    run,
    async createDatabase() {
      databases += 1
      const name = `latchkey_${databases}`
      await run(`CREATE DATABASE ${name}`)
      return name
    },
    cutConnections: () => cutConnections(run),
    async kill() {
      if (handle.pid !== undefined) process.kill(handle.pid, 'SIGKILL')
      await handle.exited
    },
    async start() {
      handle = await launch(folder, account, settings)
    },
    async stop() {
      await handle.stop()
      clean()
    },
  }
}

type Handle = ReturnType<typeof startProcess>

function createData(folder: string): void {
  const args = [
    ...['--no-defaults', '--skip-test-db', '--skip-name-resolve'],
    ...[`--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`],
    '--auth-root-authentication-method=normal',
  ]
  mkdirSync(join(folder, 'temporary'))
  execFileSync(requireProgram('mariadb', 'mariadb-install-db'), args, {
    stdio: 'pipe',
    env: environmentIn(folder),
  })
}

/**
 * Returns an environment with a folder for temporary tables. A server that starts deletes those in
 * its folder, and would delete those of another server in a shared one.
 */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, TMPDIR: join(folder, 'temporary') }
}

async function launch(
  folder: string,
  account: Account,
  settings: Readonly<Record<string, string>>,
): Promise<Handle> {
  const options = Object.entries({
    datadir: join(folder, 'data'),
    user: userInfo().username,
    port: String(account.port),
    'bind-address': HOST,
    socket: join(folder, 'socket'),
    'pid-file': join(folder, 'pid'),
    // What the tests write survives `kill`, but not a failure of the machine.
    'innodb-flush-log-at-trx-commit': '2',
    'innodb-buffer-pool-size': '64M',
    'character-set-server': 'utf8mb4',
    'collation-server': 'utf8mb4_general_ci',
    ...settings,
  })
  const handle = startProcess({
    name: `mariadbd on port ${account.port}`,
    program: requireProgram('mariadb', 'mariadbd'),
    args: ['--no-defaults', '--skip-name-resolve', ...options.map(([key, value]) => `--${key}=${value}`)],
    cwd: folder,
    env: environmentIn(folder),
  })
  const run = runner(account)
  const isReady = (): Promise<true | undefined> =>
    run('SELECT 1').then(
      () => true,
      () => undefined,
    )
  await untilReady(handle, isReady)
  return handle
}

function runner(account: Account): MariadbServer['run'] {
  return async (...statements) => {
    const connection = await createConnection(account)
    try {
      let rows: unknown
      for (const statement of statements) [rows] = await connection.query(statement)
      return rows as Record<string, unknown>[]
    } finally {
      await connection.end()
    }
  }
}

async function cutConnections(run: MariadbServer['run']): Promise<number> {
  const others = await run(
    `SELECT id FROM information_schema.processlist
    WHERE id <> CONNECTION_ID() AND command NOT IN ('Daemon', 'Binlog Dump')`,
  )
  for (const { id } of others) await run(`KILL ${Number(id)}`).catch(() => undefined)
  return others.length
}
