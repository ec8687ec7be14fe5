import type { Strategy } from '../application.ts'
import type { Site } from '../site.ts'

/** What must hold in all processes of an application at once. */
export interface SharedPromise {
  readonly id: string
  readonly title: string
  /** The session strategies to which it applies. Default: all. */
  readonly strategies?: readonly Strategy[]
  /** Fails if it does not hold. */
  readonly prove: (site: Site) => Promise<void>
}
