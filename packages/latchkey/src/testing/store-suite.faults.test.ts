// Longer than other files because it is one table: each fault with the cases that detect it.
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../stores/memory.ts'
import type { Store } from '../types/store.ts'
import { storeCases } from './store-suite.ts'

/** A fault in a store that works otherwise, and the titles of the cases that detect it. */
interface Fault {
  readonly breaks: (store: Store) => Partial<Store>
  readonly detectedBy: readonly string[]
}

const ANY_TEXT = 'returns any string unchanged, even one that looks like a number or JSON'
const SIMILAR_KEYS = 'distinguishes keys that differ by case, an accent, a blank or the last character'
const EXACT = 'counts each of 20 concurrent additions to each of 50 counters once'
const LARGE = 'counts large numbers exactly'
const ENDS = "ends a counter when its first addition's lifetime ends, despite later additions"
const NOT_SHORTER = "does not shorten a counter's lifetime with later additions"
const VALUE_LIFETIME = 'keeps a value for its lifetime, and no longer'
const NEW_LIFETIME = 'gives a value its new lifetime when it is stored again'
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A store whose keys are changed first. */
const withKeys = (store: Store, change: (key: string) => string): Store => ({
  get: (key) => store.get(change(key)),
  set: (key, value, seconds) => store.set(change(key), value, seconds),
  add: (key, amount, seconds) => store.add(change(key), amount, seconds),
  delete: (key) => store.delete(change(key)),
})

