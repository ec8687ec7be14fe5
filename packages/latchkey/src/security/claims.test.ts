import { afterEach, expect, it, vi } from 'vitest'
import { withLateResult } from '../async/late-result.ts'
import { memoryStore } from '../stores/memory.ts'
import { claim } from './claims.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Gives up a claim of ten seconds that the store made, whose response comes after some time. */
async function claimLate(milliseconds: number): Promise<ReturnType<typeof memoryStore>> {
  vi.useFakeTimers()
  const store = memoryStore()
  const slow: typeof store.add = (...claimed) => {
    const response = Promise.resolve(store.add(...claimed)).then(
      (sum) => new Promise<number>((resolve) => setTimeout(resolve, milliseconds, sum)),
    )
    throw withLateResult(new Error('timeout'), response)
  }
  await expect(claim({ store: { ...store, add: slow } }, 'key', 10)).rejects.toThrow('timeout')
  return store
}

it('a late claim is released', async () => {
  const store = await claimLate(9_000)
  await vi.advanceTimersByTimeAsync(9_500)
  expect(await store.get('key')).toBeFalsy()
})

it('a claim that comes after its lifetime leaves that of another request', async () => {
  const store = await claimLate(12_000)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await claim({ store }, 'key', 10)).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await store.get('key')).toBe('1')
})
