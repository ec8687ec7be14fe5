import type { Store } from '../types/store.ts'

/** How much a store in memory may hold. */
export interface MemoryStoreOptions {
  /** Keys that are kept of each purpose; beyond them the oldest go first. Default: 50,000, about 10 MB. */
  readonly maxKeys?: number
}

interface Entry {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/**
 * A store in the memory of one process, bounded. Purposes do not crowd each other out: whoever tries many names cannot make an ended session
 * forgotten.
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
    // The oldest stand first: a key that is written again moves to the end.
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
      const known = find(key)
      const sum = Number(known?.value ?? 0) + amount
      put(key, { value: String(sum), endsAt: known?.endsAt ?? Date.now() + seconds * 1000 })
      return sum
    },
    delete: (key) => entriesFor(key).delete(key),
  }
}
