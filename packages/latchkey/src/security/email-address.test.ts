import { describe, expect, it } from 'vitest'
import { isSameEmail, normalizeEmail } from './email-address.ts'

describe('an e-mail address', () => {
  // proves P-ML-4, §12.1 a
  it.each([
    ['Foo@Example.com', 'foo@example.com'],
    ['  foo@example.com  ', 'foo@example.com'],
    ['foo@example.com,evil.com', 'foo@example.com'],
    ['first.last+tag@mail.example.co.uk', 'first.last+tag@mail.example.co.uk'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['zoë@exämple.com', 'zoë@xn--exmple-cua.com'],
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

describe('the domain of an e-mail address', () => {
  // proves AUD-F1, AUD-S3, P-ML-4
  it.each([
    ['x@straße.de', 'x@xn--strae-oqa.de'],
    ['x@STRASSE.de', 'x@strasse.de'],
    ['x@gmáil.com', 'x@xn--gmil-6na.com'],
    ['x@EXÄMPLE.com', 'x@xn--exmple-cua.com'],
    ['x@exämple。com', undefined],
    ['x@exa\u0308mple.com', 'x@xn--exmple-cua.com'],
    ['x@xn--exmple-cua.com', 'x@xn--exmple-cua.com'],
    ['x@XN--EXMPLE-CUA.com', 'x@xn--exmple-cua.com'],
    ['x@例え.テスト', 'x@xn--r8jz45g.xn--zckzah'],
    ['x@é.1', 'x@xn--9ca.1'],
    ['x@0x7f.1', 'x@0x7f.1'],
    ['x@1.2', 'x@1.2'],
    ['x@\u3164.com', undefined],
    ['x@é.com:25', undefined],
    ['x@é%2e.com', undefined],
    ['x@é.com.', undefined],
    ['x@é.com/y', undefined],
    ['x@é.com?y', undefined],
    [`x@${'éжπñ'.repeat(60)}.com`, undefined],
  ])('is written in ASCII: %j becomes %j', (input, expected) => {
    expect(normalizeEmail(input)).toBe(expected)
  })

  // Versions of Node.js implement different versions of the URL Standard.
  it.each([
    // An invisible letter: it is removed, or makes the domain invalid.
    ['x@\u3164example.com', 'x@example.com'],
    // Letters from right to left after a digit: invalid since the standard checks the direction.
    ['x@1א.com', 'x@xn--1-0hc.com'],
  ])('is in ASCII or invalid, by the rules of the runtime: %j', (input, ascii) => {
    expect([ascii, undefined]).toContain(normalizeEmail(input))
  })
})

describe('isSameEmail', () => {
  // proves AUD-F1
  it.each([
    ['ann@example.com', 'ann@example.com', true],
    ['Ann@Example.com', 'ann@example.com', true],
    ['ann@example.com', 'Ann@Example.com', true],
    ['x@exämple.de', 'x@xn--exmple-cua.de', true],
    ['"a b"@example.com', '"a b"@example.com', true],
    ['ann@example.com', 'ánn@example.com', false],
    ['ann@example.com', 'ann@exámple.com', false],
    ['x@strasse.de', 'x@xn--strae-oqa.de', false],
    // The application's own normalization may have left these as they are.
    ['kim@example.com', '\u212aim@example.com', false],
    ['ann@example.com', 'ａnn@example.com', false],
    ['"a b"@example.com', '"a c"@example.com', false],
    [null, 'ann@example.com', false],
    [undefined, undefined, false],
    ['', undefined, false],
  ])('compares the stored address %j with %j', (stored, wanted, expected) => {
    expect(isSameEmail(stored, wanted)).toBe(expected)
  })
})
