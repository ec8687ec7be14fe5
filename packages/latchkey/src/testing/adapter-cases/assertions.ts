import { deepEqual, equal, fail } from 'node:assert/strict'
import type { AdapterUser } from '../../types/adapter.ts'
import type { Awaitable } from '../../types/basics.ts'

/** Nothing was found: `null`, or nothing at all. A thrown error is no answer. */
export async function givesNothing(answer: () => unknown): Promise<void> {
  equal((await answer()) ?? null, null)
}

/** Does what an adapter may refuse, or may ignore. */
export async function tries(attempt: () => unknown): Promise<void> {
  try {
    await attempt()
  } catch {
    // What counts is what is stored afterwards.
  }
}

/** Compares the fields of a record that matter. Absent, `undefined` and `null` are one: a table knows no difference. */
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

/** The answer is this user. Ids are compared as text, because some adapters give numbers. */
export function isUser(found: AdapterUser | null | undefined, user: AdapterUser): void {
  equal(found && String(found.id), String(user.id))
}

/** Does something twenty times at once. @returns what came of each; `undefined` when it was refused */
export async function atOnce<T>(attempt: () => Awaitable<T>): Promise<(T | undefined)[]> {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, async () => attempt()))
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : undefined))
}
