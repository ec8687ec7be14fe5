import { LIMITS } from './promises/limits.ts'
import { ONE_TIME } from './promises/one-time.ts'
import { PARALLEL } from './promises/parallel.ts'
import { PASSWORDS } from './promises/passwords.ts'
import { REFRESH } from './promises/refresh.ts'
import { SECOND_FACTOR } from './promises/second-factor.ts'
import { SESSION_END } from './promises/session-end.ts'
import { SESSION_LIST } from './promises/session-list.ts'
import { SESSION_UPDATE } from './promises/session-update.ts'
import type { SharedPromise } from './promises/shared-promise.ts'

/** Every promise of the library that several processes could break. */
export const PROMISES: readonly SharedPromise[] = [
  ...SESSION_END,
  ...SESSION_LIST,
  ...SESSION_UPDATE,
  ...LIMITS,
  ...ONE_TIME,
  ...SECOND_FACTOR,
  ...PASSWORDS,
  ...PARALLEL,
  ...REFRESH,
]
