import { stringifySetCookie } from 'cookie'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readChunked } from '../../src/http/cookies/chunks.ts'
import { readCookieHeader } from '../../src/http/cookies/header.ts'
import { createCookieJar } from '../../src/http/cookies/jar.ts'
import { serializeCookie } from '../../src/http/cookies/set-cookie.ts'
import { expireChunked, writeChunked } from '../../src/http/cookies/write-chunks.ts'
import { hostileText, joinedText, wellFormed } from './hostile.ts'
import { holdsFor } from './runs.ts'

const NAME = 'latchkey.session-token'
const definition = { name: NAME, options: { path: '/', httpOnly: true } }
const expires = new Date(0)
/** Characters of a value that fit into 4096 bytes beside name and attributes. */
const CHUNK_LENGTH = 3936
/** Number of chunks that are read. */
const MAX_CHUNKS = 7

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

/** The pieces of malformed headers. */
const PAIRS = [...NAMES, ...NEIGHBOURS].flatMap((name) => [`; ${name}=value`, `;${name}=`, `;\t ${name} =`])
const hostileHeader = joinedText(
  [...PAIRS, ...PAIRS, ...NAMES, '=', ';', '; ', ' ', '\t', '"', '%3D', '%', 'value'],
  12,
)

const otherCookie = fc.tuple(
  fc.constantFrom(...NEIGHBOURS),
  joinedText([...NAMES, '=', ' ', '"', '%'], 6).map((text) => text.replaceAll(';', '')),
)
const neighbours = fc.array(
  otherCookie.map(([name, value]) => `${name}=${value}`),
  { maxLength: 4 },
)

/** Returns the cookies that a browser sends back after these were set. */
function readHeader(cookies: readonly { name: string; value: string }[]): string[] {
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

/** Returns the result of a function, or 'rejected' if it throws. */
function tryWrite(write: () => string): string {
  try {
    return write()
  } catch {
    return 'rejected'
  }
}

// proves P-CK-3, P-CK-4
it('a cookie is serialized or rejected exactly as the package `cookie` does it', async () => {
  await holdsFor(
    fc.tuple(fc.oneof(fc.constantFrom(...NAMES), hostileText), hostileText.map(wellFormed), attributes),
    async ([name, value, options]) => {
      const header = tryWrite(() => serializeCookie({ name, value, options }))
      expect(header).toBe(
        tryWrite(() => stringifySetCookie({ name, value, ...options }, { encode: encodeURIComponent })),
      )
      return header === 'rejected' ? 'rejected' : 'written'
    },
    { outcomes: ['rejected', 'written'] },
  )
})

/**
 * A second implementation of the rule: pairs are separated by semicolons and trimmed, and those of
 * a name must agree.
 */
function expectedValue(header: string, name: string): string | undefined {
  const blank = /^[ \t]+|[ \t]+$/g
  const pairs = header
    .split(';')
    .map((pair) => [
      pair.slice(0, pair.indexOf('=')).replace(/^[ \t]+/, ''),
      pair.slice(pair.indexOf('=') + 1),
      pair,
    ])
  const values = pairs
    .filter(([key, , pair]) => pair?.includes('=') && key === name)
    .map(([, value]) => value?.replace(blank, ''))
  const found = new Set(values).size === 1 ? values[0] : undefined
  try {
    return found && decodeURIComponent(found)
  } catch {
    return found
  }
}

// proves AUD-F15, P-CK-3, P-HT-4, §4.2, §4.2 a
it('a cookie is read from any header by its exact name, unless it has several values', async () => {
  await holdsFor(
    fc.tuple(
      hostileHeader,
      fc.constantFrom(...NAMES, 'other', '__proto__'),
      fc.constantFrom([], ['value'], ['value', 'other']),
    ),
    async ([text, name, values]) => {
      const header = [text, ...values.map((value) => `${name}=${value}`)].join('; ')
      const cookies = readCookieHeader(header)
      const value = cookies.get(name)
      expect(value).toBe(expectedValue(header, name))
      if (value !== undefined) expect(cookies.has(name)).toBe(true)
      if (value === undefined && cookies.has(name)) return 'ambiguous'
      return value === undefined ? 'absent' : 'present'
    },
    { outcomes: ['absent', 'present', 'ambiguous'] },
  )
})

// proves P-CK-3, §4.2
it('every cookie value is read back unchanged among other cookies', async () => {
  await holdsFor(fc.tuple(hostileText, neighbours, neighbours), async ([text, before, after]) => {
    const value = wellFormed(text)
    const header = [...before, ...readHeader([{ name: NAME, value }]), ...after].join('; ')
    expect(readCookieHeader(header).get(NAME)).toBe(value)
    expect(readCookieHeader(header).names()).toContain(NAME)
    return 'same'
  })
})

// proves P-CK-3, P-CK-4
it('other cookies never change the value that is read', async () => {
  await holdsFor(fc.tuple(neighbours, fc.nat({ max: 4 })), async ([others, at]) => {
    const header = others.toSpliced(at, 0, `${NAME}.0=a`, `${NAME}.1=b`).join('; ')
    expect(readChunked(createCookieJar(readCookieHeader(header)), NAME)).toBe('ab')
    expect(readChunked(createCookieJar(readCookieHeader(others.join('; '))), NAME)).toBeUndefined()
    return 'same'
  })
})

const tokens = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: MAX_CHUNKS * CHUNK_LENGTH }), chunkBoundaries()),
    fc.constantFrom('x', 'ab', 'eyJ.-_'),
  )
  .map(([length, pattern]) => pattern.repeat(length).slice(0, length))

