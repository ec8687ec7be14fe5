import { SENTINEL_NAME } from '@latchkey/test-support/servers/redis.ts'
import { Cluster, Redis } from 'ioredis'
import type { Store } from 'latchkey'
import { redisStore } from 'latchkey/stores/redis'
import { createClient, createCluster, createSentinel } from 'redis'
import type { OpenDatabase } from './application-database.ts'
import type { StoreSettings } from './application-settings.ts'

const HOST = '127.0.0.1'

/** Opens the store of an application, with the clients as their documentation sets them up. */
export function openStore(settings: StoreSettings, database: OpenDatabase): Store {
  if (settings.in === 'database') return database.store()
  const urls = settings.ports.map((port) => `redis://${HOST}:${port}`)
  const nodes = settings.ports.map((port) => ({ host: HOST, port }))
  const [url = ''] = urls
  const open = {
    redis: {
      one: () => createClient({ url }),
      cluster: () => createCluster({ rootNodes: urls.map((node) => ({ url: node })) }),
      sentinel: () => createSentinel({ name: SENTINEL_NAME, sentinelRootNodes: nodes }),
    },
    ioredis: {
      one: () => new Redis(url),
      cluster: () => new Cluster(urls),
      sentinel: () => new Redis({ sentinels: nodes, name: SENTINEL_NAME }),
    },
  }
  return redisStore(open[settings.client][settings.servers]())
}
