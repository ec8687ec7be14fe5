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
