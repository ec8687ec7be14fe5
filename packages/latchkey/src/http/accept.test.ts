import { expect, it } from 'vitest'
import { acceptedLanguages } from './accept.ts'

it.each([
  [undefined, []],
  ['de', ['de']],
  ['de-CH, fr;q=0.9, en;q=0.8, *;q=0.5', ['de-CH', 'fr', 'en']],
  ['en;q=0.2, ar ; q=1.0, de;q=0', ['ar', 'en']],
  ['"><script>, de;q=2, fr;q=x, en', ['en']],
])('of %s the languages are %j, the dearest first', (header, languages) => {
  expect(acceptedLanguages(new Headers(header === undefined ? {} : { 'accept-language': header }))).toEqual(
    languages,
  )
})

it('nobody reads more languages than are looked at', () => {
  const header = Array.from({ length: 10_000 }, () => 'de').join(',')
  expect(acceptedLanguages(new Headers({ 'accept-language': header })).length).toBeLessThan(50)
})
