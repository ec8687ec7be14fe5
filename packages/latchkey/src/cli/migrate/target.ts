import type { Dialect } from '../connect/url.ts'

/** What a comparison needs to write SQL. */
export interface Target {
  readonly dialect: Dialect
  readonly schema?: string | undefined
  /** Whether the server is MariaDB. Its collations have other names than MySQL's. */
  readonly isMariaDb: boolean
  /** Whether date columns have a time zone. */
  readonly dates: 'with-zone' | 'utc'
}
