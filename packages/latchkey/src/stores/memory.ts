import type { Store } from '../types/store.ts'

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Maximum number of keys for each purpose. When it is reached, the store removes a key: an
   * expired one, or else the oldest of the lowest counters. Default: 50,000, about 16 MB of
   * counters. If values are longer than 1 KB on average, such as a refresh's tokens, fewer fit.
   */
  readonly maxKeys?: number
}

/** Average length of a key and its value at which the number of keys is the limit. */
const MEAN_LENGTH = 1024

/** Higher counters are as safe from removal as this one. A removal looks at that many sets. */
const MAX_LEVEL = 128

interface Entry {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
  /** A counter's sum, 0 for another value. */
  readonly level: number
}

/**
 * Creates a store with bounded size in one process's memory. Each purpose has its own limit, so
 * that an attacker who tries many account names cannot push an ended session out of the store. The
 * attacker also cannot push out a counter that has reached its limit: lower counters are removed
 * first.
 *
 * @example
 * ```ts
 * import { memoryStore } from 'latchkey'
 *
 * const store = memoryStore({ maxKeys: 10_000 })
 * ```
 */
export function memoryStore({ maxKeys = 50_000 }: MemoryStoreOptions = {}): Store {
  const purposes = new Map<string, Entries>()
  const entriesFor = (key: string): Entries => {
    const purpose = key.slice(0, key.lastIndexOf(':'))
    const entries = purposes.get(purpose) ?? new Entries(maxKeys)
    purposes.set(purpose, entries)
    return entries
  }
  return {
    get: (key) => (purposes.size === 0 ? undefined : entriesFor(key).find(key)?.value),
    set: (key, value, seconds) =>
      entriesFor(key).put(key, { value, endsAt: Date.now() + seconds * 1000, level: 0 }),
    add(key, amount, seconds) {
      const entries = entriesFor(key)
      const existing = entries.find(key)
      const sum = Number(existing?.value ?? 0) + amount
      const level = Math.min(Math.max(Math.trunc(sum), 0), MAX_LEVEL)
      const endsAt = existing?.endsAt ?? Date.now() + seconds * 1000
      entries.put(key, { value: String(sum), endsAt, level })
      return sum
    },
    delete: (key) => entriesFor(key).delete(key),
  }
}

/** One purpose's entries. */
class Entries {
  readonly #maxKeys: number
  #length = 0
  readonly #entries = new Map<string, Entry>()
  /** All keys. Counters keep their place, so this is the order in which they expire. */
  readonly #keys = new KeyQueue()
  /** Each level's keys, in the order in which they were written. */
  readonly #levels: KeyQueue[] = []

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  find(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.endsAt > Date.now() ? entry : undefined
  }

  put(key: string, entry: Entry): void {
    const previous = this.#entries.get(key)
    this.#remove(key)
    if (previous?.endsAt !== entry.endsAt) this.#keys.delete(key)
    const length = measure(key, entry)
    while (this.#entries.size >= this.#maxKeys || this.#length + length > this.#maxKeys * MEAN_LENGTH) {
      if (this.#entries.size === 0) break
      this.#removeOne()
    }
    this.#length += length
    this.#entries.set(key, entry)
    this.#keys.add(key)
    this.#levels[entry.level] ??= new KeyQueue()
    this.#levels[entry.level]?.add(key)
  }

  delete(key: string): void {
    this.#remove(key)
    this.#keys.delete(key)
  }

  /** Removes an entry, and keeps its key's place. */
  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#length -= measure(key, entry)
    this.#levels[entry.level]?.delete(key)
    this.#entries.delete(key)
  }

  #removeOne(): void {
    const first = this.#keys.first ?? ''
    const isExpired = this.find(first) === undefined
    this.delete(isExpired ? first : (this.#levels.find((keys) => keys?.first !== undefined)?.first ?? first))
  }
}

function measure(key: string, { value }: Entry): number {
  return key.length + value.length
}

/** Keys in the order in which they were added. */
class KeyQueue {
  readonly #keys = new Set<string>()
  /** Kept, because a new iterator passes over the places of all removed keys again. */
  #iterator = this.#keys.values()
  #first: string | undefined

  add(key: string): void {
    this.#keys.add(key)
  }

  delete(key: string): void {
    this.#keys.delete(key)
    if (key === this.#first) this.#first = undefined
  }

  get first(): string | undefined {
    if (this.#first === undefined && this.#keys.size > 0) {
      const { value } = this.#iterator.next()
      // An iterator that has reached the end does not see keys that are added later.
      if (value === undefined) this.#iterator = this.#keys.values()
      this.#first = value ?? this.#iterator.next().value
    }
    return this.#first
  }
}
