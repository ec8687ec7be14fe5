import { stringifySetCookie } from 'cookie'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expireChunked, readChunked, writeChunked } from '../../src/http/chunks.ts'
import { readCookieHeader } from '../../src/http/cookie-header.ts'
import { createCookieJar } from '../../src/http/cookie-jar.ts'
import { serializeCookie } from '../../src/http/set-cookie.ts'
import { hostileText, textOf, wellFormed } from './hostile.ts'
import { holdsFor } from './runs.ts'

const NAME = 'latchkey.session-token'
const definition = { name: NAME, options: { path: '/', httpOnly: true } }
const expires = new Date(0)
/** What is left of 4096 bytes beside name and attributes, and how many pieces are read. */
const PIECE = 3936
const PIECES = 7

const NAMES = [
  NAME,
  `${NAME}.0`,
  `${NAME}.1`,
  `${NAME}.2`,
  `${NAME}.6`,
  `${NAME}.7`,
  `${NAME}.00`,
  `${NAME}.01`,
  `${NAME}.-1`,
  `${NAME}.`,
  `${NAME}.x`,
]
const NEIGHBOURS = [
  `x${NAME}`,
  `${NAME}x`,
  `${NAME}-x`,
  NAME.toUpperCase(),
  `__Secure-${NAME}`,
  `__Host-${NAME}`,
  'latchkey',
  'other',
  '',
  '__proto__',
]

/** A header as nobody should write it. */
const PAIRS = [...NAMES, ...NEIGHBOURS].flatMap((name) => [`; ${name}=value`, `;${name}=`, `;\t ${name} =`])
const hostileHeader = textOf(
  [...PAIRS, ...PAIRS, ...NAMES, '=', ';', '; ', ' ', '\t', '"', '%3D', '%', 'value'],
  12,
)

const foreign = fc.tuple(
  fc.constantFrom(...NEIGHBOURS),
  textOf([...NAMES, '=', ' ', '"', '%'], 6).map((text) => text.replaceAll(';', '')),
)
const neighbours = fc.array(
  foreign.map(([name, value]) => `${name}=${value}`),
  { maxLength: 4 },
)

/** What a browser would send back of what was set. */
function headerOf(cookies: readonly { name: string; value: string }[]): string[] {
  return cookies.map(({ name, value }) => stringifySetCookie({ name, value }).split(';', 1)[0] ?? '')
}

const attributes = fc.record(
  {
    maxAge: fc.constantFrom(0, 60, -1, 2_592_000),
    domain: fc.constantFrom('example.com', '.example.com', 'example.com; Path=/x', 'ex ample.com'),
    path: fc.constantFrom('/', '/a b', '/a;b', '/\r\nSet-Cookie: a=b', '/ä'),
    expires: fc.constantFrom(new Date(0), new Date('2030-01-01'), new Date(Number.NaN)),
    httpOnly: fc.boolean(),
    secure: fc.boolean(),
    partitioned: fc.boolean(),
    priority: fc.constantFrom(...(['low', 'medium', 'high'] as const)),
    sameSite: fc.constantFrom(...(['lax', 'strict', 'none', true, false] as const)),
  },
  { requiredKeys: [] },
)

/** What a function gives, or that it refuses. */
function outcomeOf(write: () => string): string {
  try {
    return write()
  } catch {
    return 'refused'
  }
}

// proves P-CK-3, P-CK-4
it('a cookie is written as the package `cookie` writes it, and refused where that refuses it', async () => {
  await holdsFor(
    fc.tuple(fc.oneof(fc.constantFrom(...NAMES), hostileText), hostileText.map(wellFormed), attributes),
    async ([name, value, options]) => {
      const header = outcomeOf(() => serializeCookie({ name, value, options }))
      expect(header).toBe(
        outcomeOf(() => stringifySetCookie({ name, value, ...options }, { encode: encodeURIComponent })),
      )
      return header === 'refused' ? 'refused' : 'written'
    },
    { sees: ['refused', 'written'] },
  )
})

/** The rule in other words: pairs at semicolons, blanks around them, the first of a name. */
function expectedValue(header: string, name: string): string | undefined {
  const blank = /^[ \t]+|[ \t]+$/g
  const pairs = header
    .split(';')
    .map((pair) => [
      pair.slice(0, pair.indexOf('=')).replace(/^[ \t]+/, ''),
      pair.slice(pair.indexOf('=') + 1),
      pair,
    ])
  const found = pairs.find(([key, , pair]) => pair?.includes('=') && key === name)?.[1]?.replace(blank, '')
  try {
    return found && decodeURIComponent(found)
  } catch {
    return found
  }
}

// proves P-CK-3, P-HT-4, §4.2
it('of any header a cookie is read by its exact name, and the first one counts', async () => {
  await holdsFor(
    fc.tuple(hostileHeader, fc.constantFrom(...NAMES, 'other', '__proto__')),
    async ([header, name]) => {
      const value = readCookieHeader(header).get(name)
      expect(value).toBe(expectedValue(header, name))
      return value === undefined ? 'absent' : 'present'
    },
    { sees: ['absent', 'present'] },
  )
})

