import { arabic, german } from '@latchkey/test-support/kit/translations.ts'
import { describe, expect, it } from 'vitest'
import { resolveLogger } from '../log/logger.ts'
import { english } from '../pages/texts.ts'
import type { AuthConfig } from '../types/config.ts'
import { resolveTexts } from './texts.ts'

const none = new Headers()

function resolve(texts: unknown, errors: unknown[] = []): ReturnType<typeof resolveTexts> {
  const config = { providers: [], texts, logger: { error: (error) => errors.push(error) } } as AuthConfig
  return resolveTexts(config, resolveLogger(config))
}

describe('the texts of the pages', () => {
  it('are English by default', async () => {
    expect(await resolve(undefined)(none)).toMatchObject({
      lang: 'en',
      dir: 'auto',
      signIn: { title: 'Sign in' },
    })
  })

  it('are replaced by the given translations, and are English for the rest', async () => {
    const texts = await resolve(arabic)(none)
    expect({
      dir: texts.dir,
      signIn: texts.signIn.with('X'),
      verification: texts.errors.Verification.title,
    }).toEqual({
      dir: 'rtl',
      signIn: 'تسجيل الدخول باستخدام X',
      verification: 'هذا الرابط لا يعمل',
    })
    expect({ badRequest: texts.errors.BadRequest, mail: texts.mail.ignore }).toEqual({
      badRequest: english.errors.BadRequest,
      mail: english.mail.ignore,
    })
  })

  it.each([
    ['a number for a string', { signIn: { title: 7 } }],
    ['a function for a string', { signIn: { title: () => 'x' } }],
    ['a string for a function', { signIn: { with: 'Sign in' } }],
    ['a function that returns undefined', { signIn: { with: () => undefined } }],
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
    ['null for a group', { signIn: null }],
    ['an invalid language', { lang: 'a b"', dir: 'upwards' }],
    ['an inherited property', { signInErrors: Object.create({ Default: 'inherited' }) }],
    ['a string for the whole option', 'de'],
  ])('are English instead of %s', async (_, texts) => {
    const resolved = await resolve(texts)(none)
    expect({
      title: resolved.signIn.title,
      signIn: resolved.signIn.with('X'),
      signInError: resolved.signInErrors.Default,
      lang: resolved.lang,
      dir: resolved.dir,
    }).toEqual({
      title: 'Sign in',
      signIn: 'Sign in with X',
      signInError: english.signInErrors.Default,
      lang: 'en',
      dir: 'auto',
    })
  })

  it('are completed once for each configuration and for each object that a function returns', async () => {
    const fixed = resolve(german)
    expect(await fixed(none)).toBe(await fixed(new Headers({ 'accept-language': 'ar' })))
    const chosen = resolve(({ languages }: { languages: readonly string[] }) =>
      languages[0] === 'ar' ? arabic : german,
    )
    const [first, again, other] = await Promise.all(
      ['ar', 'ar;q=0.5', 'fr'].map((language) => chosen(new Headers({ 'accept-language': language }))),
    )
    expect(first).toBe(again)
    expect({ first: first?.lang, other: other?.lang }).toEqual({ first: 'ar', other: 'de' })
  })

  it.each([
    ['throws', fail],
    ['returns undefined', () => undefined],
  ])('are English, and the error is logged, when the function %s', async (_, texts) => {
    const errors: unknown[] = []
    expect((await resolve(texts, errors)(none)).lang).toBe('en')
    expect(errors).toEqual([
      expect.objectContaining({ type: 'InvalidOption', message: expect.stringContaining('`texts`') }),
    ])
  })
})

function fail(): never {
  throw new Error('no catalogue')
}
