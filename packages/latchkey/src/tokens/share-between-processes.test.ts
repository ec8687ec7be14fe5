import { memoryStore } from 'latchkey'
import { expect, it } from 'vitest'
import { DEFAULT_TIMEOUTS } from '../config/timeouts.ts'
import { boundedStore } from '../persistence/bounded-store.ts'
import type { Store } from '../types/store.ts'
import type { ResultStore } from './results.ts'
import { shareRefresh } from './share-between-processes.ts'

const LOGGER = { error() {}, warn() {}, debug() {} }
const SECRETS = ['a secret that is long enough for every test here']

it('lets the next call refresh after a lease that the store granted too late', async () => {
  const store = memoryStore()
  let respond = (): void => {}
  const late: Store = {
    ...store,
    add: (...args) => new Promise((resolve) => (respond = () => resolve(store.add(...args)))),
  }
  const over = (given: Store, seconds: number): ResultStore => ({
    store: boundedStore(given, {
      timeouts: { ...DEFAULT_TIMEOUTS, store: seconds },
      logger: LOGGER,
      channel: {},
    }),
    secrets: SECRETS,
  })
  const times = { keepFor: () => 60, lease: 0.2 }
  const first = shareRefresh(over(late, 0.01), 'token', async () => 'first', times)
  await expect(first).rejects.toMatchObject({ type: 'StoreError' })
  respond()
  await new Promise((resolve) => setImmediate(resolve))
  expect(await store.get('latchkey:refreshing:token')).toBeUndefined()
  expect(await shareRefresh(over(store, 1), 'token', async () => 'second', times)).toBe('second')
})