function chunkBoundaries(): fc.Arbitrary<number> {
  return fc
    .tuple(fc.integer({ min: 1, max: MAX_CHUNKS }), fc.constantFrom(-1, 0, 1))
    .map(([chunks, more]) => Math.min(chunks * CHUNK_LENGTH + more, MAX_CHUNKS * CHUNK_LENGTH))
}

// proves P-CK-4, P-CK-6, §5.2
it('a session of any length is read back unchanged after it replaced another one', async () => {
  await holdsFor(
    fc.tuple(tokens, tokens, fc.boolean()),
    async ([first, second, isReversed]) => {
      const jar = createCookieJar(readCookieHeader(null))
      writeChunked(jar, definition, first, expires)
      const next = createCookieJar(readCookieHeader(readHeader(jar.written).join('; ')))
      expect(readChunked(next, NAME)).toBe(first)
      writeChunked(next, definition, second, expires)
      expect(readChunked(next, NAME)).toBe(second)
      for (const cookie of next.written)
        expect(stringifySetCookie({ ...cookie, ...cookie.options }).length).toBeLessThanOrEqual(4096)
      // The browser keeps only the new session, and may send its chunks in any order.
      const kept = readHeader(next.written.filter(({ value }) => value !== ''))
      expect(
        readChunked(createCookieJar(readCookieHeader((isReversed ? kept.reverse() : kept).join('; '))), NAME),
      ).toBe(second)
      const deleted = next.written.filter(({ value }) => value === '')
      expect(deleted.every(({ options }) => options.maxAge === 0)).toBe(true)
      expect(kept.length + deleted.length).toBeGreaterThanOrEqual(jar.written.length)
      return deleted.length > 0 ? 'shorter' : 'longer'
    },
    { outcomes: ['shorter', 'longer'] },
  )
})

// proves P-CK-4
it('a session with a missing chunk is read as an empty value', async () => {
  const incomplete = fc.record({ count: fc.integer({ min: 2, max: MAX_CHUNKS }), missing: fc.nat() })
  await holdsFor(fc.tuple(incomplete, neighbours), async ([{ count, missing }, others]) => {
    const chunks = Array.from({ length: count }, (_, index) => `${NAME}.${index}=piece${index}`)
    const header = [...chunks.toSpliced(missing % (count - 1), 1), ...others].join('; ')
    expect(readChunked(createCookieJar(readCookieHeader(header)), NAME)).toBe('')
    return 'incomplete'
  })
})

// proves P-CK-4
it('deleting a session expires only its own cookies, and at most one for each chunk', async () => {
  await holdsFor(
    hostileHeader,
    async (header) => {
      const jar = createCookieJar(readCookieHeader(header))
      expireChunked(jar, definition)
      expect(jar.written.length).toBeLessThanOrEqual(MAX_CHUNKS + 1)
      for (const { name, value, options } of jar.written) {
        expect(name).toMatch(/^latchkey\.session-token(\.[0-6])?$/)
        expect({ value, maxAge: options.maxAge }).toEqual({ value: '', maxAge: 0 })
        expect(stringifySetCookie({ name, value, ...options })).toContain('Max-Age=0')
      }
      expect(readChunked(jar, NAME)).toBeUndefined()
      return jar.written.length > 0 ? 'some' : 'none'
    },
    { outcomes: ['some', 'none'] },
  )
})

// proves P-CK-6
it('a session that is too long for a request header is rejected, and no cookie is set', async () => {
  await holdsFor(fc.integer({ min: 1, max: 100_000 }), async (more) => {
    const jar = createCookieJar(readCookieHeader(`${NAME}=old`))
    expect(() =>
      writeChunked(jar, definition, 'x'.repeat(MAX_CHUNKS * CHUNK_LENGTH + more), expires),
    ).toThrow(RangeError)
    expect(jar.written).toEqual([])
    return 'rejected'
  })
})

// proves P-DS-1, P-DS-2
it.each([';', '=', ' ', `${NAME};`, `x${NAME}=`, `${NAME} `, '%'])(
  'a Cookie header of 32 KB of %j is read quickly, and a longer one is ignored',
  (piece) => {
    const filler = piece.repeat(Math.floor((32 * 1024 - NAME.length - 6) / piece.length))
    const header = `${filler};${NAME}=a`
    const { get, names } = readCookieHeader(header)
    expect({ value: get(NAME), lastName: names().at(-1) }).toEqual({ value: 'a', lastName: NAME })
    expect(readCookieHeader(header.padEnd(32 * 1024 + 1)).get(NAME)).toBeUndefined()
  },
)
