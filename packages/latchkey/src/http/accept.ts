import type { HeaderReader } from '../types/basics.ts'

/** Request header that asks for a redirect's URL as JSON instead of the redirect itself. */
export const RETURN_REDIRECT = 'x-auth-return-redirect'

/** Returns whether the client expects JSON instead of a page. */
export function wantsJson(headers: HeaderReader): boolean {
  if (headers.get(RETURN_REDIRECT) !== null) return true
  const accept = headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

const MAX_LANGUAGES = 20
/** In characters. Longer than any language tag with its weight. */
const MAX_RANGE_LENGTH = 50

/**
 * Returns the languages in the `Accept-Language` header in order of preference. Leaves out
 * languages with the weight 0.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function acceptedLanguages(headers: HeaderReader): readonly string[] {
  const ranges = (headers.get('accept-language') ?? '').split(',', MAX_LANGUAGES)
  return ranges
    .map((range) => range.trim())
    .filter((range) => range.length <= MAX_RANGE_LENGTH)
    .map((range) => /^([a-z]{1,8}(?:-[a-z\d]{1,8})*)(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i.exec(range))
    .map((match) => ({ tag: match?.[1] ?? '', weight: match === null ? 0 : Number(match[2] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
