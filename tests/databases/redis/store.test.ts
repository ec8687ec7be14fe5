import {
  type RedisServer,
  type RedisServers,
  SENTINEL_NAME,
  startRedis,
  startRedisCluster,
  startRedisSentinel,
} from '@latchkey/test-support/servers/redis.ts'
import { Cluster as IoCluster, Redis } from 'ioredis'
import type { Store } from 'latchkey'
import { type RedisClient, redisStore } from 'latchkey/stores/redis'
import { testStore } from 'latchkey/testing/store-suite'
import { createClient, createClientPool, createCluster, createSentinel } from 'redis'
import { afterAll, beforeAll, describe, it } from 'vitest'

interface Parts {
  readonly single: RedisServer
  readonly cluster: RedisServers
  readonly sentinel: RedisServers & { readonly sentinel: RedisServer }
}

interface Connected {
  readonly client: RedisClient
  readonly close: () => unknown
}

const CLIENTS: Record<string, (parts: Parts) => Connected> = {
  'a client of redis': ({ single: { url } }) => {
    const client = createClient({ url })
    return { client, close: () => client.destroy() }
  },
  'a pool of redis': ({ single: { url } }) => {
    // All tests run at once, and a busy machine needs longer than the default of three seconds.
    const client = createClientPool({ url }, { acquireTimeout: 30_000 })
    return { client, close: () => client.destroy() }
  },
  'a cluster of redis': ({ cluster: { servers } }) => {
    const client = createCluster({ rootNodes: servers.map(({ url }) => ({ url })) })
    return { client, close: () => client.destroy() }
  },
  'a sentinel of redis': ({ sentinel: { sentinel } }) => {
    const sentinelRootNodes = [{ host: '127.0.0.1', port: sentinel.port }]
    const client = createSentinel({ name: SENTINEL_NAME, sentinelRootNodes })
    return { client, close: () => client.destroy() }
  },
  'a client of ioredis': ({ single: { url } }) => {
    const client = new Redis(url, { lazyConnect: true })
    return { client, close: () => client.disconnect() }
  },
  'a client of ioredis with automatic pipelines': ({ single: { url } }) => {
    const client = new Redis(url, { enableAutoPipelining: true })
    return { client, close: () => client.disconnect() }
  },
  'a cluster of ioredis': ({ cluster: { servers } }) => {
    const client = new IoCluster(
      servers.map(({ url }) => url),
      { lazyConnect: true },
    )
    return { client, close: () => client.disconnect() }
  },
  'a client of ioredis over a sentinel': ({ sentinel: { sentinel } }) => {
    const sentinels = [{ host: '127.0.0.1', port: sentinel.port }]
    const client = new Redis({ sentinels, name: SENTINEL_NAME })
    return { client, close: () => client.disconnect() }
  },
}

let parts: Parts
beforeAll(async () => {
  const [single, cluster, sentinel] = await Promise.all([
    startRedis(),
    startRedisCluster(),
    startRedisSentinel(),
  ])
  parts = { single, cluster, sentinel }
})
afterAll(async () => {
  for (const part of Object.values(parts ?? {})) await part.stop()
})

// proves DB-14, DB-23
describe.concurrent('the Redis store', () => {
  for (const [name, connect] of Object.entries(CLIENTS))
    describe(name, () => {
      let store: Store
      let close: () => unknown
      beforeAll(() => {
        const connected = connect(parts)
        close = connected.close
        store = redisStore(connected.client, { prefix: `${name}:` })
      })
      afterAll(() => close())
      testStore({ name: 'passes the store suite', create: () => ({ store }) }, { describe, it })
    })
})
