import type { Adapter, Store } from 'latchkey'

/** What the application stores. */
export interface Database {
  /** Users, and everything about them: accounts, passwords, second factors, sessions and passkeys. */
  readonly adapter: Adapter & Required<Pick<Adapter, 'updateUser'>>
  /** What all processes of the application share: limits, sign-outs, and what was used once. */
  readonly store: Store
}
