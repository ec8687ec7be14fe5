import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const contract = readFileSync(new URL('../../src/contract.ts', import.meta.url), 'utf8')

it('`isNewUser` of the jwt callback is marked as deprecated, and that of the event is not [VER-5, AMB-48]', () => {
  const declarations = [...contract.matchAll(/(\/\*\*[^\n]*\*\/\n\s*)?isNewUser\?: boolean/g)].map(([, docstring = '']) =>
    docstring.includes('@deprecated'),
  )
  expect(declarations).toEqual([true, false])
})
