import type { CompleteAdapter } from '../types/adapter.ts'

/** An adapter for a SQL database: all methods, and one that deletes expired rows. */
export interface SqlAdapter extends CompleteAdapter {
  /**
   * Deletes expired sessions, what is known of them, and e-mail links, in several statements of at most 1,000 rows each.
   *
   * @param limit the maximum number of rows to delete; default: all
   * @returns the number of deleted rows
   */
  clean(limit?: number): Promise<number>
}
