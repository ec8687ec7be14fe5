import { type Fault, UNAVAILABLE } from './fault.ts'
import { ADAPTER_TIMEOUT, adapterFailed, SIGN_OUT } from './log-lines.ts'

const SILENT: Pick<Fault, 'sees' | 'log'> = { sees: UNAVAILABLE, log: [ADAPTER_TIMEOUT, SIGN_OUT] }

/** Database sessions. The store is in the same database. */
export const MARIADB_FAULTS = {
  killed: {
    name: 'killed, and started again',
    sees: UNAVAILABLE,
    log: [adapterFailed('connect ECONNREFUSED 127.0.0.1:…', 'ECONNREFUSED'), SIGN_OUT],
  },
  silent: { name: 'does not respond', ...SILENT },
  slow: { name: 'responds after five seconds', ...SILENT },
  exhausted: { name: 'all connections of the pool are busy', ...SILENT },
} satisfies Readonly<Record<string, Fault>>
