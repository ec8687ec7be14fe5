import { describe, expect, it } from 'vitest'
import { arabic, german } from '../../test/kit/translations.ts'
import { english } from '../pages/texts.ts'
import type { AuthConfig } from '../types/config.ts'
import { resolveLogger } from './logger.ts'
import { resolveTexts } from './texts.ts'

const none = new Headers()

function resolve(texts: unknown, errors: unknown[] = []): ReturnType<typeof resolveTexts> {
  const config = { providers: [], texts, logger: { error: (error) => errors.push(error) } } as AuthConfig
  return resolveTexts(config, resolveLogger(config))
}

describe('the catalogue of texts', () => {
  it('is English where nothing is given', () => {
    expect(resolve(undefined)(none)).toMatchObject({ lang: 'en', dir: 'auto', signIn: { title: 'Sign in' } })
  })

  it('takes what is given, at every depth, and is English for the rest', () => {
    const texts = resolve(arabic)(none)
    expect([texts.dir, texts.signIn.with('X'), texts.errors.Verification.title]).toEqual([
      'rtl',
      'تسجيل الدخول باستخدام X',
      'هذا الرابط لا يعمل',
    ])
    expect([texts.errors.BadRequest, texts.mail.ignore]).toEqual([
      english.errors.BadRequest,
      english.mail.ignore,
    ])
  })

  it.each([
    ['a text that is a number', { signIn: { title: 7 } }],
    ['a function where a text belongs', { signIn: { title: () => 'x' } }],
    ['a text where a function belongs', { signIn: { with: 'Sign in' } }],
    ['a function that gives no text', { signIn: { with: () => undefined } }],
    [
      'a function that throws',
      {
        signIn: {
          with: () => {
            throw new Error('no such message')
          },
        },
      },
    ],
    ['nothing where a group belongs', { signIn: null }],
    ['a language that is none', { lang: 'a b"', dir: 'upwards' }],
    ['what every object has', { signInErrors: Object.create({ Default: 'inherited' }) }],
    ['text', 'de'],
  ])('is English instead of %s', (_, texts) => {
    const whole = resolve(texts)(none)
    expect([
      whole.signIn.title,
      whole.signIn.with('X'),
      whole.signInErrors.Default,
      whole.lang,
      whole.dir,
    ]).toEqual(['Sign in', 'Sign in with X', english.signInErrors.Default, 'en', 'auto'])
  })

  it('is completed once for each configuration, and once for each object that a function gives', () => {
    const fixed = resolve(german)
    expect(fixed(none)).toBe(fixed(new Headers({ 'accept-language': 'ar' })))
    const chosen = resolve(({ languages }: { languages: readonly string[] }) =>
      languages[0] === 'ar' ? arabic : german,
    )
    const [first, again, other] = ['ar', 'ar;q=0.5', 'fr'].map((language) =>
      chosen(new Headers({ 'accept-language': language })),
    )
    expect(first).toBe(again)
    expect([first?.lang, other?.lang]).toEqual(['ar', 'de'])
  })

  it.each([
    ['throws', fail],
    ['gives nothing', () => undefined],
  ])('is English, and the fault is in the log, when the function %s', (_, texts) => {
    const errors: unknown[] = []
    expect(resolve(texts, errors)(none).lang).toBe('en')
    expect(errors).toEqual([
      expect.objectContaining({ type: 'InvalidOption', message: expect.stringContaining('`texts`') }),
    ])
  })
})

function fail(): never {
  throw new Error('no catalogue')
}
