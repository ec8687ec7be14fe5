import type { RedisSettings } from './application-settings.ts'
import { expectOutcomes } from './expect-outcome.ts'
import type { Fault, FaultRun } from './fault.ts'
import { REDIS_FAULTS } from './redis-faults.ts'
import { runFault } from './run-fault.ts'

const CLIENTS = ['redis', 'ioredis'] as const
/** The time limits are the default; the database is in the process. */
const LIMITS = { adapter: 0, store: 1000 }

type Servers = Omit<RedisSettings, 'in' | 'client'>

/** Runs an application for each client while Redis fails, and checks what must hold. */
export async function expectPromises(
  name: keyof typeof REDIS_FAULTS,
  servers: Servers,
  steps: Pick<FaultRun, 'inject' | 'heal'>,
): Promise<void> {
  const fault: Fault = REDIS_FAULTS[name]
  const applications = Object.fromEntries(
    CLIENTS.map((client): [string, FaultRun['applications'][string]] => [
      client,
      { strategy: 'jwt', database: { driver: 'memory' }, store: { in: 'redis', client, ...servers } },
    ]),
  )
  const outcomes = await runFault({ applications, milliseconds: fault.milliseconds, ...steps })
  expectOutcomes(outcomes, fault, LIMITS)
}