// proves P-CK-3, §4.2
it('every value comes back, whatever neighbours stand in the header', async () => {
  await holdsFor(fc.tuple(hostileText, neighbours, neighbours), async ([text, before, after]) => {
    const value = wellFormed(text)
    const header = [...before, ...headerOf([{ name: NAME, value }]), ...after].join('; ')
    expect(readCookieHeader(header).get(NAME)).toBe(value)
    expect(readCookieHeader(header).names()).toContain(NAME)
    return 'same'
  })
})

// proves P-CK-3, P-CK-4
it('a cookie of somebody else never changes what is read', async () => {
  await holdsFor(fc.tuple(neighbours, fc.nat({ max: 4 })), async ([others, at]) => {
    const header = others.toSpliced(at, 0, `${NAME}.0=a`, `${NAME}.1=b`).join('; ')
    expect(readChunked(createCookieJar(readCookieHeader(header)), NAME)).toBe('ab')
    expect(readChunked(createCookieJar(readCookieHeader(others.join('; '))), NAME)).toBeUndefined()
    return 'same'
  })
})

const tokens = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: PIECES * PIECE }), borders()),
    fc.constantFrom('x', 'ab', 'eyJ.-_'),
  )
  .map(([length, pattern]) => pattern.repeat(length).slice(0, length))

function borders(): fc.Arbitrary<number> {
  return fc
    .tuple(fc.integer({ min: 1, max: PIECES }), fc.constantFrom(-1, 0, 1))
    .map(([pieces, more]) => Math.min(pieces * PIECE + more, PIECES * PIECE))
}

// proves P-CK-4, P-CK-6, §5.2
it('a session of any length comes back whole, over any that was there', async () => {
  await holdsFor(
    fc.tuple(tokens, tokens, fc.boolean()),
    async ([first, second, isReversed]) => {
      const jar = createCookieJar(readCookieHeader(null))
      writeChunked(jar, definition, first, expires)
      const next = createCookieJar(readCookieHeader(headerOf(jar.written).join('; ')))
      expect(readChunked(next, NAME)).toBe(first)
      writeChunked(next, definition, second, expires)
      expect(readChunked(next, NAME)).toBe(second)
      for (const cookie of next.written)
        expect(stringifySetCookie({ ...cookie, ...cookie.options }).length).toBeLessThanOrEqual(4096)
      // What is left in the browser is the new one and nothing else, in whatever order it is sent.
      const kept = headerOf(next.written.filter(({ value }) => value !== ''))
      expect(
        readChunked(createCookieJar(readCookieHeader((isReversed ? kept.reverse() : kept).join('; '))), NAME),
      ).toBe(second)
      const gone = next.written.filter(({ value }) => value === '')
      expect(gone.every(({ options }) => options.maxAge === 0)).toBe(true)
      expect(kept.length + gone.length).toBeGreaterThanOrEqual(jar.written.length)
      return gone.length > 0 ? 'shorter' : 'longer'
    },
    { sees: ['shorter', 'longer'] },
  )
})

// proves P-CK-4
it('of a torn session nothing is read but that it is torn', async () => {
  const torn = fc.record({ count: fc.integer({ min: 2, max: PIECES }), missing: fc.nat() })
  await holdsFor(fc.tuple(torn, neighbours), async ([{ count, missing }, others]) => {
    const pieces = Array.from({ length: count }, (_, index) => `${NAME}.${index}=piece${index}`)
    const header = [...pieces.toSpliced(missing % (count - 1), 1), ...others].join('; ')
    expect(readChunked(createCookieJar(readCookieHeader(header)), NAME)).toBe('')
    return 'torn'
  })
})

// proves P-CK-4
it('forgetting takes at most one cookie for each piece, and only our own', async () => {
  await holdsFor(
    hostileHeader,
    async (header) => {
      const jar = createCookieJar(readCookieHeader(header))
      expireChunked(jar, definition)
      expect(jar.written.length).toBeLessThanOrEqual(PIECES + 1)
      for (const { name, value, options } of jar.written) {
        expect(name).toMatch(/^latchkey\.session-token(\.[0-6])?$/)
        expect([value, options.maxAge]).toEqual(['', 0])
        expect(stringifySetCookie({ name, value, ...options })).toContain('Max-Age=0')
      }
      expect(readChunked(jar, NAME)).toBeUndefined()
      return jar.written.length > 0 ? 'some' : 'none'
    },
    { sees: ['some', 'none'] },
  )
})

// proves P-CK-6
it('what no server would take back is refused whole', async () => {
  await holdsFor(fc.integer({ min: 1, max: 100_000 }), async (more) => {
    const jar = createCookieJar(readCookieHeader(`${NAME}=old`))
    expect(() => writeChunked(jar, definition, 'x'.repeat(PIECES * PIECE + more), expires)).toThrow(
      RangeError,
    )
    expect(jar.written).toEqual([])
    return 'refused'
  })
})

// proves P-DS-1, P-DS-2
it.each([';', '=', ' ', `${NAME};`, `x${NAME}=`, `${NAME} `, '%'])(
  'a header of 32 KB of %j is read in a moment, a longer one not at all',
  (piece) => {
    const filler = piece.repeat(Math.floor((32 * 1024 - NAME.length - 6) / piece.length))
    const header = `${filler};${NAME}=a`
    const { get, names } = readCookieHeader(header)
    expect([get(NAME), names().at(-1)]).toEqual(['a', NAME])
    expect(readCookieHeader(header.padEnd(32 * 1024 + 1)).get(NAME)).toBeUndefined()
  },
)
