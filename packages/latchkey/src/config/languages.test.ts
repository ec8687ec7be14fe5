import { arabic, german } from '@latchkey/test-support/kit/translations.ts'
import { describe, expect, it } from 'vitest'
import { resolveLogger } from '../log/logger.ts'
import { english } from '../pages/texts.ts'
import type { AuthConfig } from '../types/config.ts'
import type { LocaleContext, PartialTexts } from '../types/texts.ts'
import { resolveTexts } from './texts.ts'

const languages = { de: async () => ({ default: german }), ar: () => ({ default: arabic }) }

function resolve(
  config: Partial<AuthConfig>,
  errors: unknown[] = [],
): (acceptLanguage?: string, cookie?: string) => ReturnType<ReturnType<typeof resolveTexts>> {
  const whole: AuthConfig = {
    providers: [],
    languages,
    logger: { error: (error) => errors.push(error) },
    ...config,
  }
  const texts = resolveTexts(whole, resolveLogger(whole))
  return (acceptLanguage = '', cookie = '') =>
    texts(new Headers({ 'accept-language': acceptLanguage, cookie }))
}

describe('the option `languages`', () => {
  it.each([
    { accepted: 'de-AT,de;q=0.9,en;q=0.8', lang: 'de', dir: 'ltr', title: german.signIn.title },
    { accepted: 'fr,ar;q=0.5,de;q=0.4', lang: 'ar', dir: 'rtl', title: arabic.signIn.title },
    { accepted: 'en-GB,de;q=0.9', lang: 'en', dir: 'auto', title: 'Sign in' },
    { accepted: 'ja', lang: 'en', dir: 'auto', title: 'Sign in' },
    { accepted: '', lang: 'en', dir: 'auto', title: 'Sign in' },
  ])('chooses $lang for Accept-Language: $accepted', async ({ accepted, lang, dir, title }) => {
    expect(await resolve({})(accepted)).toMatchObject({ lang, dir, signIn: { title } })
  })

  it('loads a language with the first request that needs it, once', async () => {
    const loaded: string[] = []
    const texts = resolve({
      languages: {
        de: async () => {
          loaded.push('de')
          return { default: german }
        },
        ar: fail,
      },
    })
    await texts('en')
    expect(loaded).toEqual([])
    expect(await texts('de')).toBe(await texts('de-CH'))
    expect(loaded).toEqual(['de'])
  })

  it('completes a partial catalogue with English, and its tag', async () => {
    const swedish: PartialTexts = { signIn: { title: 'Logga in' } }
    expect(await resolve({ languages: { sv: () => ({ default: swedish }) } })('sv')).toMatchObject({
      lang: 'sv',
      signIn: { title: 'Logga in' },
      signOut: english.signOut,
    })
  })

  it('can replace English', async () => {
    const american: PartialTexts = { signIn: { title: 'Log in' } }
    const texts = resolve({ languages: { ...languages, en: () => ({ default: american }) } })
    expect(await texts('fr')).toMatchObject({ lang: 'en', signIn: { title: 'Log in', or: 'or' } })
  })

  it('is English while a language cannot be loaded, logs it, and loads it again', async () => {
    const errors: unknown[] = []
    let isBroken = true
    const de = async (): Promise<{ default: PartialTexts }> => (isBroken ? fail() : { default: german })
    const texts = resolve({ languages: { de } }, errors)
    expect(await texts('de')).toMatchObject({ lang: 'en' })
    expect(errors).toEqual([
      expect.objectContaining({
        type: 'InvalidOption',
        message: expect.stringMatching(/`languages\.de`.*no module/),
      }),
    ])
    isBroken = false
    expect(await texts('de')).toMatchObject({ lang: 'de' })
  })

  it.each([{ languages: null }, { languages: { de: 'de' } }, { languages: 5 }])(
    'is English instead of %o',
    async (config) => {
      expect(await resolve(config as object)('de')).toMatchObject({ lang: 'en' })
    },
  )
})

describe('the option `language`', () => {
  const fromCookie = ({ cookie }: LocaleContext): string | undefined => cookie('NEXT_LOCALE')

  it.each([
    { cookie: 'a=b; NEXT_LOCALE=ar', lang: 'ar' },
    { cookie: 'NEXT_LOCALE=de-CH', lang: 'de' },
    { cookie: 'NEXT_LOCALE=en', lang: 'en' },
    { cookie: 'NEXT_LOCALE=fr', lang: 'de' },
    { cookie: 'NEXT_LOCALE="><script>', lang: 'de' },
    { cookie: '', lang: 'de' },
  ])('chooses $lang for the cookie $cookie, whatever the browser prefers', async ({ cookie, lang }) => {
    expect(await resolve({ language: fromCookie })('de', cookie)).toMatchObject({ lang })
  })

  it('receives the language that the browser prefers, and can be asynchronous', async () => {
    const language: AuthConfig['language'] = async ({ language }) => (language === 'en' ? 'ar' : language)
    const texts = resolve({ language })
    expect([(await texts('ja')).lang, (await texts('de')).lang]).toEqual(['ar', 'de'])
  })

  it.each([
    ['throws', fail],
    ['rejects', async () => fail()],
  ])('is ignored, and the error is logged, when it %s', async (_, language) => {
    const errors: unknown[] = []
    expect(await resolve({ language }, errors)('de')).toMatchObject({ lang: 'de' })
    expect(errors).toEqual([
      expect.objectContaining({ type: 'InvalidOption', message: expect.stringContaining('`language`') }),
    ])
  })
})

describe('the option `texts` beside `languages`', () => {
  const signIn = { title: 'Acme' }

  it('takes precedence over the texts of each language', async () => {
    const texts = resolve({ texts: { signIn } })
    for (const [lang, { signOut }] of Object.entries({ de: german, ar: arabic, en: english }))
      expect(await texts(lang)).toMatchObject({ lang, signIn, signOut })
  })

  it('receives the chosen language as a function', async () => {
    const own: Record<string, PartialTexts> = { de: { signIn: { title: 'Bei Acme anmelden' } } }
    const texts = resolve({ texts: ({ language }) => own[language] ?? {} })
    expect(await texts('de-AT')).toMatchObject({
      signIn: { title: 'Bei Acme anmelden', or: german.signIn.or },
    })
    expect(await texts('ar')).toMatchObject({ signIn: { title: arabic.signIn.title } })
    expect(await texts('de-AT')).toBe(await texts('de'))
  })
})

function fail(): never {
  throw new Error('no module')
}
