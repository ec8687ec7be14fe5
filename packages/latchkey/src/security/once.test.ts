import { afterEach, expect, it, vi } from 'vitest'
import type { ResolvedAuth } from '../contract/context.ts'
import { memoryStore } from '../stores/memory.ts'
import { claimOnce } from './once.ts'

const ctx = { auth: { store: memoryStore() } as Partial<ResolvedAuth> as ResolvedAuth }

afterEach(() => {
  vi.useRealTimers()
})

// proves P-CC-1
it('claimOnce succeeds for one of several concurrent calls until the claim has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const claims = await Promise.all(Array.from({ length: 5 }, () => claimOnce(ctx, 'a', 'key', 60)))
  expect(claims.filter(Boolean)).toEqual([true])
  vi.advanceTimersByTime(59_999)
  expect(await claimOnce(ctx, 'a', 'key', 60)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await claimOnce(ctx, 'a', 'key', 60)).toBe(true)
})

it('claimOnce succeeds for the same key with another purpose', async () => {
  const first = await claimOnce(ctx, 'one', 'key', 60)
  const second = await claimOnce(ctx, 'other', 'key', 60)
  expect({ first, second }).toEqual({ first: true, second: true })
})
