import fc from 'fast-check'

/** What ends a line, a header, a text or a terminal's patience; what is not seen; what has no UTF-8. */
const TROUBLE = [
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
const ODD = [
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
/** What looks like "@", "/", ".", ":" and other separators, or becomes one of them when it is normalised. */
const LOOK_ALIKES = [
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
const WORDS = [
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
  fc.constantFrom(...TROUBLE, ...ODD, ...LOOK_ALIKES, ...MARKUP, ...WORDS),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
)

/** A text of pieces, some of them hostile. */
export function textOf(pieces: readonly string[], longest = 8): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: chunk },
  )
  return fc.array(piece, { maxLength: longest }).map((all) => all.join(''))
}

/** A text of anything. */
export const hostileText: fc.Arbitrary<string> = fc.array(chunk, { maxLength: 6 }).map((all) => all.join(''))

/** What could be taken for a URL. */
export const hostileUrl: fc.Arbitrary<string> = textOf(URL_PIECES)

/** A valid text with one change at one place, or with none. */
export function almost(
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

/** A text as a header may carry it: of Latin-1, without line breaks. @see https://fetch.spec.whatwg.org/#concept-header-value */
export function asHeader(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken away.
  return text.replace(/[\0\r\n]|[^\u0000-\u00ff]/g, '')
}

/** A text as UTF-8 can carry it: halves of a surrogate pair become U+FFFD. */
export function wellFormed(text: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))
}
