import { expect, it, vi } from 'vitest'

// proves AUD-D11
it('reports a text as new once, even if a bundler copies the module into each entry point', async () => {
  const results: boolean[] = []
  for (let copy = 0; copy < 3; copy++) {
    vi.resetModules()
    const { isFirstInProcess } = await import('./first-in-process.ts')
    results.push(isFirstInProcess('client-address Return one address.'))
  }
  expect(results).toEqual([true, false, false])
})
