import { deepEqual, equal } from 'node:assert/strict'
import { type StoreCase, storeCase, uniqueKey } from './case.ts'

const DAY = 24 * 60 * 60

/** Texts that a store may take for something else: a number, JSON, or its own notation. */
const TEXTS = [
  '1',
  '-7',
  '007',
  '1e5',
  '9007199254740993',
  'true',
  'null',
  'undefined',
  'NaN',
  '"quoted"',
  '{"a": 1}',
  '[1, 2]',
  '=1',
  ' with blanks ',
  'two\r\nlines',
  'tab\tand \u0000 zero',
  `O'Neil; DROP TABLE store; --`,
  '%s %d $1 ? :name',
  '\\x41 \\',
  'Zoë 東京 𝕏 👩‍👩‍👧',
  'e\u0301',
]

/** Keys that a database with a lenient collation takes for equal. */
const SIMILAR = ['id', 'ID', 'íd', 'id ', ' id', 'id:', 'id\u0000', 'ıd', 'id*']

export const valueCases: readonly StoreCase[] = [
  storeCase(
    'data',
    'returns nothing for an unknown key',
    'requests that read an unknown key fail.',
    async (store) => equal((await store.get(uniqueKey())) ?? null, null),
  ),
  storeCase(
    'security',
    'returns the value that was stored',
    'the store forgets which sessions have ended.',
    async (store) => {
      const key = uniqueKey()
      await store.set(key, 'stored', 60)
      equal(await store.get(key), 'stored')
    },
  ),
  storeCase(
    'security',
    'replaces a value',
    'the store returns an outdated value, such as the time until which sessions have ended.',
    async (store) => {
      const key = uniqueKey()
      await store.set(key, 'first', 60)
      await store.set(key, 'second', 60)
      equal(await store.get(key), 'second')
    },
  ),
  storeCase(
    'data',
    'returns any string unchanged, even one that looks like a number or JSON',
    'values that applications store, such as sealed results, cannot be read.',
    async (store) => {
      const keys = TEXTS.map(() => uniqueKey())
      await Promise.all(TEXTS.map((text, index) => store.set(keys[index] as string, text, 60)))
      deepEqual(await Promise.all(keys.map((key) => store.get(key))), TEXTS)
    },
  ),
  storeCase(
    'data',
    'stores a long value under a long key',
    'sign-ins of users with long ids fail.',
    async (store) => {
      const key = `${uniqueKey()}:${'k'.repeat(1000)}`
      const value = 'v'.repeat(40_000)
      await store.set(key, value, 60)
      deepEqual([await store.get(key), (await store.get(`${key}k`)) ?? null], [value, null])
    },
  ),
  storeCase(
    'security',
    'distinguishes keys that differ by case, an accent, a blank or the last character',
    'one user is signed out or locked by another, or not at all.',
    async (store) => {
      const prefix = uniqueKey()
      const keys = SIMILAR.map((id) => `${prefix}:${id}`)
      for (const key of keys) await store.set(key, key, 60)
      deepEqual(await Promise.all(keys.map((key) => store.get(key))), keys)
    },
  ),
  storeCase(
    'security',
    'keeps a value whose lifetime is longer than a year',
    'the store forgets ended sessions, because a timer or a column overflows.',
    async (store) => {
      const key = uniqueKey()
      await store.set(key, 'stored', 400 * DAY)
      equal(await store.get(key), 'stored')
      equal(await store.add(uniqueKey(), 1, 400 * DAY), 1)
    },
  ),
  storeCase(
    'data',
    'deletes one value, and ignores an unknown key',
    'a correct password does not take back failed attempts.',
    async (store) => {
      const [key, other] = [uniqueKey(), uniqueKey()]
      await store.set(key, 'deleted', 60)
      await store.set(other, 'kept', 60)
      await store.delete(key)
      await store.delete(uniqueKey())
      deepEqual([(await store.get(key)) ?? null, await store.get(other)], [null, 'kept'])
    },
  ),
  storeCase(
    'security',
    'returns its own value to each of 100 concurrent calls',
    "a request reads another user's state.",
    async (store) => {
      const keys = Array.from({ length: 100 }, uniqueKey)
      await Promise.all(keys.map((key) => store.set(key, key, 60)))
      deepEqual(await Promise.all(keys.map((key) => store.get(key))), keys)
    },
  ),
]
