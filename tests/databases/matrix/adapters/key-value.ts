import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { Redis } from '@upstash/redis'
import { createClient } from 'redis'
import { createStorage } from 'unstorage'
import type { Combination } from '../combination.ts'
import { startUpstashBridge } from '../upstash-bridge.ts'

export const KEY_VALUE: readonly Combination[] = [
  {
    adapter: '@auth/unstorage-adapter',
    database: 'memory of the process',
    storesExtraFields: true,
    open: () => ({ adapter: UnstorageAdapter(createStorage()) }),
  },
  {
    adapter: '@auth/upstash-redis-adapter',
    database: 'Redis, over HTTP',
    needs: ['redis'],
    storesExtraFields: true,
    async open({ redis }) {
      const client = createClient({ url: await redis() })
      await client.connect()
      const bridge = await startUpstashBridge((command) => client.sendCommand(command))
      const upstash = new Redis({ url: bridge.url, token: 'token', responseEncoding: false })
      const close = async (): Promise<void> => {
        await bridge.stop()
        client.destroy()
      }
      return { adapter: UpstashRedisAdapter(upstash), close }
    },
  },
]
