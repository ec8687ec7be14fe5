import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withUnicodeDomain } from './unicode-domain.ts'

describe('an e-mail address with its domain in Unicode', () => {
  // proves AUD-F1
  it.each([
    ['x@xn--exmple-cua.de', 'x@exämple.de'],
    ['x@mail.xn--strae-oqa.de', 'x@mail.straße.de'],
    ['x@xn--r8jz45g.xn--zckzah', 'x@例え.テスト'],
    [`x@xn--${'9'.repeat(240)}.com`, undefined],
    [`x@xn--${'9'.repeat(239)}a.com`, undefined],
    ['x@xn--ls8h.la', undefined],
    ['xn--a@example.com', undefined],
    ['x@example.com', undefined],
    ['x@xn--é.com', undefined],
    ['x@xn--a.com', undefined],
    ['x@xn--999999999.com', undefined],
    ['x@xn--example-99999999.com', undefined],
  ])('is found for %j: %j', (address, expected) => {
    expect(withUnicodeDomain(address)).toBe(expected)
  })

  // proves AUD-F1
  it('is the one that Node.js computes, for any domain', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcxyz-äöüßçéπ例え한भ') })
    fc.assert(
      fc.property(letters, (label) => {
        const domain = domainToASCII(`a${label}a.com`)
        if (!domain.startsWith('xn--')) return
        expect(withUnicodeDomain(`x@${domain}`)).toBe(`x@${domainToUnicode(domain)}`)
      }),
      { numRuns: 2000 },
    )
  })
})
