import type { PostgresServer } from '@latchkey/test-support/servers/postgres.ts'
import type { TimeoutsOptions } from 'latchkey'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/postgres/schema.ts'
import { expectOutcomes } from './expect-outcome.ts'
import type { Fault, FaultRun } from './fault.ts'
import { POSTGRES_FAULTS } from './postgres-faults.ts'
import { runFault } from './run-fault.ts'

/** A role that has no connection left when others still have. */
export const ROLE = 'app'
const DATABASE = 'app'

/** Creates the tables, and the role of the applications. */
export async function prepareDatabase(server: PostgresServer): Promise<void> {
  await server.createDatabase(DATABASE, [
    ...buildSchema(),
    ...buildStoreSchema(),
    `CREATE ROLE ${ROLE} LOGIN`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ROLE}`,
  ])
}

/** Returns the URL of the database for the applications. */
export function toUrl(port: number): string {
  return `postgres://${ROLE}@127.0.0.1:${port}/${DATABASE}`
}

const DRIVERS = ['pg', 'postgres'] as const
const ONE_SECOND: TimeoutsOptions = { adapter: 1, store: 1 }

/** Runs an application for each driver while PostgreSQL fails, and checks what must hold. */
export async function expectPromises(
  name: keyof typeof POSTGRES_FAULTS,
  database: { readonly url: string; readonly replicaUrl?: string },
  steps: Pick<FaultRun, 'inject' | 'heal'>,
): Promise<void> {
  const fault: Fault = POSTGRES_FAULTS[name]
  const timeouts = fault.timeouts === 'default' ? {} : { timeouts: ONE_SECOND }
  const applications = Object.fromEntries(
    DRIVERS.map((driver): [string, FaultRun['applications'][string]] => [
      driver,
      { strategy: 'database', database: { driver, ...database }, store: { in: 'database' }, ...timeouts },
    ]),
  )
  const outcomes = await runFault({ applications, milliseconds: fault.milliseconds, ...steps })
  const limits = { adapter: fault.timeouts === 'default' ? 5000 : 1000, store: 1000 }
  expectOutcomes(outcomes, fault, limits)
}
