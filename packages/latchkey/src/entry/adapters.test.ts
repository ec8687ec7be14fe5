import { expect, it } from 'vitest'
import { isDate } from './adapters.ts'

// proves §1 c
it.each([
  '2026-11-20T12:00Z',
  '2026-11-20T12:00:00Z',
  '2026-11-20T12:00:00.123Z',
  '2026-11-20T12:00:00+02:00',
  new Date().toISOString(),
])('isDate accepts the date string %s', (text) => expect(isDate(text)).toBe(true))

// proves §1 c
it.each([
  '',
  'Ann',
  '2026-11-20',
  '2026-11-20T12:00:00',
  '2026-11-20T12Z',
  '2026-13-20T12:00:00Z',
  'on 2026-11-20T12:00:00Z',
  1_700_000_000,
  null,
  undefined,
  new Date(),
  {},
])('isDate rejects %s', (value) => expect(isDate(value)).toBe(false))
