import { afterEach, expect, it, vi } from 'vitest'
import type { ResolvedAuth } from '../../contract/context.ts'
import { memoryStore } from '../../stores/memory.ts'
import { endAll, isUndisturbed, takeTurn } from './end-all.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('notices sessions that end while a slow database continues one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const auth = { store: memoryStore() } as Partial<ResolvedAuth> as ResolvedAuth
  const turn = await takeTurn(auth, 'ann')
  vi.setSystemTime(Date.now() + 599_000)
  let ended = 0
  await endAll(auth, 'ann', () => ended++)
  // Once more: the continuing session may have been stored in between.
  expect({ ended, isUndisturbed: await isUndisturbed(auth, 'ann', turn, undefined) }).toEqual({
    ended: 2,
    isUndisturbed: false,
  })
})
