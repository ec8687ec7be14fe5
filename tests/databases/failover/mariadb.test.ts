import { type FaultyProxy, startFaultyProxy } from '@latchkey/test-support/servers/faulty-proxy.ts'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { expectOutcomes } from './expect-outcome.ts'
import type { Fault, FaultRun } from './fault.ts'
import { MARIADB_FAULTS } from './mariadb-faults.ts'
import { runFault } from './run-fault.ts'

const LIMITS = { adapter: 1000, store: 1000 }

let server: MariadbServer
let database: string
let proxy: FaultyProxy
beforeAll(async () => {
  // Otherwise a sign-out may be lost that was reported as done.
  server = await startMariadb({ 'innodb-flush-log-at-trx-commit': '2' })
  database = await server.createDatabase()
  await server.run(`USE ${database}`, ...buildSchema(), ...buildStoreSchema())
  proxy = await startFaultyProxy(server.port)
})
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
})

type Name = keyof typeof MARIADB_FAULTS
type Steps = Pick<FaultRun, 'inject' | 'heal'> & { readonly port: () => number }

const direct = { port: (): number => server.port }
const throughProxy = { port: (): number => proxy.port, heal: (): Promise<void> => proxy.pass() }

const STEPS: Readonly<Record<Name, Steps>> = {
  killed: { ...direct, inject: () => server.kill(), heal: () => server.start() },
  silent: { ...throughProxy, inject: async () => proxy.swallow() },
  slow: { ...throughProxy, inject: async () => proxy.delay(5000) },
  exhausted: {
    ...direct,
    async inject(_, [origin]) {
      void fetch(`${origin}/exhaust?seconds=3`)
    },
    heal: async () => {},
  },
}

const CHOSEN: readonly Name[] = ['killed', 'exhausted']
const NAMES = chosenVariants(Object.keys(STEPS) as Name[], (name) => CHOSEN.includes(name))

// proves DB-31
it.each(NAMES)('MariaDB fails under load: %s', async (name) => {
  const fault: Fault = MARIADB_FAULTS[name]
  const { port, ...steps } = STEPS[name]
  const application = {
    strategy: 'database',
    database: { driver: 'mysql2', url: `mysql://${server.user}@${server.host}:${port()}/${database}` },
    store: { in: 'database' },
    timeouts: { adapter: 1, store: 1 },
  } as const
  const outcomes = await runFault({ applications: { mysql2: application }, ...steps })
  expectOutcomes(outcomes, fault, LIMITS)
})
