import {
  type RedisServer,
  type RedisServers,
  startRedis,
  startRedisCluster,
} from '@latchkey/test-support/servers/redis.ts'
import { Cluster, Redis } from 'ioredis'
import { redisStore } from 'latchkey/stores/redis'
import { createClient, createCluster } from 'redis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

let server: RedisServer
let cluster: RedisServers
beforeAll(async () => {
  ;[server, cluster] = await Promise.all([startRedis({ maxmemory: '50mb' }), startRedisCluster()])
})
afterAll(() => Promise.all([server?.stop(), cluster?.stop()]))

const closing: (() => unknown)[] = []
beforeEach(async () => {
  await server.run('config', 'set', 'maxmemory', '50mb')
  await server.run('config', 'set', 'maxmemory-policy', 'noeviction')
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

const clients = {
  redis: (url = server.url) => {
    const client = createClient({ url })
    closing.push(() => client.destroy())
    return client
  },
  ioredis: (url = server.url) => {
    const client = new Redis(url)
    closing.push(() => client.disconnect())
    return client
  },
}
const CLIENTS = ['redis', 'ioredis'] as const
const POLICIES = [
  'allkeys-lru',
  'allkeys-lfu',
  'allkeys-random',
  'volatile-lru',
  'volatile-lfu',
  'volatile-random',
  'volatile-ttl',
]

describe.each(CLIENTS)('the Redis store with a client of %s', (name) => {
  // proves DB-11
  it.each(POLICIES)('rejects every call, with the fix, while the policy is %s', async (policy) => {
    await server.run('config', 'set', 'maxmemory-policy', policy)
    const store = redisStore(clients[name]())
    for (const call of [
      () => store.get('key'),
      () => store.set('refused', 'value', 60),
      () => store.add('refused', 1, 60),
      () => store.delete('key'),
    ])
      await expect(call()).rejects.toThrow(
        new RegExp(`\`maxmemory-policy\` is \`${policy}\`.*Set \`maxmemory-policy\` to \`noeviction\``),
      )
    expect(await server.run('exists', 'refused')).toBe('0\n')
  })

  it('works as soon as the policy is right, without a restart', async () => {
    await server.run('config', 'set', 'maxmemory-policy', 'allkeys-lru')
    const store = redisStore(clients[name]())
    await expect(store.get('key')).rejects.toThrow('allkeys-lru')
    await server.run('config', 'set', 'maxmemory-policy', 'noeviction')
    expect(await store.add(crypto.randomUUID(), 1, 60)).toBe(1)
  })

  it('accepts any policy if the memory has no limit, and if the application accepts it', async () => {
    await server.run('config', 'set', 'maxmemory-policy', 'allkeys-lru')
    const accepting = redisStore(clients[name](), { eviction: 'accept' })
    expect(await accepting.add(crypto.randomUUID(), 1, 60)).toBe(1)
    await server.run('config', 'set', 'maxmemory', '0')
    expect(await redisStore(clients[name]()).add(crypto.randomUUID(), 1, 60)).toBe(1)
  })

  it('warns once if it may not read the policy, and works', async () => {
    const commands = ['+get', '+set', '+incrby', '+del', '+multi', '+exec', '+client', '+hello']
    await server.run('acl', 'setuser', 'limited', 'on', '>password', '~*', ...commands)
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const store = redisStore(clients[name](server.url.replace('//', '//limited:password@')))
    const key = crypto.randomUUID()
    expect([await store.add(key, 1, 60), await store.add(key, 1, 60)]).toEqual([1, 2])
    const lines = warn.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('[latchkey]'))
    expect(lines).toEqual([expect.stringMatching(/redis-eviction .*`noeviction`.*eviction: "accept"/)])
  })

  it('rejects writes to a full Redis, and keeps every session that was ended', async () => {
    const store = redisStore(clients[name]())
    const ended = Array.from({ length: 20 }, () => `latchkey:ended:${crypto.randomUUID()}`)
    for (const key of ended) await store.set(key, '1', 600)
    const used = /used_memory:(\d+)/.exec(await server.run('info', 'memory'))?.[1]
    await server.run('config', 'set', 'maxmemory', String(Number(used) + 100_000))
    const fill = async (write: (index: number) => unknown): Promise<void> => {
      for (let index = 0; index < 5000; index++) await write(index)
    }
    const full = { code: 'EAGAIN', message: expect.stringContaining('OOM command not allowed') }
    await expect(
      fill((index) => store.set(`filler:${name}:${index}`, 'x'.repeat(1000), 60)),
    ).rejects.toMatchObject(full)
    await expect(fill((index) => store.add(`counter:${name}:${index}`, 1, 60))).rejects.toMatchObject(full)
    expect(await Promise.all(ended.map((key) => store.get(key)))).toEqual(ended.map(() => '1'))
  })
})

// proves DB-11
it.each(CLIENTS)('rejects a cluster of %s if one of its masters may remove keys', async (name) => {
  const [, , last] = cluster.servers
  await last?.run('config', 'set', 'maxmemory', '50mb')
  await last?.run('config', 'set', 'maxmemory-policy', 'allkeys-lru')
  const urls = cluster.servers.map(({ url }) => url)
  const client =
    name === 'redis' ? createCluster({ rootNodes: urls.map((url) => ({ url })) }) : new Cluster(urls)
  closing.push(() => ('destroy' in client ? client.destroy() : client.disconnect()))
  await expect(redisStore(client).get('key')).rejects.toThrow('allkeys-lru')
})
