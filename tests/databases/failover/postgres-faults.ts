import { type Fault, UNAVAILABLE } from './fault.ts'
import { ADAPTER_TIMEOUT, adapterFailed, adapterTimeout, SIGN_OUT, storeFailed } from './log-lines.ts'

const SILENT: Pick<Fault, 'sees' | 'log'> = { sees: UNAVAILABLE, log: [ADAPTER_TIMEOUT, SIGN_OUT] }
const REFUSED: Pick<Fault, 'sees' | 'log'> = {
  sees: UNAVAILABLE,
  log: [adapterFailed('connect ECONNREFUSED 127.0.0.1:…', 'ECONNREFUSED'), SIGN_OUT],
}

/** Database sessions. The store is in the same database. */
export const POSTGRES_FAULTS = {
  restarted: { name: 'shut down, and started again', ...REFUSED },
  killed: { name: 'killed with its backends, and started again', ...REFUSED },
  silent: {
    name: 'does not respond; the time limits are the default',
    sees: UNAVAILABLE,
    log: [adapterTimeout(5), SIGN_OUT],
    milliseconds: 8000,
    timeouts: 'default',
  },
  swallowed: { name: 'the network loses everything', ...SILENT },
  slow: { name: 'responds after five seconds', ...SILENT },
  refused: { name: 'refuses connections', ...REFUSED },
  exhausted: { name: 'all connections of the pool are busy', ...SILENT },
  'too many': {
    name: 'no connection is left (`53300`)',
    sees: UNAVAILABLE,
    log: [adapterFailed('too many connections for role "app"', '53300'), SIGN_OUT],
  },
  standby: {
    name: 'a standby that is not promoted yet',
    sees: { read: 'varies', 'sign in': 'unavailable', 'sign out': 'unavailable' },
    log: [storeFailed('cannot execute INSERT in a read-only transaction'), SIGN_OUT],
  },
  lagging: {
    name: 'a replica from which sessions are read no longer changes',
    sees: { read: 'works', 'sign in': 'works', 'sign out': 'works' },
    log: [],
  },
  promoted: { name: 'killed; its standby is promoted', ...REFUSED },
} satisfies Readonly<Record<string, Fault>>
