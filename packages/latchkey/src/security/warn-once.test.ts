import { expect, it, vi } from 'vitest'
import type { ResolvedAuth } from '../contract/context.ts'

// proves AUD-D11
it('a warning is logged once, also if a bundler copies the module into each entry point', async () => {
  const warn = vi.fn()
  const auth = { logger: { warn } } as unknown as ResolvedAuth
  for (let copy = 0; copy < 3; copy++) {
    vi.resetModules()
    const { warnOncePerProcess } = await import('./warn-once.ts')
    warnOncePerProcess(auth, 'client-address', 'Return one address.')
  }
  expect(warn.mock.calls).toEqual([['client-address', 'Return one address.']])
})
