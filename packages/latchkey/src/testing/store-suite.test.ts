import { describe, expect, it } from 'vitest'
import { memoryStore } from '../stores/memory.ts'
import type { Store } from '../types/store.ts'
import { storeCases, testStore } from './store-suite.ts'

// proves DB-23
describe('the suite', () => {
  testStore(
    { name: 'the store in memory', create: () => ({ store: memoryStore() }) },
    { describe, it: it.concurrent },
  )
})

describe('testStore', () => {
  it('creates a store for each case and stops it, even when the case fails', async () => {
    let running = 0
    const bodies: (() => Promise<void>)[] = []
    testStore(
      {
        name: 'collected',
        create: () => {
          running++
          const store = { get: () => Promise.reject(new Error('no connection')) } as unknown as Store
          return { store, stop: () => void running-- }
        },
      },
      {
        describe: (_, body) => body(),
        it: (_, body) => void bodies.push(() => body({ skip() {} })),
      },
    )
    const outcomes = await Promise.allSettled(bodies.map((body) => body()))
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect({ count: outcomes.length, running }).toEqual({ count: storeCases.length, running: 0 })
  })

  it('says what a failed case puts at risk', async () => {
    const forgetful: Store = { ...memoryStore(), get: () => undefined }
    const [failed] = storeCases.filter(({ name }) => name === 'returns the value that was stored')
    await expect(failed?.run(forgetful)).rejects.toThrow(
      'This is about security: the store forgets which sessions have ended.',
    )
  })

  it('gives each case a unique title', () => {
    expect(new Set(storeCases.map(({ name }) => name)).size).toBe(storeCases.length)
  })
})
