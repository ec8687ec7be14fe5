import { deepEqual, equal } from 'node:assert/strict'
import type { Store } from '../../types/store.ts'
import { type StoreCase, storeCase, uniqueKey, until } from './case.ts'

/** How long after its lifetime a key must be gone, in milliseconds. */
const TOLERANCE = 250

export const lifetimeCases: readonly StoreCase[] = [
  storeCase(
    'security',
    'keeps a value for its lifetime, and no longer',
    'ended sessions become valid again, or users stay locked.',
    async (store) => {
      const key = uniqueKey()
      const start = Date.now()
      await store.set(key, 'stored', 1)
      const end = Date.now() + 1000
      await isKeptUntil(store, key, start + 1000)
      await until(end + TOLERANCE)
      equal((await store.get(key)) ?? null, null)
    },
  ),
  storeCase(
    'security',
    'gives a value its new lifetime when it is stored again',
    'the store forgets the sessions of a user who was signed out twice.',
    async (store) => {
      const [longer, shorter] = [uniqueKey(), uniqueKey()]
      await store.set(longer, 'first', 1)
      await store.set(shorter, 'first', 60)
      await Promise.all([store.set(longer, 'second', 60), store.set(shorter, 'second', 1)])
      await until(Date.now() + 1000 + TOLERANCE)
      deepEqual([await store.get(longer), (await store.get(shorter)) ?? null], ['second', null])
    },
  ),
  storeCase(
    'data',
    "ends a counter when its first addition's lifetime ends, despite later additions",
    'a user who tries again and again stays locked forever.',
    async (store) => {
      let counter = await addTwiceLater(store)
      for (let attempt = 1; !counter.isInTime && attempt < 5; attempt++) counter = await addTwiceLater(store)
      const { key, end } = counter
      await until(end + TOLERANCE)
      deepEqual([(await store.get(key)) ?? null, await store.add(key, 1, 60)], [null, 1])
    },
  ),
  storeCase(
    'security',
    "does not shorten a counter's lifetime with later additions",
    'an attacker resets a limit, and a used response is accepted again.',
    async (store) => {
      const [key, parallel] = [uniqueKey(), uniqueKey()]
      await store.add(key, 1, 60)
      await store.add(key, 1, 1)
      await Promise.all(Array.from({ length: 10 }, () => store.add(parallel, 1, 60)))
      await until(Date.now() + 1000 + TOLERANCE)
      deepEqual([await store.add(key, 1, 60), await store.get(parallel)], [3, '10'])
    },
  ),
  storeCase(
    'security',
    'keeps a counter for its lifetime',
    'an attacker makes more attempts than the limit allows.',
    async (store) => {
      const key = uniqueKey()
      const start = Date.now()
      await store.add(key, 1, 1)
      await isKeptUntil(store, key, start + 1000)
    },
  ),
]

/** A counter to which later additions were made, and the latest end of its lifetime. */
interface LaterAdditions {
  readonly key: string
  readonly end: number
  /** On a busy machine, the last addition can be so late that it starts a new counter. */
  readonly isInTime: boolean
}

/** Starts a counter that lives for a second, and adds to it before it ends. */
async function addTwiceLater(store: Store): Promise<LaterAdditions> {
  const key = uniqueKey()
  const start = Date.now()
  await store.add(key, 1, 1)
  const end = Date.now() + 1000
  for (const early of [800, 600]) {
    await until(end - early)
    await store.add(key, 1, 60)
  }
  return { key, end, isInTime: Date.now() < start + 1000 }
}

/**
 * Asserts that a key exists until shortly before a time. On a busy machine a response can arrive
 * too late to say anything.
 */
async function isKeptUntil(store: Store, key: string, end: number): Promise<void> {
  for (const early of [600, 300, 150]) {
    await until(end - early)
    const value = await store.get(key)
    if (Date.now() < end) equal(typeof value, 'string', `gone ${early} ms before the end of its lifetime`)
  }
}
