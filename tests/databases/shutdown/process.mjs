/**
 * A server that opens a connection and stays idle. After `SIGTERM` it closes as those of SvelteKit
 * and SolidStart do: it ends as soon as nothing is open. Its arguments are the client and a URL.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { createPool as createMariadbPool } from 'mariadb'
import { createPool } from 'mysql2/promise'
import pg from 'pg'
import postgres from 'postgres'
import { createClient, createClientPool } from 'redis'

/** What runs after the last request. */
const closers = []

/** @type {Readonly<Record<string, (url: string) => Promise<unknown>>>} */
const CLIENTS = {
  'pg, allowExitOnIdle'(connectionString) {
    return new pg.Pool({ connectionString, allowExitOnIdle: true }).query('SELECT 1')
  },
  'pg, end'(connectionString) {
    const pool = new pg.Pool({ connectionString })
    closers.push(() => pool.end())
    return pool.query('SELECT 1')
  },
  'postgres, idle_timeout'(url) {
    return postgres(url, { idle_timeout: 1 })`SELECT 1`
  },
  postgres: (url) => postgres(url)`SELECT 1`,
  'postgres, end'(url) {
    const sql = postgres(url)
    closers.push(() => sql.end())
    return sql`SELECT 1`
  },
  async redis(url) {
    const client = createClient({ url })
    await client.connect()
    await client.get('key')
  },
  async 'redis, unref'(url) {
    const client = createClient({ url })
    client.unref()
    await client.connect()
    await client.get('key')
  },
  async 'redis pool, close'(url) {
    const pool = createClientPool({ url })
    closers.push(() => pool.close())
    await pool.connect()
    await pool.get('key')
  },
  ioredis: (url) => new Redis(url, { lazyConnect: true }).get('key'),
  'ioredis, unref'(url) {
    const redis = new Redis(url, { lazyConnect: true })
    redis.on('connect', () => redis.stream.unref())
    return redis.get('key')
  },
  mysql2: (url) => createPool(url).query('SELECT 1'),
  'mysql2, end'(url) {
    const pool = createPool(url)
    closers.push(() => pool.end())
    return pool.query('SELECT 1')
  },
  mariadb: (url) => createMariadbPool(url).query('SELECT 1'),
  'mariadb, end'(url) {
    const pool = createMariadbPool(url)
    closers.push(() => pool.end())
    return pool.query('SELECT 1')
  },
}

const [, , name = '', url = ''] = process.argv
const server = createServer((_, response) => void response.end()).listen(0, '127.0.0.1')
await once(server, 'listening')
process.once('SIGTERM', () => server.close(() => Promise.all(closers.map((close) => close()))))
await CLIENTS[name]?.(url)
console.log('idle')
