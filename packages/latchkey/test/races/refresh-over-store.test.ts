import { type MemoryStoreOptions, memoryStore, type Store } from 'latchkey'
import type { RefreshOptions } from 'latchkey/refresh'
import { afterEach, describe, expect, it, vi } from 'vitest'

const secret = 'a secret for the tests of refreshes'
const newToken = (): string => `refresh token ${crypto.randomUUID()}`
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

type RefreshOnce = typeof import('latchkey/refresh').refreshOnce

/** Returns a copy of the module with a memory of its own, as another process has it. */
async function newProcess(): Promise<RefreshOnce> {
  vi.resetModules()
  return (await import('latchkey/refresh')).refreshOnce
}

/** Returns processes that share a store, and what they need for one refresh token. */
async function start(count: number, given: RefreshOptions = {}) {
  const processes: RefreshOnce[] = []
  for (let index = 0; index < count; index++) processes.push(await newProcess())
  const options = { store: memoryStore(), secret, ...given } satisfies RefreshOptions
  return { processes, options, token: newToken() }
}

/** Stops all clocks. @returns a function that lets time pass, in seconds */
function stopClock(): (seconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  return (seconds) => vi.advanceTimersByTime(seconds * 1000)
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await pause(5)
}

/** A store, and a function that returns when a process has tried to take another one's place. */
function watchedStore(): { store: Store; nextAttempt: () => Promise<void> } {
  const inner = memoryStore()
  let attempts = 0
  const add: Store['add'] = (...args) => {
    attempts++
    return inner.add(...args)
  }
  const nextAttempt = (before = attempts): Promise<void> => until(() => attempts > before)
  return { store: { ...inner, add }, nextAttempt }
}

