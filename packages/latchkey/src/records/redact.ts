/** Shorter texts could be parts of words. */
const MIN_SECRET_LENGTH = 6

/**
 * Replaces secrets that were sent to another service, and that its response may quote: as they are,
 * and as they appear in URLs and forms. Call it before the text is truncated.
 */
export function redact(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets
    .filter((secret) => secret !== undefined && secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret = '') => [secret, encodeURIComponent(secret), formEncoded(secret)])
    .reduce((safe, secret) => safe.replaceAll(secret, '[redacted]'), text)
}

/** Returns an error that quotes none of the secrets, without its cause if it did. */
export function redactError(error: Error, secrets: readonly (string | undefined)[]): Error {
  const [message, stack] = [redact(error.message, secrets), redact(error.stack ?? '', secrets)]
  if (message === error.message && stack === (error.stack ?? '')) return error
  return Object.assign(new Error(message), { name: error.name, stack })
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
