import { type FaultyProxy, startFaultyProxy } from '@latchkey/test-support/servers/faulty-proxy.ts'
import { type RedisServer, startRedis, until } from '@latchkey/test-support/servers/redis.ts'
import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FaultRun } from './fault.ts'
import { expectPromises } from './redis-applications.ts'
import type { REDIS_FAULTS } from './redis-faults.ts'

let server: RedisServer
let proxy: FaultyProxy
beforeAll(async () => {
  server = await startRedis({ appendonly: 'yes', appendfsync: 'always' })
  proxy = await startFaultyProxy(server.port)
})
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
})

type Name = Exclude<keyof typeof REDIS_FAULTS, 'sentinel' | 'cluster'>
type Steps = Pick<FaultRun, 'inject' | 'heal'> & { readonly port: () => number }

const direct = (): number => server.port
const proxied = (): number => proxy.port

const STEPS: Readonly<Record<Name, Steps>> = {
  killed: { port: direct, inject: () => server.kill(), heal: () => server.restart() },
  silent: {
    port: direct,
    inject: async () => process.kill(server.pid, 'SIGSTOP'),
    heal: async () => process.kill(server.pid, 'SIGCONT'),
  },
  swallowed: { port: proxied, inject: async () => proxy.swallow(), heal: () => proxy.pass() },
  slow: { port: proxied, inject: async () => proxy.delay(5000), heal: () => proxy.pass() },
  refused: { port: proxied, inject: () => proxy.refuse(), heal: () => proxy.pass() },
  full: {
    port: direct,
    async inject() {
      const used = Number(/used_memory:(\d+)/.exec(await server.run('info', 'memory'))?.[1])
      await server.run('config', 'set', 'maxmemory', String(used - 100_000))
    },
    heal: () => server.run('config', 'set', 'maxmemory', '0'),
  },
  loading: {
    port: direct,
    async inject() {
      await server.run('debug', 'populate', '2000')
      await server.run('bgrewriteaof')
      await until(async () => (await server.run('info', 'persistence')).includes('aof_rewrite_in_progress:0'))
      await server.kill()
      await server.restart({ 'key-load-delay': '1500', 'loading-process-events-interval-bytes': '1024' })
      expect(await server.run('get', 'key')).toContain('LOADING')
    },
    heal: async () => {},
  },
}

/** The others take the same ways through the code. */
const CHOSEN: readonly Name[] = ['killed', 'silent', 'full', 'loading']
const NAMES = chosenVariants(Object.keys(STEPS) as Name[], (name) => CHOSEN.includes(name))

// proves DB-31
it.each(NAMES)('Redis fails under load: %s', async (name) => {
  const { port, ...steps } = STEPS[name]
  await expectPromises(name, { servers: 'one', ports: [port()] }, steps)
})
