import { execFile } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { promisify } from 'node:util'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import {
  type RedisServer,
  SENTINEL_NAME,
  startRedis,
  startRedisSentinel,
  until,
} from '@latchkey/test-support/servers/redis.ts'
import { Redis } from 'ioredis'
import { type RedisClient, redisStore } from 'latchkey/stores/redis'
import { createClient, createSentinel } from 'redis'
import { afterEach, expect, it, vi } from 'vitest'

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0).reverse()) await close()
})

async function single(...args: Parameters<typeof startRedis>): Promise<RedisServer> {
  const server = await startRedis(...args)
  closing.push(server.stop)
  return server
}

const CLIENTS = {
  redis(url: string): RedisClient {
    const client = createClient({ url, socket: { reconnectStrategy: 50 } })
    closing.push(() => client.destroy())
    return client
  },
  ioredis(url: string): RedisClient {
    const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 1 })
    closing.push(() => client.disconnect())
    return client
  },
}
const NAMES = ['redis', 'ioredis'] as const

const SENTINELS = {
  redis(port: number): RedisClient {
    const client = createSentinel({ name: SENTINEL_NAME, sentinelRootNodes: [{ host: '127.0.0.1', port }] })
    closing.push(() => client.destroy())
    return client
  },
  ioredis(port: number): RedisClient {
    const client = new Redis({ sentinels: [{ host: '127.0.0.1', port }], name: SENTINEL_NAME })
    closing.push(() => client.disconnect())
    return client
  },
}

it.each(NAMES)('works again after a failover, without a restart, with a sentinel and %s', async (name) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { servers, sentinel, stop } = await startRedisSentinel()
  closing.push(stop)
  const store = redisStore(SENTINELS[name](sentinel.port))
  await store.set('latchkey:ended:1', '1', 600)
  expect(await store.add('latchkey:tries', 1, 600)).toBe(1)
  await until(async () => (await servers[1]?.run('exists', 'latchkey:tries')) === '1\n')
  await servers[0]?.kill()
  const attempt = async (): Promise<boolean> => {
    const late = new Promise<never>((_, reject) => setTimeout(reject, 500, new Error('late')))
    try {
      await Promise.race([store.add('latchkey:tries', 1, 600), late])
      return true
    } catch {
      return false
    }
  }
  await until(attempt)
  expect(await store.get('latchkey:ended:1')).toBe('1')
  expect(Number(await store.get('latchkey:tries'))).toBeGreaterThan(1)
})

it.each(NAMES)('reports a lost connection of %s as temporary, and connects again', async (name) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const server = await single()
  const store = redisStore(CLIENTS[name](server.url))
  await store.set('key', 'value', 60)
  await server.run('client', 'pause', '500')
  const running = settleCall(() => store.get('key'))
  // A command that has not been written yet would wait for the new connection instead.
  await new Promise(setImmediate)
  await server.kill()
  expect([{ code: 'ECONNRESET' }, { code: 'ECONNREFUSED' }]).toContainEqual(await running)
  await single({}, server.port)
  await until(async () => 'value' in (await settleCall(() => store.get('key'))))
  expect(await store.add('counter', 1, 60)).toBe(1)
})

it('reports a command of redis that waited too long for the connection as temporary', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const server = await single()
  const client = createClient({
    url: server.url,
    socket: { reconnectStrategy: 50 },
    commandOptions: { timeout: 200 },
  })
  closing.push(() => client.destroy())
  const store = redisStore(client)
  await store.set('key', 'value', 60)
  await server.kill()
  await until(async () => !client.isReady)
  await expect(store.get('key')).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'The command timed out.',
  })
})

it('connects a client of redis at the first call, and tries again if the server was away', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const port = await freePort()
  const client = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } })
  closing.push(() => client.destroy())
  const store = redisStore(client)
  expect(client.isOpen).toBe(false)
  await expect(store.get('key')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await single({}, port)
  expect(await store.get('key')).toBeUndefined()
  expect(warn.mock.calls.flat().join('\n')).not.toContain('\n')
})

it('does not reopen a client that the application closed', async () => {
  const { url } = await single()
  const client = createClient({ url })
  const store = redisStore(client)
  await store.set('key', 'value', 60)
  await client.close()
  await expect(store.get('key')).rejects.toThrow('The client is closed')
  expect(client.isOpen).toBe(false)
})

