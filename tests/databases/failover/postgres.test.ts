import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FaultyProxy, startFaultyProxy } from '@latchkey/test-support/servers/faulty-proxy.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, it } from 'vitest'
import type { FaultRun } from './fault.ts'
import { expectPromises, prepareDatabase, ROLE, toUrl } from './postgres-applications.ts'
import type { POSTGRES_FAULTS } from './postgres-faults.ts'

let server: PostgresServer
let proxy: FaultyProxy
beforeAll(async () => {
  // Otherwise a sign-out may be lost that was reported as done.
  server = await startPostgres({ synchronous_commit: 'on' })
  await prepareDatabase(server)
  proxy = await startFaultyProxy(server.port)
})
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
})

type Name = Exclude<keyof typeof POSTGRES_FAULTS, 'standby' | 'lagging' | 'promoted'>
type Steps = Pick<FaultRun, 'inject' | 'heal'> & { readonly port: () => number }

const direct = { port: (): number => server.port }
const throughProxy = { port: (): number => proxy.port, heal: (): Promise<void> => proxy.pass() }

const STEPS: Readonly<Record<Name, Steps>> = {
  restarted: { ...direct, inject: () => server.shutDown(), heal: () => server.start() },
  killed: { ...direct, inject: () => server.kill(), heal: () => server.start() },
  silent: {
    ...direct,
    inject: async () => signalAll(server, 'SIGSTOP'),
    heal: async () => signalAll(server, 'SIGCONT'),
  },
  swallowed: { ...throughProxy, inject: async () => proxy.swallow() },
  slow: { ...throughProxy, inject: async () => proxy.delay(5000) },
  refused: { ...throughProxy, inject: () => proxy.refuse() },
  exhausted: { ...direct, inject: async (_, origins) => exhaust(origins, 3), heal: async () => {} },
  'too many': {
    ...direct,
    async inject() {
      await server.run(`ALTER ROLE ${ROLE} CONNECTION LIMIT 0`)
      await server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`)
    },
    heal: () => server.run(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`),
  },
}

/** The others take the same ways through the code. */
const CHOSEN: readonly Name[] = ['restarted', 'silent', 'exhausted', 'too many']
const NAMES = chosenVariants(Object.keys(STEPS) as Name[], (name) => CHOSEN.includes(name))

// proves DB-31
it.each(NAMES)('PostgreSQL fails under load: %s', async (name) => {
  const { port, ...steps } = STEPS[name]
  await expectPromises(name, { url: toUrl(port()) }, steps)
})

/** Sends a signal to the server and its backends. */
function signalAll({ data }: PostgresServer, signal: NodeJS.Signals): void {
  const [main] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const isOwn = (pid: string): boolean =>
    pid === main || new RegExp(`^PPid:\\s*${main}$`, 'm').test(getStatus(pid))
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOwn(name)))
    process.kill(Number(pid), signal)
}

/** Returns an empty text for a process that has ended. */
function getStatus(pid: string): string {
  try {
    return readFileSync(join('/proc', pid, 'status'), 'utf8')
  } catch {
    return ''
  }
}

/** Keeps the connections of all pools busy. */
function exhaust(origins: readonly string[], seconds: number): void {
  for (const origin of origins) void fetch(`${origin}/exhaust?seconds=${seconds}`)
}
