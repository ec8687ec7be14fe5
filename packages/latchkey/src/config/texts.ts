import { asError } from '../errors/auth-error.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { acceptedLanguages } from '../http/accept.ts'
import { english } from '../pages/texts.ts'
import { isRecord } from '../records/record.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { LocaleContext, PartialTexts, Texts } from '../types/texts.ts'

const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i

/**
 * Returns a function that returns a request's texts. Completes each catalogue once, including those
 * of a function that returns the same objects again.
 */
export function resolveTexts(
  { texts }: AuthConfig,
  logger: LoggerInstance,
): (headers: HeaderReader) => Texts {
  if (typeof texts !== 'function') {
    const whole = completeTexts(texts)
    return () => whole
  }
  const completed = new WeakMap<PartialTexts, Texts>()
  return (headers) => {
    const chosen = choose(texts, headers, logger)
    const whole = completed.get(chosen) ?? completeTexts(chosen)
    completed.set(chosen, whole)
    return whole
  }
}

/** Never throws, because an error page must not fail. */
function choose(
  texts: (context: LocaleContext) => PartialTexts,
  headers: HeaderReader,
  logger: LoggerInstance,
): PartialTexts {
  try {
    const chosen: unknown = texts({ languages: acceptedLanguages(headers), headers })
    if (isRecord(chosen)) return chosen
    logger.error(
      new InvalidOption(
        'The function `texts` did not return an object, so the page is in English. ' +
          'Return a catalogue, or {} for English.',
      ),
    )
  } catch (error) {
    const err = asError(error)
    logger.error(
      new InvalidOption(`The function \`texts\` threw, so the page is in English: ${err.message}`, {
        cause: { err },
      }),
    )
  }
  return english
}

function completeTexts(own: unknown): Texts {
  const texts = complete(english, own)
  const lang = LANGUAGE.test(texts.lang) ? texts.lang : english.lang
  const dir = texts.dir === 'ltr' || texts.dir === 'rtl' ? texts.dir : 'auto'
  return { ...texts, lang, dir }
}

/** Returns all keys of the fallback, each with the given value if it has the same type. */
function complete<T extends object>(fallback: T, given: unknown): T {
  const own: Record<string, unknown> = isRecord(given) ? given : {}
  return Object.fromEntries(
    Object.entries(fallback).map(([key, text]) => [
      key,
      textOr(text, Object.hasOwn(own, key) ? own[key] : undefined),
    ]),
  ) as T
}

function textOr(fallback: unknown, given: unknown): unknown {
  if (typeof fallback === 'object' && fallback !== null) return complete(fallback, given)
  if (typeof given !== typeof fallback) return fallback
  // It has the fallback's type, as checked above.
  return typeof given === 'function' ? safely(given as TextOf, fallback as TextOf) : given
}

type TextOf = (value: string) => string

function safely(own: TextOf, fallback: TextOf): TextOf {
  return (value) => {
    try {
      const text: unknown = own(value)
      return typeof text === 'string' ? text : fallback(value)
    } catch {
      return fallback(value)
    }
  }
}
