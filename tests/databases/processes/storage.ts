import type { Adapter, Store } from 'latchkey'

/** Where the processes of an application keep what they share. */
export interface Storage {
  readonly store: Store
  readonly adapter: Adapter
}

/** Connects to a storage. Each imports only its own driver. */
type Connect = (urls: readonly string[], folder: string) => Promise<Storage>

/** The storages with which the promises are proven. */
export const STORAGES = {
  redis: async ([url = ''], folder) => {
    const { createClient } = await import('redis')
    const { redisStore } = await import('latchkey/stores/redis')
    return { store: redisStore(createClient({ url })), adapter: await sqliteIn(folder) }
  },
  'redis-cluster': async (urls, folder) => {
    const { Cluster } = await import('ioredis')
    const { redisStore } = await import('latchkey/stores/redis')
    return { store: redisStore(new Cluster([...urls])), adapter: await sqliteIn(folder) }
  },
  sqlite: async (_urls, folder) => {
    const { sqliteStore } = await import('latchkey/stores/sqlite')
    return { store: sqliteStore(`${folder}/users.db`), adapter: await sqliteIn(folder) }
  },
  postgres: async ([connectionString = '']) => {
    const { default: pg } = await import('pg')
    const { default: postgres } = await import('latchkey/adapters/postgres')
    const { postgresStore } = await import('latchkey/stores/postgres')
    const pool = new pg.Pool({ connectionString })
    return { store: postgresStore(pool), adapter: postgres(pool) }
  },
  mysql: async ([uri = '']) => {
    const { createPool } = await import('mysql2/promise')
    const { default: mysql } = await import('latchkey/adapters/mysql')
    const { mysqlStore } = await import('latchkey/stores/mysql')
    const pool = createPool({ uri })
    return { store: mysqlStore(pool), adapter: mysql(pool) }
  },
} satisfies Record<string, Connect>

export type StorageName = keyof typeof STORAGES

/** Connects to the storage that the environment names. */
export function connectStorage(env: NodeJS.ProcessEnv): Promise<Storage> {
  const { STORAGE = '', STORAGE_URLS = '', STORAGE_FOLDER = '' } = env
  const connect: Connect | undefined = STORAGES[STORAGE as StorageName]
  if (connect === undefined) throw new Error(`There is no storage "${STORAGE}".`)
  return connect(STORAGE_URLS.split(','), STORAGE_FOLDER)
}

/** Redis has no users: they are in one file, which all processes open. */
async function sqliteIn(folder: string): Promise<Adapter> {
  const { default: sqlite } = await import('latchkey/adapters/sqlite')
  return sqlite(`${folder}/users.db`)
}
