import { type Fault, UNAVAILABLE } from './fault.ts'
import { SIGN_OUT, STORE_TIMEOUT, storeFailed } from './log-lines.ts'

const SILENT: Pick<Fault, 'sees' | 'log'> = { sees: UNAVAILABLE, log: [STORE_TIMEOUT, SIGN_OUT] }

/** Cookie sessions, whose sign-outs are in Redis. */
export const REDIS_FAULTS = {
  killed: { name: 'killed, and started again', ...SILENT },
  silent: { name: 'does not respond', ...SILENT },
  swallowed: { name: 'the network loses everything', ...SILENT },
  slow: { name: 'responds after five seconds', ...SILENT },
  refused: { name: 'refuses connections', ...SILENT },
  full: {
    name: 'full (`noeviction`)',
    sees: { read: 'works', 'sign in': 'unavailable', 'sign out': 'unavailable' },
    log: [storeFailed("OOM command not allowed when used memory > 'maxmemory'."), SIGN_OUT],
  },
  loading: {
    name: 'killed, and loads its data for three seconds',
    sees: { read: 'unavailable', 'sign in': 'varies', 'sign out': 'varies' },
    log: [],
  },
  sentinel: {
    name: 'the master is killed; Sentinel makes its replica the master',
    sees: { ...UNAVAILABLE, 'sign out': 'varies' },
    log: [STORE_TIMEOUT],
  },
  cluster: {
    name: 'a master of a cluster is killed; its replica takes over',
    sees: { ...UNAVAILABLE, 'sign out': 'varies' },
    log: [STORE_TIMEOUT],
  },
} satisfies Readonly<Record<string, Fault>>
