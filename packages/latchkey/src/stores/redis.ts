import type { Store } from '../types/store.ts'
import { type RedisClient, toCommands } from './redis/client.ts'
import { connectOnce, logConnectionErrors } from './redis/connection.ts'
import { checkEviction } from './redis/eviction.ts'
import { withCode } from './redis/temporary.ts'
import { fromStored, toStored } from './redis/text.ts'

export type { Awaitable } from '../types/basics.ts'
export type { Store } from '../types/store.ts'
export type {
  IoRedisClient,
  IoRedisTransaction,
  NodeRedisClient,
  NodeRedisTransaction,
  RedisClient,
  UpstashClient,
  UpstashTransaction,
} from './redis/client.ts'

/** Options of `redisStore`. */
export interface RedisStoreOptions {
  /**
   * Text before each key, such as `shop:`. Applications whose user ids can overlap need different
   * prefixes. Default: none. All keys continue with `latchkey:` after it.
   */
  readonly prefix?: string
  /**
   * What happens if Redis may remove keys that have not expired, according to its
   * `maxmemory-policy`. `refuse`: every call fails, and the error contains the fix. `accept`: the
   * policy is not checked; when the memory is full, ended sessions can become valid again. Default:
   * `refuse`.
   */
  readonly eviction?: 'refuse' | 'accept'
}

/**
 * Creates a store in Redis or Valkey, for all of an application's processes. Accepts a `redis`
 * client, pool, cluster or sentinel, an `ioredis` client or cluster, or an `@upstash/redis` client.
 * Connects a `redis` client that is not connected.
 *
 * The first call checks that Redis does not remove keys before they expire.
 *
 * @throws {TypeError} if the client or an option is unknown
 * @example
 * ```ts
 * import { Redis } from 'ioredis'
 * import { redisStore } from 'latchkey/stores/redis'
 *
 * export const store = redisStore(new Redis(process.env.REDIS_URL ?? '', { lazyConnect: true }))
 * ```
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): Store {
  const { prefix = '', eviction = 'refuse' } = options
  const commands = toCommands(client)
  if (eviction !== 'refuse' && eviction !== 'accept')
    throw new TypeError(`\`eviction\` is "${String(eviction)}". Use "refuse" or "accept".`)
  logConnectionErrors(client)
  const connect = connectOnce(client)
  let isReady = false
  let preparing: Promise<void> | undefined

  async function prepare(): Promise<void> {
    await connect()
    if (eviction === 'refuse' && !(await checkEviction(commands))) warnUnchecked()
    isReady = true
  }

  /** Calls immediately when the client is ready: simultaneous calls leave in one write. */
  async function call<T>(command: () => Promise<T>): Promise<T> {
    try {
      if (!isReady) {
        // The next call repeats a failed check, because Redis may be repaired in the meantime.
        preparing ??= prepare().finally(() => {
          preparing = undefined
        })
        await preparing
      }
      return await command()
    } catch (error) {
      throw withCode(error)
    }
  }

  return {
    get: async (key) => fromStored(await call(() => commands.get(prefix + key))),
    set: (key, value, seconds) =>
      call(() => commands.set(prefix + key, toStored(value), milliseconds(seconds))),
    add: async (key, amount, seconds) =>
      Number(await call(() => commands.add(prefix + key, amount, milliseconds(seconds)))),
    delete: (key) => call(() => commands.delete(prefix + key)),
  }
}

/** Redis rejects a lifetime of zero and fractions. */
function milliseconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds * 1000))
}

function warnUnchecked(): void {
  console.warn(
    '[latchkey] redis-eviction The store could not read `maxmemory-policy` from Redis. Set it to ' +
      '`noeviction`, or turn eviction off, and pass `redisStore(client, { eviction: "accept" })`.',
  )
}
