import { expect, it } from 'vitest'
import { fromBase32, toBase32 } from './base32.ts'

// RFC 4648, section 10, without padding.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is "%s" in Base32', (text, encoded) => {
  const bytes = new TextEncoder().encode(text)
  expect(toBase32(bytes)).toBe(encoded)
  expect(new TextDecoder().decode(fromBase32(encoded))).toBe(text)
})

it('decodes every length and byte that it encodes', () => {
  for (let length = 0; length < 40; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length))
    expect(fromBase32(toBase32(bytes))).toEqual(bytes)
  }
})
