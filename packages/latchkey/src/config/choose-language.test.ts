import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

const AVAILABLE = ['en', 'de', 'de-CH', 'pt-BR', 'zh-Hans', 'sr-Latn', 'fr-CA']

describe('chooseLanguage', () => {
  it.each([
    { preferred: ['de'], expected: 'de' },
    { preferred: ['DE-ch'], expected: 'de-CH' },
    { preferred: ['de-CH-1996'], expected: 'de-CH' },
    { preferred: ['de-AT'], expected: 'de' },
    { preferred: ['de-x-private'], expected: 'de' },
    { preferred: ['pt'], expected: 'pt-BR' },
    { preferred: ['pt-PT'], expected: 'pt-BR' },
    { preferred: ['fr'], expected: 'fr-CA' },
    { preferred: ['zh'], expected: 'zh-Hans' },
    { preferred: ['zh-CN'], expected: 'zh-Hans' },
    { preferred: ['zh-SG'], expected: 'zh-Hans' },
    { preferred: ['zh-TW'], expected: undefined },
    { preferred: ['zh-TW', 'zh', 'en'], expected: 'zh-Hans' },
    { preferred: ['sr'], expected: undefined },
    { preferred: ['ja', 'en-GB', 'de'], expected: 'en' },
    { preferred: ['d'], expected: undefined },
    { preferred: ['not a tag', 'de'], expected: 'de' },
    { preferred: [], expected: undefined },
  ])('returns $expected for $preferred', ({ preferred, expected }) => {
    expect(chooseLanguage(preferred, AVAILABLE)).toBe(expected)
  })

  it('returns an available language or none, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (preferred, available) => {
        const chosen = chooseLanguage(preferred, available)
        if (chosen !== undefined) expect(available).toContain(chosen)
      }),
    )
  })
})
