import { afterEach, expect, it, vi } from 'vitest'
import { createSlots } from './slots.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Lets everything run that waits for nothing but promises. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

// proves AUD-F9, P-DS-4
it('admits two callers, then those that wait in order, and rejects the others immediately', async () => {
  const slots = createSlots({ maxRunning: 2, maxWaiting: 2, maxWaitMs: 1000 })
  const entered: string[] = []
  const results = ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
    const isIn = await slots.enter()
    if (isIn) entered.push(name)
    return isIn
  })
  await settle()
  expect(entered).toEqual(['a', 'b'])
  slots.leave()
  await settle()
  expect(entered).toEqual(['a', 'b', 'c'])
  slots.leave()
  await settle()
  expect({ entered, results: await Promise.all(results) }).toEqual({
    entered: ['a', 'b', 'c', 'd'],
    results: [true, true, true, true, false],
  })
})

// proves AUD-F9
it('stops waiting after the given time, and frees the place in the queue', async () => {
  vi.useFakeTimers()
  const slots = createSlots({ maxRunning: 1, maxWaiting: 1, maxWaitMs: 1000 })
  await slots.enter()
  const late = slots.enter()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBe(false)
  slots.leave()
  expect(await slots.enter()).toBe(true)
})

it('admits the same number again after all have left', async () => {
  const slots = createSlots({ maxRunning: 2, maxWaiting: 0, maxWaitMs: 1000 })
  for (let round = 0; round < 3; round++) {
    const results = await Promise.all([slots.enter(), slots.enter(), slots.enter()])
    expect(results).toEqual([true, true, false])
    for (const isIn of results) if (isIn) slots.leave()
  }
})
