import type { Adapter } from '../types/adapter.ts'
import type { SqlTables } from './tables.ts'

/** The key that marks an adapter whose tables may have no unique keys. */
export const lacksUniqueKeys: unique symbol = Symbol.for('latchkey.lacksUniqueKeys')

/** Marks an adapter, unless its tables have unique keys. */
export function markTables<T extends object>(adapter: T, { uniqueKeys }: SqlTables): T {
  return uniqueKeys ? adapter : Object.assign(adapter, { [lacksUniqueKeys]: true })
}

/**
 * Returns whether the database itself prevents a second user with the same address or account. An
 * adapter that creates a user and an account in one call promises it, unless it is marked.
 */
export function hasUniqueKeys(adapter: Adapter): boolean {
  return adapter.createUserWithAccount !== undefined && !(lacksUniqueKeys in adapter)
}
