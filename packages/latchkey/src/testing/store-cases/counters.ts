import { deepEqual, equal } from 'node:assert/strict'
import { type StoreCase, storeCase, uniqueKey } from './case.ts'

export const counterCases: readonly StoreCase[] = [
  storeCase(
    'security',
    'adds to a counter and returns the sum',
    'limits do not count, and a used response is accepted again.',
    async (store) => {
      const key = uniqueKey()
      deepEqual(
        [await store.add(key, 1, 60), await store.add(key, 1, 60), await store.add(key, 5, 60)],
        [1, 2, 7],
      )
    },
  ),
  storeCase(
    'security',
    "returns a counter's sum as a string",
    'a locked account is not recognized before the next attempt.',
    async (store) => {
      const key = uniqueKey()
      await store.add(key, 12, 60)
      equal(await store.get(key), '12')
    },
  ),
  storeCase(
    'data',
    'subtracts with a negative amount, also below zero',
    'a correct password does not take back failed attempts.',
    async (store) => {
      const key = uniqueKey()
      const sums = [await store.add(key, 3, 60), await store.add(key, -2, 60), await store.add(key, -4, 60)]
      deepEqual([...sums, await store.get(key)], [3, 1, -3, '-3'])
    },
  ),
  storeCase(
    'data',
    'counts large numbers exactly',
    'a counter wraps around or is rounded.',
    async (store) => {
      const key = uniqueKey()
      await store.add(key, 2 ** 31 - 1, 60)
      equal(await store.add(key, 1, 60), 2 ** 31)
      equal(await store.add(key, 2 ** 50, 60), 2 ** 50 + 2 ** 31)
      equal(await store.add(key, -1, 60), 2 ** 50 + 2 ** 31 - 1)
    },
  ),
  storeCase(
    'security',
    'counts each of 20 concurrent additions to each of 50 counters once',
    'parallel attempts pass a limit, and a response is accepted more than once.',
    async (store) => {
      const keys = Array.from({ length: 50 }, uniqueKey)
      const calls = Array.from({ length: 20 }, () => keys.map((key) => ({ key, sum: store.add(key, 1, 60) })))
      const sums = new Map<string, number[]>(keys.map((key) => [key, []]))
      for (const { key, sum } of calls.flat()) sums.get(key)?.push(await sum)
      const expected = Array.from({ length: 20 }, (_, index) => index + 1)
      for (const key of keys)
        deepEqual(
          sums.get(key)?.toSorted((a, b) => a - b),
          expected,
        )
      deepEqual(new Set(await Promise.all(keys.map((key) => store.get(key)))), new Set(['20']))
    },
  ),
  storeCase(
    'data',
    'starts a deleted counter again',
    'a user stays locked after the counter was deleted.',
    async (store) => {
      const key = uniqueKey()
      await store.add(key, 7, 60)
      await store.delete(key)
      deepEqual([(await store.get(key)) ?? null, await store.add(key, 1, 60)], [null, 1])
    },
  ),
]
