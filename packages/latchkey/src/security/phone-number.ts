/** What users write between the digits. Contacts apps add invisible characters to copied numbers. */
const SEPARATORS = /[\s().·/\p{Pd}\p{Cf}]/gu
/** A longer text is no telephone number. */
const MAX_LENGTH = 64

/** @see https://www.itu.int/rec/T-REC-E.164 */
const NUMBER = /^\+[1-9]\d{7,14}$/

/**
 * The country code of a number. With the code 1, it includes the area: many countries share it.
 *
 * @see https://www.itu.int/pub/T-SP-E.164D
 */
const COUNTRY = /^\+(?:1\d{3}|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * Returns a telephone number in the form of E.164, such as `+4915112345678`. Accepts `00` instead of `+`.
 *
 * @returns `undefined` if it has no country code, or is no number
 */
export function normalizePhoneNumber(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > MAX_LENGTH) return undefined
  const digits = typed
    .normalize('NFKC')
    // Only callers in the country dial this zero: +49 (0)151 …
    .replace(/(?<=[+\d]\s*)\(0\)/, '')
    .replaceAll(SEPARATORS, '')
    .replace(/^00/, '+')
  return NUMBER.test(digits) ? digits : undefined
}

/** Returns what a number has in common with the others of its country. */
export function getCountryCode(number: string): string {
  return COUNTRY.exec(number)?.[0] ?? ''
}

/** Returns a number for the log: only its country code and its last two digits are readable. */
export function maskPhoneNumber(number: string): string {
  return `${getCountryCode(number)}…${number.slice(-2)}`
}
