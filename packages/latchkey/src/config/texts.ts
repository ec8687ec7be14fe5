import { isRecord } from '../records/record.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { LocaleContext, Texts } from '../types/texts.ts'
import { completeTexts } from './complete-texts.ts'
import { chooseLocale, createLanguageLoader, orLog } from './languages.ts'

/**
 * Returns a function that returns a request's texts: those of the option `texts`, completed with
 * those of the user's language. Completes each catalogue once, including those of a function that
 * returns the same objects again.
 */
export function resolveTexts(
  config: AuthConfig,
  logger: LoggerInstance,
): (headers: HeaderReader) => Promise<Texts> {
  const loadLanguage = createLanguageLoader(config, logger)
  const completed = new WeakMap<Texts, WeakMap<object, Texts>>()
  return async (headers) => {
    const locale = await chooseLocale(config, headers, logger)
    const [base, own] = [await loadLanguage(locale.language), await chooseTexts(config, locale, logger)]
    if (!isRecord(own)) return base
    const catalogues = completed.get(base) ?? new WeakMap<object, Texts>()
    const whole = catalogues.get(own) ?? completeTexts(base, own)
    completed.set(base, catalogues.set(own, whole))
    return whole
  }
}

async function chooseTexts(
  { texts }: AuthConfig,
  locale: LocaleContext,
  logger: LoggerInstance,
): Promise<unknown> {
  if (typeof texts !== 'function') return texts
  const choose = (): unknown => {
    const chosen: unknown = texts(locale)
    if (isRecord(chosen)) return chosen
    throw new TypeError('It did not return an object. Return a catalogue, or {} for the built-in texts.')
  }
  return orLog('texts', choose, logger)
}
