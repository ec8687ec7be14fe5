import { expect, it } from 'vitest'
import { chosenVariants } from './variants.mjs'

const isShort = (variant: string): boolean => variant.length === 1

it('returns the chosen variants', () => {
  expect(chosenVariants(['a', 'bc', 'd'], isShort, false)).toEqual(['a', 'd'])
})

it('returns all variants in their order', () => {
  expect(chosenVariants(['a', 'bc', 'd'], isShort, true)).toEqual(['a', 'bc', 'd'])
})

it.each([true, false])('throws if no variant is chosen, with %s for all', (all) => {
  expect(() => chosenVariants(['bc'], isShort, all)).toThrow('Choose at least one variant')
})
