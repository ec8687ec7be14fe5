import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { type RedisServer, startRedis } from '@latchkey/test-support/servers/redis.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let postgres: PostgresServer
let redis: RedisServer
let mariadb: MariadbServer
let database: string
beforeAll(async () => {
  ;[postgres, redis, mariadb] = await Promise.all([startPostgres(), startRedis(), startMariadb()])
  database = await mariadb.createDatabase()
})
afterAll(() => Promise.all([postgres?.stop(), redis?.stop(), mariadb?.stop()]))

const FILE = fileURLToPath(new URL('process.mjs', import.meta.url))

function urlFor(client: string): string {
  if (/^(?:pg|postgres)/.test(client)) return postgres.url()
  if (client.includes('redis')) return redis.url
  const scheme = client.startsWith('mariadb') ? 'mariadb' : 'mysql'
  return `${scheme}://root@${mariadb.host}:${mariadb.port}/${database}`
}

/** Returns whether a process with an idle connection ends within some seconds of SIGTERM. */
async function ends(client: string): Promise<boolean> {
  const args = [FILE, client, urlFor(client)]
  const handle = startProcess({ name: client, program: 'node', args, cwd: '/', env: process.env, graceMs: 0 })
  try {
    await untilReady(handle, async () => handle.log().includes('idle') || undefined)
    if (handle.pid !== undefined) process.kill(handle.pid, 'SIGTERM')
    return await Promise.race([handle.exited.then(() => true), delay(4000, false)])
  } finally {
    await handle.stop()
  }
}

it.concurrent.each([
  'pg, allowExitOnIdle',
  'pg, end',
  'postgres, idle_timeout',
  'postgres, end',
  'redis, unref',
  'redis pool, close',
  'ioredis, unref',
  'mysql2, end',
  'mariadb, end',
])('a process ends after SIGTERM with the client of the documentation: %s', async (client) => {
  expect(await ends(client)).toBe(true)
})

it.concurrent.each(['postgres', 'redis', 'ioredis', 'mysql2', 'mariadb'])(
  'a process does not end while a connection is idle: %s',
  async (client) => {
    expect(await ends(client)).toBe(false)
  },
)