const faults: Record<string, Fault> = {
  'an addition reads first and writes afterwards': {
    breaks: (store) => ({
      async add(key, amount, seconds) {
        const sum = Number((await store.get(key)) ?? 0) + amount
        await pause()
        await store.add(key, amount, seconds)
        return sum
      },
    }),
    detectedBy: [EXACT],
  },
  'each addition starts the lifetime again': {
    breaks: (store) => ({
      async add(key, amount, seconds) {
        const sum = await store.add(key, amount, seconds)
        await store.set(key, String(sum), seconds)
        return sum
      },
    }),
    detectedBy: [ENDS, NOT_SHORTER],
  },
  'counters have no lifetime': {
    breaks: (store) => ({ add: (key, amount) => store.add(key, amount, 1000) }),
    detectedBy: [ENDS],
  },
  'values have no lifetime': {
    breaks: (store) => ({ set: (key, value) => store.set(key, value, 1000) }),
    detectedBy: [VALUE_LIFETIME, NEW_LIFETIME],
  },
  'a value that is replaced keeps its lifetime': {
    breaks: (store) => {
      const ends = new Map<string, number>()
      return {
        async set(key, value, seconds) {
          const rest = ((ends.get(key) ?? 0) - Date.now()) / 1000
          if (rest <= 0) ends.set(key, Date.now() + seconds * 1000)
          await store.set(key, value, rest > 0 ? rest : seconds)
        },
      }
    },
    detectedBy: [NEW_LIFETIME],
  },
  'a value ends 400 milliseconds early': {
    breaks: (store) => ({ set: (key, value, seconds) => store.set(key, value, seconds - 0.4) }),
    detectedBy: [VALUE_LIFETIME],
  },
  'a counter ends 400 milliseconds early': {
    breaks: (store) => ({ add: (key, amount, seconds) => store.add(key, amount, seconds - 0.4) }),
    detectedBy: ['keeps a counter for its lifetime'],
  },
  'a long lifetime overflows': {
    breaks: (store) => ({
      set: (key, value, seconds) => store.set(key, value, seconds > 2_147_483 ? 0 : seconds),
    }),
    detectedBy: ['keeps a value whose lifetime is longer than a year'],
  },
  'values are parsed as JSON': {
    breaks: (store) => ({
      async get(key) {
        const value = await store.get(key)
        try {
          return String(JSON.parse(value ?? 'null') ?? '') || undefined
        } catch {
          return value
        }
      },
    }),
    detectedBy: [ANY_TEXT],
  },
  'values are trimmed': {
    breaks: (store) => ({ set: (key, value, seconds) => store.set(key, value.trim(), seconds) }),
    detectedBy: [ANY_TEXT, SIMILAR_KEYS],
  },
  'values are cut': {
    breaks: (store) => ({ set: (key, value, seconds) => store.set(key, value.slice(0, 255), seconds) }),
    detectedBy: ['stores a long value under a long key'],
  },
  'keys are cut': {
    breaks: (store) => withKeys(store, (key) => key.slice(0, 255)),
    detectedBy: ['stores a long value under a long key'],
  },
  'keys are compared without case': {
    breaks: (store) => withKeys(store, (key) => key.toLowerCase()),
    detectedBy: [SIMILAR_KEYS],
  },
  'keys are compared without trailing blanks': {
    breaks: (store) => withKeys(store, (key) => key.trimEnd()),
    detectedBy: [SIMILAR_KEYS],
  },
  'keys are compared without accents': {
    breaks: (store) => withKeys(store, (key) => key.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    detectedBy: [SIMILAR_KEYS],
  },
  'counters have 32 bits': {
    breaks: (store) => ({ add: async (key, amount, seconds) => (await store.add(key, amount, seconds)) | 0 }),
    detectedBy: [LARGE],
  },
  'counters have single precision': {
    breaks: (store) => ({
      add: async (key, amount, seconds) => Math.fround(await store.add(key, amount, seconds)),
    }),
    detectedBy: [LARGE],
  },
  'counters do not go below zero': {
    breaks: (store) => ({
      async add(key, amount, seconds) {
        const sum = await store.add(key, amount, seconds)
        return sum < 0 ? store.add(key, -sum, seconds) : sum
      },
    }),
    detectedBy: ['subtracts with a negative amount, also below zero'],
  },
  'every addition adds one': {
    breaks: (store) => ({ add: (key, _, seconds) => store.add(key, 1, seconds) }),
    detectedBy: [
      'adds to a counter and returns the sum',
      "returns a counter's sum as a string",
      'subtracts with a negative amount, also below zero',
      LARGE,
    ],
  },
  'counters are not readable as values': {
    breaks: (store) => ({
      add: (key, amount, seconds) => store.add(`${key}:counter`, amount, seconds),
      delete: async (key) => {
        await store.delete(key)
        await store.delete(`${key}:counter`)
      },
    }),
    detectedBy: [
      "returns a counter's sum as a string",
      'subtracts with a negative amount, also below zero',
      EXACT,
      NOT_SHORTER,
      'keeps a counter for its lifetime',
    ],
  },
  'nothing is deleted': {
    breaks: () => ({ delete: () => undefined }),
    detectedBy: ['deletes one value, and ignores an unknown key', 'starts a deleted counter again'],
  },
  'an unknown key cannot be deleted': {
    breaks: (store) => ({
      async delete(key) {
        if ((await store.get(key)) === undefined) throw new Error('not found')
        await store.delete(key)
      },
    }),
    detectedBy: ['deletes one value, and ignores an unknown key'],
  },
  'an unknown key is an error': {
    breaks: (store) => ({
      async get(key) {
        const value = await store.get(key)
        if (value === undefined) throw new Error('not found')
        return value
      },
    }),
    detectedBy: [
      'returns nothing for an unknown key',
      'stores a long value under a long key',
      'deletes one value, and ignores an unknown key',
      'starts a deleted counter again',
      VALUE_LIFETIME,
      NEW_LIFETIME,
      ENDS,
    ],
  },
  'a value is not replaced': {
    breaks: (store) => ({
      async set(key, value, seconds) {
        if ((await store.get(key)) === undefined) await store.set(key, value, seconds)
      },
    }),
    detectedBy: ['replaces a value', NEW_LIFETIME],
  },
  'concurrent calls get the response of another call': {
    breaks: (store) => {
      let last: string | undefined
      return {
        async get(key) {
          last = key
          await pause()
          return store.get(last)
        },
      }
    },
    detectedBy: [ANY_TEXT, SIMILAR_KEYS, 'returns its own value to each of 100 concurrent calls'],
  },
}

const run = async (breaks: Fault['breaks']): Promise<string[]> => {
  const outcomes = await Promise.all(
    storeCases.map(async (each) => {
      const store = memoryStore()
      const failed = await each.run({ ...store, ...breaks(store) }).then(
        () => false,
        () => true,
      )
      return failed ? [each.name] : []
    }),
  )
  return outcomes.flat()
}

describe('the store suite', () => {
  // proves DB-23
  it.concurrent.each(Object.entries(faults))('detects that %s', async (_, { breaks, detectedBy }) => {
    expect((await run(breaks)).toSorted()).toEqual(detectedBy.toSorted())
  })

  it('has no case that passes with every faulty store', async () => {
    const storesNothing = (): Partial<Store> => ({ get: () => null, set: () => {}, add: () => 0 })
    const detected = new Set(await run(storesNothing))
    for (const { detectedBy } of Object.values(faults)) for (const name of detectedBy) detected.add(name)
    expect(storeCases.map(({ name }) => name).filter((name) => !detected.has(name))).toEqual([])
  })
})
