import type { Dialect } from '../connect/url.ts'

/** What a comparison needs to write SQL. */
export interface Target {
  readonly dialect: Dialect
  readonly schema?: string | undefined
  /** Whether the server is MariaDB. Its collations have other names than those of MySQL. */
  readonly isMariaDb: boolean
  /** Whether the columns of dates have a time zone. */
  readonly dates: 'with-zone' | 'utc'
}
