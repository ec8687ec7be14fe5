import { startRedis, startRedisCluster } from '../servers/redis.ts'
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
]
