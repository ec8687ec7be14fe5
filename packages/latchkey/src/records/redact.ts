/** Shorter texts could be parts of words. */
const MIN_SECRET_LENGTH = 6
/** In an error and all its fields. */
const MAX_OBJECTS = 200

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

/** Returns an error that quotes none of the secrets. If it did, also in a field or a cause, it has neither. */
export function redactError(error: Error, secrets: readonly (string | undefined)[]): Error {
  if (!quotesAny(error, secrets)) return error
  const [message, stack] = [redact(error.message, secrets), redact(error.stack ?? '', secrets)]
  return Object.assign(new Error(message), { name: error.name, stack })
}

/** Returns whether a value may quote a secret in any field. Of a very large value, it is not known. */
function quotesAny(
  value: unknown,
  secrets: readonly (string | undefined)[],
  seen: Set<object> = new Set(),
): boolean {
  if (typeof value === 'string') return redact(value, secrets) !== value
  if (typeof value !== 'object' || value === null || seen.has(value)) return false
  if (seen.size === MAX_OBJECTS || ArrayBuffer.isView(value)) return true
  seen.add(value)
  try {
    return Object.getOwnPropertyNames(value).some((name) =>
      quotesAny(Reflect.get(value, name), secrets, seen),
    )
  } catch {
    return true
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
