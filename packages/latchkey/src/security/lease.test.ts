import { afterEach, expect, it, vi } from 'vitest'
import { withLateResult } from '../async/late-result.ts'
import { memoryStore } from '../stores/memory.ts'
import { releaseLease, takeLease, takeOnce } from './lease.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Gives up a key of ten seconds that the store took and reports only after some time. */
async function takeLate(milliseconds: number): Promise<ReturnType<typeof memoryStore>> {
  vi.useFakeTimers()
  const store = memoryStore()
  const slow: typeof store.add = (...taken) => {
    const response = Promise.resolve(store.add(...taken)).then(
      (sum) => new Promise<number>((resolve) => setTimeout(resolve, milliseconds, sum)),
    )
    throw withLateResult(new Error('timeout'), response)
  }
  await expect(takeOnce({ store: { ...store, add: slow } }, 'key', 10)).rejects.toThrow('timeout')
  return store
}

it('releases a key that the store acquired late', async () => {
  const store = await takeLate(9_000)
  await vi.advanceTimersByTimeAsync(9_500)
  expect(await store.get('key')).toBeFalsy()
})

it('leaves the key of another request if the store responds after the lifetime', async () => {
  const store = await takeLate(12_000)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await takeOnce({ store }, 'key', 10)).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await store.get('key')).toBe('1')
})

// proves P-CC-1
it('grants a key to one of several concurrent calls until it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const shared = { store: memoryStore() }
  const taken = await Promise.all(Array.from({ length: 5 }, () => takeOnce(shared, 'key', 60)))
  expect(taken.filter(Boolean)).toEqual([true])
  vi.advanceTimersByTime(59_999)
  expect(await takeOnce(shared, 'key', 60)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await takeOnce(shared, 'key', 60)).toBe(true)
})

it('acquires all keys of a lease or none', async () => {
  const shared = { store: memoryStore() }
  await takeOnce(shared, 'second', 60)
  expect(await takeLease(shared, ['first', 'second'], 60)).toBeUndefined()
  expect(await takeLease(shared, ['first'], 60)).toMatchObject({ keys: ['first'] })
})

it('ends a lease only while it is held', async () => {
  vi.useFakeTimers()
  const shared = { store: memoryStore() }
  const lease = await takeLease(shared, ['key'], 10)
  if (lease === undefined) throw new Error('The key was free.')
  vi.advanceTimersByTime(10_000)
  expect(await takeOnce(shared, 'key', 10)).toBe(true)
  await releaseLease(shared, lease)
  expect(await shared.store.get('key')).toBe('1')
})
