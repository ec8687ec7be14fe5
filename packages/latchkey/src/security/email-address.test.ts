import { describe, expect, it } from 'vitest'
import { normalizeEmail } from './email-address.ts'

describe('an e-mail address', () => {
  // proves P-ML-4, §12.1 a
  it.each([
    ['Foo@Example.com', 'foo@example.com'],
    ['  foo@example.com  ', 'foo@example.com'],
    ['foo@example.com,evil.com', 'foo@example.com'],
    ['first.last+tag@mail.example.co.uk', 'first.last+tag@mail.example.co.uk'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['zoë@exämple.com', 'zoë@exämple.com'],
    ['foo@localhost', 'foo@localhost'],
    ['"foo@evil.com"@example.com', undefined],
    ['foo@evil.com@example.com', undefined],
    ['foo\uff20evil.com@example.com', undefined],
    ['foo\ufe6bevil.com@example.com', undefined],
    ['foo@', undefined],
    ['@example.com', undefined],
    ['foo', undefined],
    ['', undefined],
    ['foo@example.com\r\nBcc: x@evil.com', undefined],
    ['foo <x@example.com>', undefined],
    ['foo;x@example.com', undefined],
    ['foo,x@example.com', undefined],
    ['=?utf-8?q?x?=@example.com', undefined],
    [`${'a'.repeat(65)}@example.com`, undefined],
    [`a@${'b'.repeat(254)}`, undefined],
    [`${'a'.repeat(64)}@${'b'.repeat(189)}`, `${'a'.repeat(64)}@${'b'.repeat(189)}`],
    [`${'a'.repeat(64)}@${'b'.repeat(190)}`, undefined],
    ['J\u030c@example.com', '\u01f0@example.com'],
    ['foo\ud800@example.com', undefined],
    ['foo@-example.com', undefined],
    ['foo@example..com', undefined],
    ['foo\u200b@example.com', undefined],
    [['foo@example.com'], undefined],
    [undefined, undefined],
  ])('is normalized from %j to %j', (input, expected) => {
    expect(normalizeEmail(input)).toBe(expected)
  })
})