/** A store that records what is written. */
function recording(options?: MemoryStoreOptions): { store: Store; written: string[] } {
  const written: string[] = []
  const store = memoryStore(options)
  const set: Store['set'] = (key, value, seconds) => {
    written.push(key, value)
    return store.set(key, value, seconds)
  }
  return { store: { ...store, set }, written }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a refresh token with a store', () => {
  // proves DB-7
  it('is used once by several processes, and all of them get the same result', async () => {
    const { processes, options, token } = await start(4)
    const refresh = vi.fn(async () => {
      await pause(50)
      return { access_token: crypto.randomUUID(), expires_at: 1 }
    })
    const calls = processes.flatMap((refreshOnce) =>
      Array.from({ length: 12 }, () => refreshOnce(token, refresh, options)),
    )
    const results = await Promise.all(calls)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    const [later] = (await start(1)).processes
    expect(await later?.(token, refresh, options)).toEqual(results[0])
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  // proves DB-7
  it('is used again after `keepFor`', async () => {
    const { processes, options, token } = await start(2, { keepFor: 1 })
    const [first, second] = processes as [RefreshOnce, RefreshOnce]
    await first(token, async () => 'first', options)
    expect(await second(token, async () => 'second', options)).toBe('first')
    const [third] = (await start(1)).processes
    await pause(1100)
    expect(await third?.(token, async () => 'third', options)).toBe('third')
  })

  it('keeps `null`, the result for a refresh token that was revoked', async () => {
    const { processes, options, token } = await start(2)
    const [first, second] = processes as [RefreshOnce, RefreshOnce]
    await first(token, async () => null, options)
    expect(await second(token, async () => 'second' as string | null, options)).toBeNull()
  })

  // proves DB-7
  it('is tried again after a failure, and every process that waited gets the error', async () => {
    const { processes, options, token } = await start(4)
    const fail = vi.fn(async (): Promise<string> => {
      await pause(50)
      throw new Error('temporarily_unavailable')
    })
    const outcomes = await Promise.allSettled(
      processes.map((refreshOnce) => refreshOnce(token, fail, options)),
    )
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(
      outcomes.map(() => expect.stringContaining('temporarily_unavailable')),
    )
    expect(fail).toHaveBeenCalledTimes(1)
    const results = processes.map((refreshOnce) => refreshOnce(token, async () => 'second', options))
    expect(new Set(await Promise.all(results))).toEqual(new Set(['second']))
  })

  // proves DB-7
  it('is used by another process if the first one dies', async () => {
    const pass = stopClock()
    const { store, nextAttempt } = watchedStore()
    const { processes, options, token } = await start(2, { timeout: 1, store })
    const [dying, living] = processes as [RefreshOnce, RefreshOnce]
    const lost = vi.fn(() => new Promise<string>(() => {}))
    void dying(token, lost, options)
    await until(() => lost.mock.calls.length === 1)
    const refresh = vi.fn(async () => 'second')
    const second = living(token, refresh, options)
    pass(7.9)
    await nextAttempt()
    expect(refresh).not.toHaveBeenCalled()
    pass(0.2)
    expect(await second).toBe('second')
  })

  // proves DB-7
  it('is used once, even if the provider and the store are as slow as their time limits', async () => {
    const pass = stopClock()
    const { store, nextAttempt } = watchedStore()
    const { processes, options, token } = await start(2, { timeout: 10, store })
    const refresh = vi.fn(async () => {
      // As if 10 seconds had been those of the provider, and 5 those of calls of the store.
      pass(14.9)
      await nextAttempt()
      await nextAttempt()
      return 'new'
    })
    const results = processes.map((refreshOnce) => refreshOnce(token, refresh, options))
    expect(await Promise.all(results)).toEqual(['new', 'new'])
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  // proves DB-7
  it('stays with the process that uses it when an earlier one is late', async () => {
    const pass = stopClock()
    const { store, nextAttempt } = watchedStore()
    // No process finds the result of another one.
    const { processes, options, token } = await start(3, { timeout: 1, store: { ...store, set: () => {} } })
    const [late, current, third] = processes as [RefreshOnce, RefreshOnce, RefreshOnce]
    const ends: (() => void)[] = []
    const refresh = (): Promise<string> => new Promise((resolve) => ends.push(() => resolve('new')))
    const first = late(token, refresh, options)
    await until(() => ends.length === 1)
    const second = current(token, refresh, options)
    pass(8.1)
    await until(() => ends.length === 2)
    ends[0]?.()
    await first
    const last = third(token, refresh, options)
    await nextAttempt()
    await nextAttempt()
    expect(ends).toHaveLength(2)
    ends[1]?.()
    await second
    await until(() => ends.length === 3)
    ends[2]?.()
    expect(await last).toBe('new')
  })

  // proves DB-7
  it('stores the result only encrypted, and no key contains the token', async () => {
    const { store, written } = recording()
    const { processes, options, token } = await start(1, { store })
    await processes[0]?.(token, async () => ({ access_token: 'recognizable' }), options)
    const failing = async (): Promise<never> => {
      await pause(1)
      throw new Error('recognizable')
    }
    await processes[0]?.(newToken(), failing, options).catch(() => {})
    expect(written.length).toBeGreaterThanOrEqual(4)
    expect(written.filter((text) => text.includes('recognizable') || text.includes(token))).toEqual([])
  })

  it('is not used again if the result cannot be decrypted', async () => {
    const { processes, options, token } = await start(2)
    const [first, second] = processes as [RefreshOnce, RefreshOnce]
    await first(token, async () => 'first', options)
    const refresh = vi.fn(async () => 'second')
    const other = { ...options, secret: 'another secret, which is long enough' }
    await expect(second(token, refresh, other)).rejects.toThrow('Use the same `secret` in all processes')
    expect(refresh).not.toHaveBeenCalled()
  })

  it('opens a result that was sealed with an older secret of the list', async () => {
    const { processes, options, token } = await start(2)
    const [first, second] = processes as [RefreshOnce, RefreshOnce]
    await first(token, async () => 'first', options)
    const rotated = { ...options, secret: ['a newer secret for the same tests of refreshes', secret] }
    expect(await second(token, async () => 'second', rotated)).toBe('first')
  })

  it('does not accept the result of another refresh token', async () => {
    const { processes, options, token } = await start(1)
    const moved = memoryStore()
    const { store, written } = recording()
    await processes[0]?.(newToken(), async () => 'of another user', { ...options, store })
    const get: Store['get'] = (key) => (key.startsWith('latchkey:refresh:') ? written[1] : moved.get(key))
    const call = processes[0]?.(token, async () => 'own', { ...options, store: { ...moved, get } })
    await expect(call).rejects.toThrow('cannot be read')
  })

  it('is not used while the store is down', async () => {
    const { processes, options, token } = await start(1)
    const refresh = vi.fn(async () => 'new')
    const add = (): Promise<number> => Promise.reject(new Error('connection refused'))
    const store = { ...options.store, add }
    await expect(processes[0]?.(token, refresh, { ...options, store })).rejects.toMatchObject({
      type: 'StoreError',
      message: expect.stringContaining('connection refused'),
    })
    expect(refresh).not.toHaveBeenCalled()
  })

  it('returns the new tokens even if they could not be stored', async () => {
    const { processes, options, token } = await start(1)
    const set = (): Promise<void> => Promise.reject(new Error('connection refused'))
    const store = { ...options.store, set }
    expect(await processes[0]?.(token, async () => 'new', { ...options, store })).toBe('new')
  })

  it('is separate for each `key`', async () => {
    const { processes, options, token } = await start(2)
    const [first, second] = processes as [RefreshOnce, RefreshOnce]
    expect(await first(token, async () => 'of acme', { ...options, key: 'acme' })).toBe('of acme')
    expect(await second(token, async () => 'of other', { ...options, key: 'other' })).toBe('of other')
    expect(await second(token, async () => 'again', { ...options, key: 'acme' })).toBe('of acme')
    expect(await second(token, async () => 'without', options)).toBe('without')
  })

  it('needs a secret', async () => {
    const { processes, options, token } = await start(1)
    vi.stubEnv('AUTH_SECRET', '')
    await expect(processes[0]?.(token, async () => 'new', { ...options, secret: '' })).rejects.toMatchObject({
      type: 'MissingSecret',
    })
    vi.stubEnv('AUTH_SECRET', secret)
    expect(await processes[0]?.(token, async () => 'new', { store: options.store })).toBe('new')
    vi.unstubAllEnvs()
  })
})
