import { expect, it } from 'vitest'
import { acceptedLanguages } from './accept.ts'

it.each([
  [undefined, []],
  ['de', ['de']],
  ['de-CH, fr;q=0.9, en;q=0.8, *;q=0.5', ['de-CH', 'fr', 'en']],
  ['en;q=0.2, ar ; q=1.0, de;q=0', ['ar', 'en']],
  ['"><script>, de;q=2, fr;q=x, en', ['en']],
])('an Accept-Language header of %s is read as %j, in order of preference', (header, languages) => {
  expect(acceptedLanguages(new Headers(header === undefined ? {} : { 'accept-language': header }))).toEqual(
    languages,
  )
})

// proves AUD-F21, P-DS-2
it.each([' ', '\t', '; '])('a header with many "%s" is read in linear time', (text) => {
  const headers = new Headers({ 'accept-language': `de, a${text.repeat(100_000)}b, en;q=0.5` })
  const start = performance.now()
  expect(acceptedLanguages(headers)).toEqual(['de', 'en'])
  // Quadratic time would be many seconds.
  expect(performance.now() - start).toBeLessThan(1000)
})

it('the number of languages that are read is limited', () => {
  const header = Array.from({ length: 10_000 }, () => 'de').join(',')
  expect(acceptedLanguages(new Headers({ 'accept-language': header })).length).toBeLessThan(50)
})
