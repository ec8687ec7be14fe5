import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const callbacks = readFileSync(new URL('../../src/types/callbacks.ts', import.meta.url), 'utf8')

// proves VER-5, AMB-48
it('`isNewUser` of the jwt callback is marked as deprecated, and that of the event is not', () => {
  const declarations = [...callbacks.matchAll(/(\/\*\*[^\n]*\*\/\n\s*)?isNewUser\?: boolean/g)].map(
    ([, docstring = '']) => docstring.includes('@deprecated'),
  )
  expect(declarations).toEqual([true, false])
})
