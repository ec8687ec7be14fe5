import { redact } from '../../records/redact.ts'

/** How many characters of a provider's text are quoted. */
export const MAX_QUOTE_LENGTH = 200

/** An error in the standard format. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export interface ProviderError {
  readonly error: string | null
  readonly error_description?: string | null | undefined
}

/**
 * Quotes a provider's error, as JSON. Anyone can write it: a response's parameters are part of a
 * URL.
 *
 * @param secrets texts that were sent, which the provider could quote
 */
export function quoteError(
  { error, error_description: description }: ProviderError,
  secrets: readonly (string | undefined)[] = [],
): string {
  const text = redact(description ? `${error}: ${description}` : String(error), secrets)
  return JSON.stringify(text).slice(0, MAX_QUOTE_LENGTH)
}
