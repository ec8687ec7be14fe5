import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from './memory.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('the memory store', () => {
  it('keeps a value for the given seconds', () => {
    vi.useFakeTimers()
    const store = memoryStore()
    store.set('a:1', 'value', 10)
    vi.advanceTimersByTime(9_999)
    expect(store.get('a:1')).toBe('value')
    vi.advanceTimersByTime(1)
    expect(store.get('a:1')).toBeUndefined()
  })

  it('adds up numbers for the given seconds from the first addition', () => {
    vi.useFakeTimers()
    const store = memoryStore()
    const sums = [store.add('a:1', 1, 10), store.add('a:1', 2, 10), store.add('a:1', -1, 10)]
    expect(sums).toEqual([1, 3, 2])
    vi.advanceTimersByTime(9_000)
    store.add('a:1', 1, 10)
    vi.advanceTimersByTime(1_000)
    expect(store.add('a:1', 1, 10)).toBe(1)
  })

  it('deletes a value', () => {
    const store = memoryStore()
    store.set('a:1', 'value', 10)
    store.delete('a:1')
    expect(store.get('a:1')).toBeUndefined()
  })

  // proves P-DS-3
  it('keeps only the newest `maxKeys` keys with the same prefix', () => {
    const store = memoryStore({ maxKeys: 1000 })
    for (let index = 0; index < 1_000_000; index++) store.add(`tries:${index}`, 1, 900)
    expect(store.get('tries:998999')).toBeUndefined()
    expect({ oldest: store.get('tries:999000'), newest: store.get('tries:999999') }).toEqual({
      oldest: '1',
      newest: '1',
    })
  })

  // proves P-DS-3
  it('keeps fewer values if they are long, the newest ones', () => {
    const store = memoryStore({ maxKeys: 1000 })
    const value = 'x'.repeat(20_000)
    for (let index = 0; index < 2000; index++) store.set(`tokens:${index}`, value, 900)
    // A repeated write of a value counts once.
    for (let index = 0; index < 2000; index++) store.set('tokens:1999', value, 900 + index)
    const kept = Array.from({ length: 2000 }, (_, index) => store.get(`tokens:${index}`)).filter(Boolean)
    expect(kept).toHaveLength(Math.floor((1000 * 1024) / 20_011))
    expect(store.get('tokens:1999')).toBe(value)
    const large = 'x'.repeat(2_000_000)
    store.set('tokens:large', large, 900)
    expect(store.get('tokens:1999')).toBeUndefined()
    expect(store.get('tokens:large')).toBe(large)
  })

  it('removes nothing when an existing key is written, and treats that key as new', () => {
    const store = memoryStore({ maxKeys: 2 })
    for (const key of ['a:1', 'a:2', 'a:2']) store.set(key, 'value', 10)
    expect({ first: store.get('a:1'), second: store.get('a:2') }).toEqual({
      first: 'value',
      second: 'value',
    })
    for (const key of ['a:1', 'a:3']) store.set(key, 'value', 10)
    expect({ first: store.get('a:1'), second: store.get('a:2'), third: store.get('a:3') }).toEqual({
      first: 'value',
      second: undefined,
      third: 'value',
    })
  })

  it('counts the keys of each prefix separately', () => {
    const store = memoryStore({ maxKeys: 10 })
    store.set('latchkey:ended:1', '1', 900)
    for (let index = 0; index < 100; index++) store.add(`latchkey:credentials:${index}`, 1, 900)
    expect(store.get('latchkey:ended:1')).toBe('1')
  })

  // proves AUD-F18
  it('keeps the highest counters when many keys are added', () => {
    const store = memoryStore({ maxKeys: 500 })
    store.add('tries:victim', 11, 900)
    for (let index = 0; index < 5000; index++)
      for (let count = 0; count < 3; count++) store.add(`tries:${index}`, 1, 900)
    expect({ locked: store.get('tries:victim'), newest: store.get('tries:4999') }).toEqual({
      locked: '11',
      newest: '3',
    })
  })

  // proves P-DS-3
  it('removes expired counters first, so that high counters cannot fill it permanently', () => {
    vi.useFakeTimers()
    const store = memoryStore({ maxKeys: 100 })
    for (let index = 0; index < 100; index++) store.add(`tries:old ${index}`, 11, 10)
    vi.advanceTimersByTime(10_000)
    for (let index = 0; index < 100; index++) store.add(`tries:${index}`, 1, 10)
    expect({ first: store.get('tries:0'), last: store.get('tries:99') }).toEqual({ first: '1', last: '1' })
  })
})
