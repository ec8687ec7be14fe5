import fc from 'fast-check'

/** Line breaks, control characters, terminal escape sequences and invisible characters. */
const CONTROL_CHARACTERS = [
  '\0',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u001b',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u009b',
  ' ',
  '\u00a0',
  '\u200b',
  '\u202e',
]
/**
 * Unusual separators, lone surrogates, characters that change with case or normalization, and
 * percent encoding.
 */
const UNUSUAL = [
  '\u2028',
  '\u2029',
  '\u3000',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\udfff',
  'é',
  'ß',
  'İ',
  'ǅ',
  'J\u030c',
  '😀',
  '\u0301',
  '%',
  '%zz',
  '%00',
  '%0d%0a',
]
/**
 * Characters that look like "@", "/", ".", ":" and other separators, or are normalized to one of
 * them.
 */
const HOMOGLYPHS = [
  '\uff20',
  '\ufe6b',
  '\uff0f',
  '\u2044',
  '\u2215',
  '\uff0e',
  '\u3002',
  '\u2024',
  '\uff1a',
  '\ufe55',
  '\uff0c',
  '\uff1b',
  '\u2100',
  '\u2488',
  '\uff1c',
]
const MARKUP = [
  '"',
  "'",
  '<',
  '>',
  '&',
  '&lt;',
  '`',
  '</style>',
  '<script>',
  '-->',
  ']]>',
  '"><img src=x onerror=alert(1)>',
  '{',
  '}',
  '/*',
  ';',
  ',',
  '\\',
]
const RESERVED_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  '0',
  '-1',
  'a',
  'Z',
]

const URL_PIECES = [
  ...[
    'https:',
    'http:',
    'HTTPS:',
    'javascript:',
    'java\tscript:',
    'data:text/html,',
    'blob:',
    'file:',
    'ftp:',
    'ws:',
    'about:blank',
  ],
  ...[
    '/',
    '//',
    '///',
    '\\',
    '/\\',
    '\\/',
    '.',
    '..',
    './',
    '/../',
    '?',
    '#',
    '@',
    ':',
    '%2e',
    '%2f',
    '%5c',
    '%40',
    '%09',
  ],
  ...[
    'app.test',
    'APP.TEST',
    'app.test.',
    'evil.test',
    'app.test.evil.test',
    'app.test@evil.test',
    'user@',
    'user:password@',
    ':@',
  ],
  ...[
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    'xn--',
    'xn--80ak6aa92e',
    ':443',
    ':80',
    ':444',
    ':99999',
    ':',
  ],
  ...[
    'https://app.test',
    'https://app.test/',
    'https://evil.test',
    '//evil.test',
    '/path',
    'path',
    '?query=1',
    '#part',
    '&a=b',
  ],
]

const chunk = fc.oneof(
  fc.constantFrom(...CONTROL_CHARACTERS, ...UNUSUAL, ...HOMOGLYPHS, ...MARKUP, ...RESERVED_NAMES),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
)

/** Generates a text of at most `maxPieces` of the given pieces, with hostile ones between them. */
export function joinedText(pieces: readonly string[], maxPieces = 8): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: chunk },
  )
  return fc.array(piece, { maxLength: maxPieces }).map((all) => all.join(''))
}

/** Generates a text of hostile pieces. */
export const hostileText: fc.Arbitrary<string> = fc.array(chunk, { maxLength: 6 }).map((all) => all.join(''))

/** Generates a text that looks like a URL. */
export const hostileUrl: fc.Arbitrary<string> = joinedText(URL_PIECES)

/** Generates a valid text with one change at one place, or with none. */
export function withOneChange(
  valid: fc.Arbitrary<string>,
  pieces: fc.Arbitrary<string> = chunk,
): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat({ max: 9999 }),
    cut: fc.constantFrom(0, 0, 1, 3),
    piece: fc.oneof(pieces, fc.constant('')),
  })
  return fc.tuple(valid, change).map(([text, { at, cut, piece }]) => {
    const start = at % (text.length + 1)
    return text.slice(0, start) + piece + text.slice(start + cut)
  })
}

/**
 * Returns the part of a text that a header value can contain: Latin-1 without line breaks.
 * @see https://fetch.spec.whatwg.org/#concept-header-value
 */
export function asHeader(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this function removes control characters.
  return text.replace(/[\0\r\n]|[^\u0000-\u00ff]/g, '')
}

/** Returns a text that UTF-8 can encode: lone surrogates become U+FFFD. */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}