it('keeps the process alive and logs once if the application does not listen to errors', async () => {
  const server = await single()
  const script = `
    import { createClient } from 'redis'
    import { redisStore } from 'latchkey/stores/redis'
    const store = redisStore(createClient({ url: '${server.url}', socket: { reconnectStrategy: 20 } }))
    await store.set('key', 'value', 60)
    process.kill(${server.pid}, 'SIGKILL')
    setTimeout(() => { console.log('alive'); process.exit() }, 500)`
  const args = ['--conditions=@latchkey/source', '--input-type=module', '--eval', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH },
  })
  expect(stdout).toBe('alive\n')
  expect(stderr.match(/\[latchkey\] redis-connection The connection to Redis failed/g)).toHaveLength(1)
})

it('leaves errors of the connection to the application if it listens to them', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const server = await single()
  const client = createClient({ url: server.url, socket: { reconnectStrategy: 20 } })
  closing.push(() => client.destroy())
  const errors: unknown[] = []
  const store = redisStore(client)
  client.on('error', (error) => errors.push(error))
  await store.set('key', 'value', 60)
  await server.kill()
  await vi.waitUntil(() => errors.length > 0)
  expect(warn.mock.calls.flat().join()).not.toContain('redis-connection')
})

// proves DB-14
it.each(NAMES)('counts with commands that every version and a cluster have, with %s', async (name) => {
  const server = await single()
  const store = redisStore(CLIENTS[name](server.url))
  await store.get('key')
  const before = await countCalls(server)
  await store.add('latchkey:tries', 1, 60)
  await store.add('latchkey:tries', 1, 60)
  const after = await countCalls(server)
  const calls = Object.entries(after).map(([command, count]) => [command, count - (before[command] ?? 0)])
  expect(Object.fromEntries(calls.filter(([, count]) => count !== 0))).toMatchObject({
    multi: 2,
    set: 2,
    incrby: 2,
    exec: 2,
  })
  expect(Object.keys(after)).not.toEqual(expect.arrayContaining([expect.stringMatching(/eval|expire/)]))
})

it('sends the calls of one moment in one write', async () => {
  const server = await single()
  const writes: string[] = []
  const proxy = createServer((socket) => {
    const upstream = connect(server.port, '127.0.0.1')
    socket.on('data', (chunk) => void writes.push(chunk.toString())).pipe(upstream)
    upstream.pipe(socket)
    socket.on('error', () => upstream.destroy())
  })
  const port = await freePort()
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  closing.push(() => proxy.close())
  const store = redisStore(CLIENTS.redis(`redis://127.0.0.1:${port}`))
  await store.get('latchkey:first')
  writes.length = 0
  await Promise.all([store.get('latchkey:ended:1'), store.get('latchkey:revoked:1')])
  expect(writes).toEqual([expect.stringMatching(/latchkey:ended:1.*latchkey:revoked:1/s)])
})

it('separates applications by a prefix, and starts every key with it', async () => {
  const server = await single()
  const [shop, blog] = ['shop:', 'blog:'].map((prefix) => redisStore(CLIENTS.redis(server.url), { prefix }))
  await shop?.set('latchkey:ended:1', '1', 60)
  await shop?.add('latchkey:tries:1', 1, 60)
  expect([await blog?.get('latchkey:ended:1'), await blog?.add('latchkey:tries:1', 1, 60)]).toEqual([
    undefined,
    1,
  ])
  await blog?.delete('latchkey:tries:1')
  expect((await server.run('keys', '*')).trim().split('\n').toSorted()).toEqual([
    'shop:latchkey:ended:1',
    'shop:latchkey:tries:1',
  ])
})

/** Returns the result of a call, or the code of its error. */
async function settleCall(call: () => unknown): Promise<{ value: unknown } | { code: unknown }> {
  try {
    return { value: await call() }
  } catch (error) {
    return { code: (error as { code?: unknown }).code }
  }
}

async function countCalls({ run }: RedisServer): Promise<Record<string, number>> {
  const lines = (await run('info', 'commandstats')).matchAll(/^cmdstat_([\w|-]+):calls=(\d+)/gm)
  return Object.fromEntries([...lines].map(([, command = '', count]) => [command, Number(count)]))
}
