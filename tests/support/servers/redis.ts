import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireProgram } from '../machine/programs.mjs'
import { freePorts } from '../processes/ports.mjs'
import { startProcess, untilReady } from '../processes/processes.mjs'

type Running = ReturnType<typeof startProcess>

const HOST = '127.0.0.1'
const SLOTS = 16_384
const MASTERS = 3
export const SENTINEL_NAME = 'latchkey'

/** A server with its data in a temporary folder, on a free port of 127.0.0.1. */
export interface RedisServer {
  readonly port: number
  /** The process, also after a restart. */
  readonly pid: number
  readonly url: string
  /** Runs a command with `redis-cli`. */
  readonly run: (...args: string[]) => Promise<string>
  /** Kills it without a chance to close its connections properly. */
  readonly kill: () => Promise<void>
  /**
   * Starts it again after `kill`, with its data if they were saved. Resolves when it responds, if
   * only with an error.
   */
  readonly restart: (settings?: Readonly<Record<string, string>>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Several servers that belong together. */
export interface RedisServers {
  readonly servers: readonly RedisServer[]
  readonly stop: () => Promise<void>
}

/**
 * Starts one server.
 *
 * @param settings options of redis.conf, such as `{ maxmemory: '10mb' }`
 * @param port default: a free one
 */
export async function startRedis(
  settings: Readonly<Record<string, string>> = {},
  port?: number,
): Promise<RedisServer> {
  const [free = 0] = await freePorts(1)
  const quick = { save: '""', appendonly: 'no', 'repl-diskless-sync-delay': '0' }
  return start(port ?? free, { bind: HOST, ...quick, ...settings })
}

/** Starts a cluster of three masters. */
export async function startRedisCluster(): Promise<RedisServers> {
  return together(await startClusterNodes(MASTERS))
}

/**
 * Starts a cluster of three masters with a replica each, which take over after half a second.
 *
 * @returns the masters, and then their replicas in the same order
 */
export async function startRedisClusterWithReplicas(): Promise<RedisServers> {
  const servers = await startClusterNodes(2 * MASTERS, { 'cluster-node-timeout': '500' })
  const masters = servers.slice(0, MASTERS)
  for (const [index, { run }] of servers.slice(MASTERS).entries()) {
    const id = (await masters[index]?.run('cluster', 'myid'))?.trim() ?? ''
    await until(async () => (await run('cluster', 'replicate', id)).includes('OK'))
    await until(async () => (await run('info', 'replication')).includes('master_link_status:up'))
  }
  for (const { run } of servers)
    await until(async () => (await run('cluster', 'nodes')).match(/\bslave\b/g)?.length === MASTERS)
  return together(servers)
}

/** Starts the nodes of a cluster. The first three own the slots. */
async function startClusterNodes(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<RedisServer[]> {
  const ports = await freePorts(2 * count)
  const servers = await Promise.all(
    ports.slice(0, count).map((port, index) =>
      startRedis(
        {
          'cluster-enabled': 'yes',
          'cluster-config-file': 'nodes.conf',
          'cluster-port': String(ports[index + count]),
          ...settings,
        },
        port,
      ),
    ),
  )
  const size = Math.ceil(SLOTS / MASTERS)
  for (const [index, { run }] of servers.entries()) {
    const last = Math.min(SLOTS, (index + 1) * size) - 1
    if (index < MASTERS) await run('cluster', 'addslotsrange', String(index * size), String(last))
    await run('cluster', 'set-config-epoch', String(index + 1))
    // Each to each, because hearing of each other takes seconds.
    for (let other = 0; other < index; other++)
      await run('cluster', 'meet', HOST, String(ports[other]), String(ports[other + count]))
  }
  for (const { run } of servers)
    await until(async () => {
      const info = await run('cluster', 'info')
      return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${count}`)
    })
  return servers
}

/** Starts a master, a replica of it, and a sentinel that makes the replica the master. */
export async function startRedisSentinel(): Promise<RedisServers & { readonly sentinel: RedisServer }> {
  const master = await startRedis()
  const replica = await startRedis({ replicaof: `${HOST} ${master.port}` })
  await until(async () => (await replica.run('info', 'replication')).includes('master_link_status:up'))
  const [port = 0] = await freePorts(1)
  const sentinel = await start(
    port,
    {
      bind: HOST,
      'sentinel monitor': `${SENTINEL_NAME} ${HOST} ${master.port} 1`,
      'sentinel down-after-milliseconds': `${SENTINEL_NAME} 500`,
      'sentinel failover-timeout': `${SENTINEL_NAME} 2000`,
    },
    ['--sentinel'],
  )
  const knows = async (): Promise<boolean> =>
    (await sentinel.run('sentinel', 'replicas', SENTINEL_NAME)).includes(String(replica.port))
  await until(knows)
  return { ...together([master, replica, sentinel]), sentinel }
}

async function start(
  port: number,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<RedisServer> {
  const program = requireProgram('redis', 'redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'))
  mkdirSync(join(folder, 'data'))
  const run = (...command: string[]): Promise<string> => redisCli(port, command)
  const file = join(folder, 'redis.conf')
  const launch = async (changes: Readonly<Record<string, string>> = {}): Promise<Running> => {
    const lines = Object.entries({ port: String(port), dir: join(folder, 'data'), ...settings, ...changes })
    writeFileSync(file, lines.map((line) => `${line.join(' ')}\n`).join(''))
    const name = `redis-server on port ${port}`
    const launched = startProcess({ name, program, args: [file, ...args], cwd: folder, env: process.env })
    await untilReady(launched, async () => {
      const reply = await run('ping').catch(() => '')
      return /PONG|LOADING/.test(reply) || undefined
    })
    return launched
  }
  let handle: Running
  try {
    handle = await launch()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    port,
    get pid() {
      return handle.pid ?? 0
    },
    url: `redis://${HOST}:${port}`,
    run,
    async kill() {
      if (handle.pid !== undefined) process.kill(handle.pid, 'SIGKILL')
      await handle.exited
    },
    async restart(changes) {
      handle = await launch(changes)
    },
    async stop() {
      await handle.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function redisCli(port: number, command: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('redis-cli', ['-h', HOST, '-p', String(port), ...command])
  return stdout
}

function together(servers: readonly RedisServer[]): RedisServers {
  return {
    servers,
    stop: async () => {
      await Promise.all(servers.map(({ stop }) => stop()))
    },
  }
}

/** Waits until a condition holds. @throws {Error} after twenty seconds */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The servers of Redis were not ready within 20 seconds.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
