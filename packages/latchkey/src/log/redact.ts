const SECRET_NAME =
  /secret|pass|pwd|token|code|verifier|assertion|cookie|authorization|state|nonce|key|^hash/i
export const REDACTED = '[redacted]'
const MAX_TEXT_LENGTH = 4000
const MAX_LIST_LENGTH = 50
const MAX_DEPTH = 6
/** In total. An object with many references to itself has more values at each depth. */
const MAX_VALUES = 1000

/** Patterns for secrets in a text. Other software's error messages can contain secrets. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  // A row's or a statement's values, without names: PostgreSQL and Drizzle.
  [/(\bFailing row contains |\bFailed query: [\s\S]*?\nparams: )[\s\S]*/, `$1${REDACTED}`],
  // A compact JWT or JWE. @see https://www.rfc-editor.org/rfc/rfc7519#section-3
  [/\beyJ[\w-]+(?:\.[\w-]*){2,4}/g, REDACTED],
  // @see https://www.rfc-editor.org/rfc/rfc9110#section-11.4
  [/\b(bearer|basic) [\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // A URL's password. @see https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1
  [/(:\/\/[^\s/:@]{0,200}:)[^\s/@]+@/g, `$1${REDACTED}@`],
  // Parameters in URLs, forms and connection strings.
  [
    /([\w.-]{0,40}(?:secret|pass|pwd|token|code|verifier|assertion|state|nonce|key)[\w.-]{0,40}=)[^\s&;,"')]+/gi,
    `$1${REDACTED}`,
  ],
  // The same in JSON.
  [
    /("[\w.-]{0,40}(?:secret|pass|pwd|token|code|verifier|assertion|state|nonce|key)[\w.-]{0,40}"\s{0,9}:\s{0,9})"(?:[^"\\]|\\.)*"?/gi,
    `$1"${REDACTED}"`,
  ],
  // The same in the notation in which database drivers and Node.js print objects. `code: '…'` is an
  // error code there.
  [
    /(\b[\w.-]{0,40}(?:secret|pass|pwd|token|verifier|assertion|nonce)[\w.-]{0,40}'?\s{0,9}:\s{0,9})(["'])(?:(?!\2)[^\\]|\\.)*\2?/gi,
    `$1$2${REDACTED}$2`,
  ],
  // As long as a random token, and not a stack frame's file: bundlers give files long names.
  [/(?:\b[\da-f]{32,}\b|(?<![\w-])[\w-]{40,}(?![\w-]))(?![\w.-]*\.[cm]?[jt]sx?:\d)/gi, REDACTED],
]

/**
 * E-mail addresses and telephone numbers, also in a URL. Versions such as `next@16.4.0` have no top-level
 * domain.
 */
const ADDRESS =
  /(?:\+|%2B)\d{8,15}|[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}[\p{L}\p{N}-]{1,62}/giu

/**
 * Control characters, line breaks and bidirectional formatting characters. With them, one log entry
 * could be made to look like another.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

interface RedactOptions {
  /** Replaces an error. Default: its name and message. */
  readonly copyError?: (error: Error) => unknown
  /** Replaces a text. Default: without secrets and e-mail addresses. */
  readonly copyText?: (text: string) => string
}

/**
 * Returns a copy of a value, limited in depth and size, with secrets and e-mail addresses replaced.
 * A value counts as a secret by its name or its format.
 */
export function redact(
  value: unknown,
  { copyError = nameAndMessage, copyText = redactText }: RedactOptions = {},
): unknown {
  return redactValue(value, 0, { left: MAX_VALUES, copyError, copyText })
}

/** Returns an error as a text without secrets. */
export function nameAndMessage({ name, message }: Error): unknown {
  return redactText(`${name}: ${message}`)
}

interface Values extends Required<RedactOptions> {
  left: number
}

function redactValue(value: unknown, depth: number, values: Values): unknown {
  if (values.left === 0) return '…'
  values.left--
  if (typeof value === 'string') return values.copyText(value)
  if (typeof value === 'bigint' || value instanceof URL) return values.copyText(String(value))
  if (value instanceof Error) return values.copyError(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === MAX_DEPTH) return '…'
  if (Array.isArray(value))
    return value.slice(0, MAX_LIST_LENGTH).map((entry) => redactValue(entry, depth + 1, values))
  const entries = Object.entries(value).slice(0, MAX_LIST_LENGTH)
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name,
      isSecret(name, inner) ? REDACTED : redactValue(inner, depth + 1, values),
    ]),
  )
}

/** Returns a value as one line of JSON for the log, without secrets. */
export function describe(value: unknown, options?: RedactOptions): string {
  const text = JSON.stringify(redact(value, options)) ?? String(value)
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns a text as one line for the log, without secrets. */
export function oneLine(text: string): string {
  return redactText(text).replace(UNSAFE, ' ')
}

/** Returns a text, limited in length, without secrets and e-mail addresses. */
export function redactText(text: string): string {
  return redactSecrets(text).replace(ADDRESS, REDACTED)
}

/** Returns a text, limited in length, without secrets. */
export function redactSecrets(text: string): string {
  return SECRET_TEXTS.reduce(
    (safe, [pattern, replacement]) => safe.replace(pattern, replacement),
    text.slice(0, MAX_TEXT_LENGTH),
  )
}

/** `undefined`, `null`, `true` and `false` are never secrets. */
function isSecret(name: string, value: unknown): boolean {
  return SECRET_NAME.test(name) && value !== undefined && value !== null && typeof value !== 'boolean'
}
