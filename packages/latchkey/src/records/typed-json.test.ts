import { expect, it } from 'vitest'
import { fromText, toText } from './typed-json.ts'

it.each([
  ['dates', { createdAt: new Date(1000), never: new Date(Number.NaN) }],
  ['large numbers', { id: 10n, parts: [-1n, 2n ** 70n] }],
  ['what JSON has', { name: 'Ann', age: 7, tags: ['a', null, true] }],
])('keeps %s', (_, value) => {
  expect(fromText(toText(value))).toEqual(value)
})
