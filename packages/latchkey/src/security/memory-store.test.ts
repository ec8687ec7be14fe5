import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from './memory-store.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('the store in memory', () => {
  it('keeps a value for its seconds', () => {
    vi.useFakeTimers()
    const store = memoryStore()
    store.set('a:1', 'value', 10)
    vi.advanceTimersByTime(9_999)
    expect(store.get('a:1')).toBe('value')
    vi.advanceTimersByTime(1)
    expect(store.get('a:1')).toBeUndefined()
  })

  it('counts, from the first addition on for its seconds', () => {
    vi.useFakeTimers()
    const store = memoryStore()
    expect([store.add('a:1', 1, 10), store.add('a:1', 2, 10), store.add('a:1', -1, 10)]).toEqual([1, 3, 2])
    vi.advanceTimersByTime(9_000)
    store.add('a:1', 1, 10)
    vi.advanceTimersByTime(1_000)
    expect(store.add('a:1', 1, 10)).toBe(1)
  })

  it('forgets what is deleted', () => {
    const store = memoryStore()
    store.set('a:1', 'value', 10)
    store.delete('a:1')
    expect(store.get('a:1')).toBeUndefined()
  })

  // proves P-DS-3
  it('holds no more keys of a purpose than it may, the newest of them', () => {
    const store = memoryStore({ maxKeys: 1000 })
    for (let index = 0; index < 1_000_000; index++) store.add(`tries:${index}`, 1, 900)
    expect(store.get('tries:998999')).toBeUndefined()
    expect([store.get('tries:999000'), store.get('tries:999999')]).toEqual(['1', '1'])
  })

  it('makes no room for what is there already, and counts as new what was written again', () => {
    const store = memoryStore({ maxKeys: 2 })
    for (const key of ['a:1', 'a:2', 'a:2']) store.set(key, 'value', 10)
    expect([store.get('a:1'), store.get('a:2')]).toEqual(['value', 'value'])
    for (const key of ['a:1', 'a:3']) store.set(key, 'value', 10)
    expect([store.get('a:1'), store.get('a:2'), store.get('a:3')]).toEqual(['value', undefined, 'value'])
  })

  it('forgets nothing of one purpose for the many keys of another', () => {
    const store = memoryStore({ maxKeys: 10 })
    store.set('latchkey:ended:1', '1', 900)
    for (let index = 0; index < 100; index++) store.add(`latchkey:credentials:${index}`, 1, 900)
    expect(store.get('latchkey:ended:1')).toBe('1')
  })
})
