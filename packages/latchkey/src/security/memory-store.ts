import type { Store } from '../types/store.ts'

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Maximum number of keys for each purpose. When it is reached, the oldest keys are removed.
   * Default: 50,000, about 10 MB.
   */
  readonly maxKeys?: number
}

interface Entry {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/**
 * Creates a store with bounded size in the memory of one process. Each purpose has its own limit,
 * so that an attacker who tries many account names cannot push an ended session out of the store.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'latchkey'
 *
 * const store = memoryStore({ maxKeys: 10_000 })
 * ```
 */
export function memoryStore({ maxKeys = 50_000 }: MemoryStoreOptions = {}): Store {
  const purposes = new Map<string, Map<string, Entry>>()
  const entriesFor = (key: string): Map<string, Entry> => {
    const purpose = key.slice(0, key.lastIndexOf(':'))
    const entries = purposes.get(purpose) ?? new Map<string, Entry>()
    purposes.set(purpose, entries)
    return entries
  }
  const find = (key: string): Entry | undefined => {
    const entry = purposes.size === 0 ? undefined : entriesFor(key).get(key)
    return entry !== undefined && entry.endsAt > Date.now() ? entry : undefined
  }
  const put = (key: string, entry: Entry): void => {
    const entries = entriesFor(key)
    // A map keeps the order of insertion. A key that is written again moves to the end.
    entries.delete(key)
    for (const oldest of entries.keys()) {
      if (entries.size < maxKeys) break
      entries.delete(oldest)
    }
    entries.set(key, entry)
  }
  return {
    get: (key) => find(key)?.value,
    set: (key, value, seconds) => put(key, { value, endsAt: Date.now() + seconds * 1000 }),
    add(key, amount, seconds) {
      const existing = find(key)
      const sum = Number(existing?.value ?? 0) + amount
      put(key, { value: String(sum), endsAt: existing?.endsAt ?? Date.now() + seconds * 1000 })
      return sum
    },
    delete: (key) => entriesFor(key).delete(key),
  }
}
