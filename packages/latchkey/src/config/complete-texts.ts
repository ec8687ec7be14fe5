import { isRecord } from '../records/record.ts'
import type { Texts } from '../types/texts.ts'

const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i

/** Returns a catalogue with all texts: the given ones, and the others of a complete catalogue. */
export function completeTexts(base: Texts, own: unknown): Texts {
  const texts = complete(base, own)
  const lang = LANGUAGE.test(texts.lang) ? texts.lang : base.lang
  const dir = texts.dir === 'ltr' || texts.dir === 'rtl' || texts.dir === 'auto' ? texts.dir : base.dir
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
