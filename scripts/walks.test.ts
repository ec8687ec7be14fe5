import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMeasuredSources, removeMeasuredSources } from './walk-sources.mjs'
import { measureWalk } from './walks.mjs'

beforeAll(createMeasuredSources)
afterAll(removeMeasuredSources)

const limits = { lines: 0, files: 0, largest: 0 }

it('measures the functions that a request enters, and not those that importing runs', async () => {
  const { files, configuration } = await measureWalk({ name: 'session-jwt', limits })
  const functions = files.flatMap((file) => file.functions)
  expect(functions).toContain('session')
  expect(functions).not.toContain('createAuth')
  // Once per process.
  expect(functions).not.toContain('deriveKey')
  expect(files.length).toBeGreaterThan(5)
  expect(configuration.length).toBeGreaterThan(1)
})

it('fails when a flow does not reach its end', async () => {
  await expect(measureWalk({ name: 'nowhere', limits })).rejects.toThrow('There is no walk "nowhere".')
})
