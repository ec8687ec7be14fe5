import { afterEach, describe, expect, it, vi } from 'vitest'
import { refreshOnce } from './refresh.ts'

afterEach(() => {
  vi.useRealTimers()
})

let count = 0
const newToken = (): string => `refresh token ${count++}`
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))

describe('a refresh token', () => {
  // proves P-OA-14, P-CC-2
  it('is used once by concurrent requests', async () => {
    const token = newToken()
    const refresh = vi.fn(async () => {
      await pause()
      return { access_token: 'new' }
    })
    const results = await Promise.all(Array.from({ length: 10 }, () => refreshOnce(token, refresh)))
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(new Set(results)).toEqual(new Set([{ access_token: 'new' }]))
  })

  it('returns the same tokens to a later request that still has the old cookie', async () => {
    const token = newToken()
    await refreshOnce(token, async () => 'first')
    expect(await refreshOnce(token, async () => 'second')).toBe('first')
  })

  it('returns the same tokens for the whole period, even after further requests', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const token = newToken()
    const [first, second] = await Promise.all([
      refreshOnce(token, async () => 'a'),
      refreshOnce(token, async () => 'b'),
    ])
    expect(second).toBe(first)
    vi.advanceTimersByTime(20_000)
    expect(await refreshOnce(token, async () => 'c')).toBe(first)
  })

  it('is used again after that period', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const token = newToken()
    await refreshOnce(token, async () => 'first', { keepFor: 10 })
    vi.advanceTimersByTime(10_000)
    expect(await refreshOnce(token, async () => 'second')).toBe('second')
  })

  it('is tried again after a failure, and every waiting request receives the error', async () => {
    const token = newToken()
    const fail = async (): Promise<never> => {
      await pause()
      throw new Error('invalid_grant')
    }
    const outcomes = await Promise.allSettled([refreshOnce(token, fail), refreshOnce(token, fail)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await refreshOnce(token, async () => 'second')).toBe('second')
  })

  it('does not block requests forever when the refresh never ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const token = newToken()
    void refreshOnce(token, () => new Promise(() => {}))
    await vi.waitUntil(() => vi.getTimerCount() === 0)
    const waiting = refreshOnce(token, async () => 'never called')
    await vi.waitUntil(() => vi.getTimerCount() === 1)
    vi.advanceTimersByTime(10_000)
    await expect(waiting).rejects.toThrow('did not finish in time')
    expect(await refreshOnce(token, async () => 'second')).toBe('second')
  })

  it('is independent of other refresh tokens', async () => {
    const [first, second] = await Promise.all([
      refreshOnce(newToken(), async () => 1),
      refreshOnce(newToken(), async () => 2),
    ])
    expect({ first, second }).toEqual({ first: 1, second: 2 })
  })
})
