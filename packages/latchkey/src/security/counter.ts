import { undoWhenLate } from '../async/late-result.ts'
import type { Store } from '../types/store.ts'

/** A number in the store, which many requests change at the same time. */
export interface Counter {
  readonly key: string
  /** Its lifetime, from its creation. */
  readonly seconds: number
}

/** @throws {StoreError} if the store fails */
export async function readCounter(store: Store, { key }: Counter): Promise<number> {
  return Math.max(0, Number(await store.get(key))) || 0
}

/** Adds to a counter. @returns the sum. @throws {StoreError} if the store fails */
export async function addTo(store: Store, { key, seconds }: Counter, amount = 1): Promise<number> {
  return store.add(key, amount, seconds)
}

/**
 * Adds 1 to a counter. If the store does so only after the call was given up, takes it back.
 *
 * @returns the sum
 * @throws {StoreError} if the store fails
 */
export async function addOrUndo(store: Store, counter: Counter): Promise<number> {
  try {
    return await addTo(store, counter)
  } catch (error) {
    undoWhenLate(error, () => takeFrom(store, counter))
    throw error
  }
}

/**
 * Takes an amount from a counter, or as much as the counter has. Several calls at the same time
 * never take more in total than the counter had, and never leave it below 0.
 *
 * @returns how much this call took
 * @throws {StoreError} if the store fails
 */
export async function takeFrom(store: Store, counter: Counter, amount = 1): Promise<number> {
  const sum = await addTo(store, counter, -amount)
  // No more than this call took: the others put back what they took.
  const missing = Math.min(amount, Math.max(0, -sum))
  if (missing > 0) await addTo(store, counter, missing)
  return amount - missing
}
