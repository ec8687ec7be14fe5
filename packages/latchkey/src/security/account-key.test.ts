import { expect, it } from 'vitest'
import { accountKey } from './account-key.ts'

// proves AUD-F18
it.each([
  [
    'admin',
    [
      'Admin',
      ' admin ',
      'ádmin',
      'a\u0301dmin',
      'ａｄｍｉｎ',
      'ad\u200bmin',
      'ad\u00admin',
      'admin\ufe0f',
      'ⓐdmin',
    ],
  ],
  ['strasse', ['STRASSE', 'straße', 'Straſse']],
  ['ann@example.com', ['Ann+1@example.com', 'ann+a+b@Example.com', 'ann＋1@example.com']],
  ['οδοσ', ['ΟΔΟΣ', 'οδος', 'ὁδός']],
])('the spellings of %s have one key', (name, spellings) => {
  for (const spelling of spellings)
    expect({ spelling, key: accountKey(spelling) }).toEqual({ spelling, key: accountKey(name) })
})

it.each([
  ['ann', 'anna'],
  ['a+b', 'a+c'],
  ['ann@example.com', 'ann@example.org'],
])('%s and %s have different keys', (one, other) => {
  expect(accountKey(one)).not.toBe(accountKey(other))
})
