import { expect, it } from 'vitest'
import { retryAfter } from './retry-after.ts'

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString()

it.each([
  ['120', undefined, 120],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 'Wed, 21 Oct 2015 07:26:00 GMT', 120],
  ['Wednesday, 21-Oct-15 07:28:00 GMT', 'Wed, 21 Oct 2015 07:26:00 GMT', 120],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined, 5],
  ['1', undefined, 5],
  ['999999', undefined, 3600],
  [inSeconds(30 * 24 * 60 * 60), undefined, 3600],
  ['soon', undefined, 5],
  ['-120', undefined, 5],
  ['', undefined, 5],
])('reads "%s" at %s', (value, date, seconds) => {
  const response = new Response(null, { headers: { 'retry-after': value, ...(date && { date }) } })
  expect(retryAfter(response)).toBe(seconds)
})

it('compares a date with the local clock if the server sends no time', () => {
  const seconds = retryAfter(new Response(null, { headers: { 'retry-after': inSeconds(600) } }))
  expect(seconds).toBeGreaterThan(590)
  expect(seconds).toBeLessThanOrEqual(600)
})

it('defaults to five seconds without the header', () => {
  expect(retryAfter(new Response())).toBe(5)
})
