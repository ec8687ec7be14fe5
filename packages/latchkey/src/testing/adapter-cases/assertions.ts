import { deepEqual, equal, fail } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import type { Awaitable } from '../../types/basics.ts'

/** Asserts that a call returns `null` or `undefined`. An error that it throws is a failure. */
export async function returnsNothing(call: () => unknown): Promise<void> {
  equal((await call()) ?? null, null)
}

/** Makes a call that an adapter may reject or ignore. */
export async function ignoringErrors(call: () => unknown): Promise<void> {
  try {
    await call()
  } catch {
    // The case checks what is stored afterwards.
  }
}

/**
 * Asserts that a record has the expected values in the expected fields. A missing field,
 * `undefined` and `null` are equal, because a table does not distinguish them.
 */
export function hasFields(record: object | null | undefined, expected: object): void {
  if (!record) fail(`expected a record, got ${record}`)
  const found = Object.keys(expected).map((field) => [
    field,
    (record as Record<string, unknown>)[field] ?? null,
  ])
  deepEqual(
    Object.fromEntries(found),
    Object.fromEntries(Object.entries(expected).map(([field, value]) => [field, value ?? null])),
  )
}

/**
 * Asserts that a result is this user. Compares ids as strings, because some adapters return
 * numbers.
 */
export function isUser(found: AdapterUser | null | undefined, user: AdapterUser): void {
  equal(found && String(found.id), String(user.id))
}

/**
 * Makes twenty calls concurrently.
 * @returns the result of each; `undefined` when it was rejected
 */
export async function concurrently<T>(call: () => Awaitable<T>): Promise<(T | undefined)[]> {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, async () => call()))
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined))
}
