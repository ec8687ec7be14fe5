import type { ApplicationSettings } from './application-settings.ts'

/** What users see: it works, it is unavailable (503), or each in turn. */
export type Sight = 'works' | 'unavailable' | 'varies'

/** A fault of a database or a store, and what happens while it lasts. */
export interface Fault {
  /** What fails, as the page shows it. */
  readonly name: string
  readonly sees: Readonly<Record<'read' | 'sign in' | 'sign out', Sight>>
  /** Entries in the log, without ports and names of methods. Others depend on the moment. */
  readonly log: readonly string[]
  /** How long the fault lasts. Default: 3000. */
  readonly milliseconds?: number
  /** The time limits of the application. Default: one second each. */
  readonly timeouts?: 'default'
}

/** How a test makes a fault happen. */
export interface FaultRun {
  /** Applications that use the same server, by the name of their client or driver. */
  readonly applications: Readonly<Record<string, Omit<ApplicationSettings, 'port' | 'inbox'>>>
  /**
   * @param quietly runs work while no client signs in or out
   * @param origins of the applications
   */
  readonly inject: (quietly: Quietly, origins: readonly string[]) => Promise<unknown>
  readonly milliseconds?: number | undefined
  readonly heal: () => Promise<unknown>
}

export type Quietly = (work: () => Promise<unknown>) => Promise<unknown>

/** Nothing works that needs the service. */
export const UNAVAILABLE: Fault['sees'] = {
  read: 'unavailable',
  'sign in': 'unavailable',
  'sign out': 'unavailable',
}
