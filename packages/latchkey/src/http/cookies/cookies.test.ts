import { describe, expect, it } from 'vitest'
import { readChunked } from './chunks.ts'
import { readCookieHeader } from './header.ts'
import { createCookieJar } from './jar.ts'
import { dropNewCookies } from './kept-cookies.ts'
import { expireChunked, writeChunked } from './write-chunks.ts'

const get = (header: string | null, name: string): string | undefined => readCookieHeader(header).get(name)

describe('a Cookie header', () => {
  // proves AUD-F15, P-CK-3, P-DS-1, §4.2 a
  it.each([
    ['a=1; b=2', 'b', '2'],
    ['a=1;b=2', 'b', '2'],
    [' a=1\t;\tb = 2', 'a', '1'],
    ['xa=1; a=2', 'a', '2'],
    ['b=a=1; a=2', 'a', '2'],
    ['a=1; a=2', 'a', undefined],
    ['a=1; b=2; a=1 ', 'a', '1'],
    ['a=1; xa=2; a =3', 'a', '1'],
    ['a=; a=1', 'a', undefined],
    ['A=1', 'a', undefined],
    ['\u2000a=1', 'a', undefined],
    ['a=x%7Cy', 'a', 'x|y'],
    ['a=%zz', 'a', '%zz'],
    ['a="1"', 'a', '"1"'],
    ['a=', 'a', ''],
    ['a', 'a', undefined],
    ['', 'a', undefined],
    [`a=1; ${'b=2; '.repeat(10_000)}`, 'a', undefined],
    [null, 'a', undefined],
  ])('of %j has the cookie %s=%s', (header, name, value) => {
    expect(get(header, name)).toBe(value)
  })
})

describe('a cookie value in chunks', () => {
  const definition = { name: 'session', options: { path: '/', httpOnly: true } }
  const expires = new Date(0)

  // proves §5.2
  it('is one cookie up to 3936 characters', () => {
    const jar = createCookieJar(readCookieHeader(null))
    writeChunked(jar, definition, 'x'.repeat(3936), expires)
    expect(jar.written.map(({ name }) => name)).toEqual(['session'])
    writeChunked(jar, definition, 'x'.repeat(3937), expires)
    expect(jar.written.map(({ name, value }) => ({ name, length: value.length }))).toEqual([
      { name: 'session', length: 0 },
      { name: 'session.0', length: 3936 },
      { name: 'session.1', length: 1 },
    ])
  })

  // proves P-CK-4, §5.2 a, §20 Q-3
  it('is not read from other cookies that start with the same name', () => {
    const jar = createCookieJar(
      readCookieHeader('session-other=1; session.x=2; session.=3; session.01=4; session.7=5'),
    )
    expect(readChunked(jar, 'session')).toBeUndefined()
    expireChunked(jar, definition)
    expect(jar.written).toEqual([])
  })

  // proves P-CK-4
  it('is empty if a chunk is missing', () => {
    expect(readChunked(createCookieJar(readCookieHeader('session.0=a; session.2=c')), 'session')).toBe('')
    expect(readChunked(createCookieJar(readCookieHeader('session.1=b')), 'session')).toBe('')
  })

  // proves P-CK-6
  it('is rejected if it is too long for the header limits of servers', () => {
    const jar = createCookieJar(readCookieHeader(null))
    expect(() => writeChunked(jar, definition, 'x'.repeat(7 * 3936 + 1), expires)).toThrow(/jwt/)
    expect(jar.written).toEqual([])
  })
})

describe('a cookie jar', () => {
  // proves §4.2 b
  it('returns new values and omits expired cookies', () => {
    const jar = createCookieJar(readCookieHeader('a=1; b=2'))
    jar.set({ name: 'a', value: 'new', options: {} })
    jar.expire({ name: 'b', options: { path: '/' } })
    expect({ a: jar.get('a'), b: jar.get('b'), names: jar.names() }).toEqual({
      a: 'new',
      b: undefined,
      names: ['a'],
    })
    dropNewCookies(jar)
    expect(jar.written).toEqual([{ name: 'b', value: '', options: { path: '/', maxAge: 0 } }])
  })
})
