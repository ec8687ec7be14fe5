/**
 * What Latchkey calls on a client of the package `redis`: a client, a pool, a cluster or a
 * sentinel.
 */
export interface NodeRedisClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, options: { PX: number }): Promise<unknown>
  del(key: string): Promise<unknown>
  incrBy(key: string, amount: number): Promise<unknown>
  info(section: 'memory'): Promise<unknown>
  multi(): NodeRedisTransaction
}

/** A `redis` transaction. */
export interface NodeRedisTransaction {
  set(key: string, value: string, options: { PX: number; NX: true }): NodeRedisTransaction
  incrBy(key: string, amount: number): NodeRedisTransaction
  exec(): Promise<unknown>
}

/** What Latchkey calls on a client of `ioredis` or `iovalkey`: a client or a cluster. */
export interface IoRedisClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, px: 'PX', milliseconds: number): Promise<unknown>
  del(key: string): Promise<unknown>
  info(section: 'memory'): Promise<unknown>
  multi(): IoRedisTransaction
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** An `ioredis` transaction. */
export interface IoRedisTransaction {
  set(key: string, value: string, px: 'PX', milliseconds: number, nx: 'NX'): IoRedisTransaction
  incrby(key: string, amount: number): IoRedisTransaction
  exec(): Promise<unknown>
}

/** What Latchkey calls on an `@upstash/redis` client. */
export interface UpstashClient {
  get(key: string): Promise<unknown>
  set(key: string, value: string, options: { px: number }): Promise<unknown>
  del(key: string): Promise<unknown>
  multi(): UpstashTransaction
}

/** An `@upstash/redis` transaction. */
export interface UpstashTransaction {
  set(key: string, value: string, options: { px: number; nx: true }): UpstashTransaction
  incrby(key: string, amount: number): UpstashTransaction
  exec(): Promise<unknown>
}

/** A client that `redisStore` accepts. It is recognized by its methods. */
export type RedisClient = NodeRedisClient | IoRedisClient | UpstashClient

/** A store's four commands on any client. */
export interface RedisCommands {
  readonly get: (key: string) => Promise<unknown>
  readonly set: (key: string, value: string, milliseconds: number) => Promise<unknown>
  readonly delete: (key: string) => Promise<unknown>
  /** Creates the counter unless it exists, and adds to it, in one transaction. */
  readonly add: (key: string, amount: number, milliseconds: number) => Promise<unknown>
  /** Returns what `INFO memory` returns on each server that stores keys, if the client can ask. */
  readonly memoryInfos: () => Promise<readonly unknown[]>
}

/**
 * Returns a client's commands.
 *
 * @throws {TypeError} if it is not a client that Latchkey knows
 */
export function toCommands(client: RedisClient): RedisCommands {
  if (!hasMethods(client, 'get', 'set', 'del', 'multi')) throw unknownClient(client)
  if (hasMethods(client, 'incrBy', 'info')) return nodeRedisCommands(client as NodeRedisClient)
  if (hasMethods(client, 'incrby', 'info', 'on')) return ioRedisCommands(client as IoRedisClient)
  if (hasMethods(client, 'incrby')) return upstashCommands(client as UpstashClient)
  throw unknownClient(client)
}

function nodeRedisCommands(client: NodeRedisClient): RedisCommands {
  return {
    get: (key) => client.get(key),
    set: (key, value, PX) => client.set(key, value, { PX }),
    delete: (key) => client.del(key),
    add: async (key, amount, PX) =>
      lastReply(await client.multi().set(key, '0', { PX, NX: true }).incrBy(key, amount).exec()),
    async memoryInfos() {
      const { masters, nodeClient } = client as Partial<NodeRedisCluster>
      if (masters === undefined || nodeClient === undefined) return [await client.info('memory')]
      const nodes = await Promise.all(masters.map((node) => nodeClient.call(client, node)))
      return Promise.all(nodes.map((node) => node.info('memory')))
    },
  }
}

/** Each master in a cluster has its own configuration. */
interface NodeRedisCluster {
  readonly masters: readonly unknown[]
  nodeClient(node: unknown): Promise<NodeRedisClient>
}

function ioRedisCommands(client: IoRedisClient): RedisCommands {
  return {
    get: (key) => client.get(key),
    set: (key, value, milliseconds) => client.set(key, value, 'PX', milliseconds),
    delete: (key) => client.del(key),
    async add(key, amount, milliseconds) {
      const replies = await client.multi().set(key, '0', 'PX', milliseconds, 'NX').incrby(key, amount).exec()
      // Each reply is a pair of an error and a value.
      for (const [error] of toList(replies).map(toList)) if (error) throw error
      return toList(lastReply(replies))[1]
    },
    async memoryInfos() {
      const { nodes } = client as { nodes?: (role: 'master') => readonly IoRedisClient[] }
      if (nodes === undefined) return [await client.info('memory')]
      // The masters are known after the first command.
      await client.get('latchkey:')
      return Promise.all(nodes.call(client, 'master').map((node) => node.info('memory')))
    },
  }
}

function upstashCommands(client: UpstashClient): RedisCommands {
  return {
    get: (key) => client.get(key),
    set: (key, value, px) => client.set(key, value, { px }),
    delete: (key) => client.del(key),
    add: async (key, amount, px) =>
      lastReply(await client.multi().set(key, '0', { px, nx: true }).incrby(key, amount).exec()),
    // The client has no such command.
    memoryInfos: async () => [],
  }
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function lastReply(replies: unknown): unknown {
  return toList(replies).at(-1)
}

function hasMethods(client: unknown, ...names: readonly string[]): boolean {
  return names.every(
    (name) => typeof (client as Record<string, unknown> | null | undefined)?.[name] === 'function',
  )
}

function unknownClient(client: unknown): TypeError {
  if (hasMethods(client, 'then'))
    return new TypeError('The `redisStore` client is a promise. Pass the client: `redisStore(await …)`.')
  return new TypeError(
    'The `redisStore` client is unknown. Pass a `redis` client, pool, cluster or sentinel, ' +
      'an `ioredis` client or cluster, or an `@upstash/redis` client.',
  )
}
