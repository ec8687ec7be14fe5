import type { HeaderReader } from '../types/basics.ts'

/** Name of the header by which a script asks for the target of a redirect instead of being redirected. */
export const RETURN_REDIRECT = 'x-auth-return-redirect'

/** Does a script ask, and not a person? */
export function wantsJson(headers: HeaderReader): boolean {
  if (headers.get(RETURN_REDIRECT) !== null) return true
  const accept = headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

const MAX_LANGUAGES = 20

/**
 * The languages that somebody reads, the dearest first; those that they refuse are left out.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function acceptedLanguages(headers: HeaderReader): readonly string[] {
  const ranges = (headers.get('accept-language') ?? '').split(',', MAX_LANGUAGES)
  return ranges
    .map((range) => /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*$/i.exec(range))
    .map((found) => ({ tag: found?.[1] ?? '', weight: found === null ? 0 : Number(found[2] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
