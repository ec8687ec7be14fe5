import { deepEqual, equal, fail } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import type { Awaitable } from '../../types/basics.ts'

/** Asserts that a call returns `null` or `undefined`. An error that it throws is a failure. */
export async function returnsNothing(call: () => unknown): Promise<void> {
  equal((await call()) ?? null, null)
}

/**
 * Asserts that a call finds no record. It may throw instead of returning `null`: the cases in
 * missing-records.ts require `null`.
 */
export async function findsNothing(call: () => unknown): Promise<void> {
  equal(await resultOrNull(call), null)
}

/** Returns the result of a call, or `null` when it throws. */
export async function resultOrNull<T>(call: () => Awaitable<T>): Promise<T | null> {
  try {
    return (await call()) ?? null
  } catch {
    return null
  }
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
 * Asserts that a record of a user has the expected values. Compares user ids as strings, because
 * some adapters return numbers.
 */
export function isRecord<T extends { readonly userId: string | null }>(
  record: T | null | undefined,
  expected: T,
): void {
  const withText = ({ userId, ...others }: { readonly userId: string | null }): object => ({
    ...others,
    userId: userId === null ? null : String(userId),
  })
  hasFields(record && withText(record), withText(expected))
}

/**
 * Asserts that a result is this user. Compares ids as strings, because some adapters return
 * numbers.
 */
export function isUser(found: AdapterUser | null | undefined, user: AdapterUser): void {
  equal(found && String(found.id), String(user.id))
}

/** The outcome of several calls at once. */
export interface Outcomes<T> {
  /** The results of the calls that succeeded. */
  readonly results: readonly T[]
  /** The errors of the calls that failed. */
  readonly errors: readonly unknown[]
}

/** Makes twenty calls concurrently. @param call receives the number of the call, from 0 */
export async function concurrently<T>(call: (index: number) => Awaitable<T>): Promise<Outcomes<T>> {
  const calls = Array.from({ length: 20 }, async (_, index) => call(index))
  const results: T[] = []
  const errors: unknown[] = []
  for (const outcome of await Promise.allSettled(calls))
    if (outcome.status === 'fulfilled') results.push(outcome.value)
    else errors.push(outcome.reason)
  return { results, errors }
}

/** Asserts that no call failed. */
export function allSucceeded({ errors }: Outcomes<unknown>): void {
  if (errors.length === 0) return
  const [first] = errors
  fail(`${errors.length} of 20 calls failed: ${first instanceof Error ? first.message : first}`)
}
