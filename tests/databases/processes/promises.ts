import type { Strategy } from './application.ts'
import { LIMITS } from './promises/limits.ts'
import { ONE_TIME } from './promises/one-time.ts'
import { PARALLEL } from './promises/parallel.ts'
import { REFRESH } from './promises/refresh.ts'
import { SESSION_END } from './promises/session-end.ts'
import { SESSION_UPDATE } from './promises/session-update.ts'
import type { Site } from './site.ts'

/** What must hold in all processes of an application at once. */
export interface SharedPromise {
  readonly id: string
  readonly title: string
  /** The session strategies to which it applies. Default: both. */
  readonly strategies?: readonly Strategy[]
  /** Fails if it does not hold. */
  readonly prove: (site: Site) => Promise<void>
}

/** Every promise of the library that several processes could break. */
export const PROMISES: readonly SharedPromise[] = [
  ...SESSION_END,
  ...SESSION_UPDATE,
  ...LIMITS,
  ...ONE_TIME,
  ...PARALLEL,
  ...REFRESH,
]
