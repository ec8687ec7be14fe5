import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, test } from 'vitest'
import { libraryModules } from './library-modules.ts'

const hasModule = libraryModules(join(root, 'packages', 'latchkey'))

test.each([
  'latchkey',
  'latchkey/next',
  'latchkey/sveltekit/client',
  'latchkey/providers/github',
  'latchkey/adapters',
])('finds %s', (specifier) => {
  expect(hasModule(specifier)).toBe(true)
})

test.each([
  'latchkey/express',
  'latchkey/providers/acme',
  'latchkey/sveltekit/acme',
  'latchkey/adapters/sqlite/queries',
])('does not find %s', (specifier) => {
  expect(hasModule(specifier)).toBe(false)
})
