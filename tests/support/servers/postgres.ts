import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { requireProgram } from '../machine/programs.mjs'
import { freePorts } from '../processes/ports.mjs'
import { runProcess, startProcess, untilReady } from '../processes/processes.mjs'
import { asUser, folderOfUser } from './system-user.ts'

const HOST = '127.0.0.1'

/** How long a server waits for clients that close their connections. */
const CLOSING_MILLISECONDS = 1000

/** Fast, and without a promise about crashes of the machine. */
const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
  shared_preload_libraries: 'pg_stat_statements',
}

/** Options of postgresql.conf. */
export type PostgresSettings = Readonly<Record<string, string>>

/** A server with its data in a temporary folder, on a free port of 127.0.0.1. */
export interface PostgresServer {
  readonly port: number
  /** The folder with the data. */
  readonly data: string
  /** Returns the URL of a database. Default: `postgres`. */
  readonly url: (database?: string) => string
  /** Runs statements on a separate connection. Returns the rows of the last one. */
  readonly run: (text: string, database?: string) => Promise<Record<string, unknown>[]>
  /** Creates a database and returns its URL. */
  readonly createDatabase: (name: string, statements?: readonly string[]) => Promise<string>
  /** Kills the server and all of its backends, without a chance to close connections properly. */
  readonly kill: () => Promise<void>
  /** Starts it again with the same data, after `kill` or `shutDown`. */
  readonly start: () => Promise<void>
  /** Ends all connections and stops the server. Its data stay. */
  readonly shutDown: () => Promise<void>
  /** Ends the server and removes its data. */
  readonly stop: () => Promise<void>
}

/** Starts a server with an empty data folder. */
export async function startPostgres(settings: PostgresSettings = {}): Promise<PostgresServer> {
  const data = folderOfUser('latchkey-postgres-')
  const options = ['--no-sync', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--username=postgres']
  await prepare(data, 'initdb', [...options, '-D', data])
  return startIn(data, settings)
}

/** Starts a streaming standby of a server, which serves reads only. */
export async function startStandby(
  primary: PostgresServer,
  settings: PostgresSettings = {},
): Promise<PostgresServer> {
  const data = folderOfUser('latchkey-standby-')
  await prepare(data, 'pg_basebackup', [
    ...['-h', HOST, '-p', String(primary.port), '-U', 'postgres', '-D', data],
    ...['--checkpoint=fast', '--no-sync', '--write-recovery-conf'],
  ])
  return startIn(data, settings)
}

async function prepare(data: string, program: string, args: readonly string[]): Promise<void> {
  const { ok, output } = await runProcess({
    name: program,
    ...asUser(requireProgram('postgresql', program), args),
    cwd: data,
    env: process.env,
  })
  if (ok) return
  rmSync(data, { recursive: true, force: true })
  throw new Error(`${program} failed:\n${output}`)
}

async function startIn(data: string, settings: PostgresSettings): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1)
  const url = (database = 'postgres'): string => `postgres://postgres@${HOST}:${port}/${database}`
  const options = Object.entries({ port: String(port), ...SETTINGS, ...settings })
  const args = ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  let handle: ReturnType<typeof startProcess>

  const run = (text: string, database?: string): Promise<Record<string, unknown>[]> =>
    runOnce(url(database), text)
  const start = async (): Promise<void> => {
    const command = asUser(requireProgram('postgresql', 'postgres'), args)
    handle = startProcess({ name: `postgres on port ${port}`, ...command, cwd: data, env: process.env })
    await untilReady(handle, async () => (await run('SELECT 1').catch(() => undefined)) && true)
  }
  const shutDown = async (): Promise<void> => {
    // A fast shutdown. SIGTERM would wait for all clients.
    signal(handle.pid, 'SIGINT')
    await handle.exited
  }
  const stop = async (): Promise<void> => {
    // Connections that are just being closed would get an error, and no one listens to them.
    signal(handle.pid, 'SIGTERM')
    await Promise.race([handle.exited, delay(CLOSING_MILLISECONDS, undefined, { ref: false })])
    await shutDown()
    await handle.stop()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    throw error
  }
  return {
    port,
    data,
    url,
    run,
    async createDatabase(name, statements = []) {
      await run(`CREATE DATABASE "${name}"`)
      if (statements.length > 0) await run(statements.join(';\n'), name)
      return url(name)
    },
    async kill() {
      if (handle.pid !== undefined) killWithBackends(handle.pid)
      await handle.exited
    },
    start,
    shutDown,
    stop,
  }
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid !== undefined && isRunning(pid)) process.kill(pid, name)
}

/** Runs statements on a separate connection. Returns the rows of the last one. */
export async function runOnce(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const results: unknown = await client.query(text)
    return (Array.isArray(results) ? results.at(-1) : results).rows
  } finally {
    await client.end()
  }
}

/** Backends are in process groups of their own, and would go on committing. */
function killWithBackends(pid: number): void {
  for (const each of [pid, ...findChildren(pid)]) if (isRunning(each)) process.kill(each, 'SIGKILL')
}

function findChildren(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => findParent(pid) === parent).map(Number)
}

function findParent(pid: string): number | undefined {
  try {
    const [, parent] = /^PPid:\s*(\d+)/m.exec(readFileSync(join('/proc', pid, 'status'), 'utf8')) ?? []
    return Number(parent)
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
