import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { startRedis, startRedisCluster } from '@latchkey/test-support/servers/redis.ts'
import { buildSchema as mysqlSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildSchema as postgresSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { buildStoreSchema as mysqlStoreSchema } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { buildStoreSchema as postgresStoreSchema } from '../../../packages/latchkey/src/stores/postgres/schema.ts'
import type { StorageName } from './storage.ts'

/** A storage server that runs. */
export interface RunningStorage {
  readonly urls: readonly string[]
  readonly stop: () => Promise<void>
}

/** A storage with which the promises are proven. */
export interface SetUp {
  readonly title: string
  readonly storage: StorageName
  /** Returns why it cannot be started here, if so. */
  readonly skip?: () => string | undefined
  readonly start: () => Promise<RunningStorage>
}

export const SET_UPS: readonly SetUp[] = [
  {
    title: 'a store in Redis',
    storage: 'redis',
    async start() {
      const { url, stop } = await startRedis()
      return { urls: [url], stop }
    },
  },
  {
    title: 'a store in a Redis Cluster',
    storage: 'redis-cluster',
    async start() {
      const { servers, stop } = await startRedisCluster()
      return { urls: servers.map(({ url }) => url), stop }
    },
  },
  {
    title: 'users and the store in SQLite files',
    storage: 'sqlite',
    start: async () => ({ urls: [], stop: async () => {} }),
  },
  {
    title: 'users and the store in PostgreSQL',
    storage: 'postgres',
    skip: () => skipWithout('postgresql'),
    async start() {
      const { createDatabase, stop } = await startPostgres()
      const url = await createDatabase('processes', [...postgresSchema(), ...postgresStoreSchema()])
      return { urls: [url], stop }
    },
  },
  {
    title: 'users and the store in MariaDB',
    storage: 'mysql',
    skip: () => skipWithout('mariadb'),
    async start() {
      const { createDatabase, run, host, port, user, stop } = await startMariadb()
      const database = await createDatabase()
      await run(`USE ${database}`, ...mysqlSchema(), ...mysqlStoreSchema())
      return { urls: [`mysql://${user}@${host}:${port}/${database}`], stop }
    },
  },
]
