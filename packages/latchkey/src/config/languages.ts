import { loadOnce } from '../async/awaitable.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { acceptedLanguages } from '../http/accept.ts'
import { readCookieHeader } from '../http/cookies/header.ts'
import { english } from '../pages/texts.ts'
import type { Awaitable, HeaderReader } from '../types/basics.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { LocaleContext, Texts } from '../types/texts.ts'
import { chooseLanguage } from './choose-language.ts'
import { completeTexts } from './complete-texts.ts'

type LanguagesConfig = Pick<AuthConfig, 'language' | 'languages'>

/**
 * Returns the language of a request, with what the application's functions receive: the one that
 * its function `language` returns, else the one that the browser prefers, else English.
 */
export async function chooseLocale(
  { languages, language }: LanguagesConfig,
  headers: HeaderReader,
  logger: LoggerInstance,
): Promise<LocaleContext> {
  const tags = [...Object.keys(languages ?? {}), english.lang]
  const accepted = acceptedLanguages(headers)
  const cookies = readCookieHeader(headers.get('cookie'))
  const locale: LocaleContext = {
    languages: accepted,
    language: chooseLanguage(accepted, tags) ?? english.lang,
    cookie: (name) => cookies.get(name),
    headers,
  }
  const wanted: unknown = language && (await orLog('language', () => language(locale), logger))
  const chosen = typeof wanted === 'string' ? chooseLanguage([wanted], tags) : undefined
  return { ...locale, language: chosen ?? locale.language }
}

/** Returns a function that returns a language's complete catalogue. Loads each language once. */
export function createLanguageLoader(
  { languages }: LanguagesConfig,
  logger: LoggerInstance,
): (tag: string) => Promise<Texts> {
  const loaders = Object.entries(languages ?? {}).map(([tag, load]) => {
    const loadTexts = async (): Promise<Texts> =>
      completeTexts({ ...english, lang: tag }, (await load()).default)
    return [tag, loadOnce(loadTexts)] as const
  })
  const byTag = new Map(loaders)
  return async (tag) => {
    const load = byTag.get(tag)
    return (load && (await orLog(`languages.${tag}`, load, logger))) ?? english
  }
}

/** Returns a function's result. Never throws, because an error page must not fail. */
export async function orLog<T>(
  option: string,
  call: () => Awaitable<T>,
  logger: LoggerInstance,
): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    const err = asError(error)
    const message = `The function \`${option}\` failed, so pages and e-mails do without it: ${err.message}`
    logger.error(new InvalidOption(message, { cause: { err } }))
    return undefined
  }
}
