import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AuthError, factsOf } from '../../src/errors.ts'
import { wantsJson } from '../../src/http/accept.ts'
import { readFields } from '../../src/http/body.ts'
import { almost, asHeader, hostileText, textOf, wellFormed } from './hostile.ts'
import { holdsFor } from './runs.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const types = fc.oneof(
  fc.constantFrom(
    FORM,
    JSON_TYPE,
    `${FORM};charset=UTF-8`,
    `${JSON_TYPE} ; charset=utf-8`,
    'APPLICATION/JSON',
    '',
    ';',
    'text/plain',
  ),
  fc.constantFrom(
    'multipart/form-data; boundary=x',
    `text/plain; ${JSON_TYPE}`,
    `${JSON_TYPE}x`,
    `x${FORM}`,
    'application/ld+json',
    `${FORM}, ${JSON_TYPE}`,
  ),
  almost(fc.constantFrom(FORM, JSON_TYPE)).map(asHeader),
)
const names = fc.constantFrom(
  'email',
  'password',
  'callbackUrl',
  'csrfToken',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  '0',
)
const forms = fc.array(fc.tuple(fc.oneof(names, hostileText), hostileText), { maxLength: 5 })
const texts = fc.oneof(
  forms.map((pairs) => new URLSearchParams(pairs).toString()),
  textOf([
    'a',
    '=',
    '&',
    '%',
    '%zz',
    '+',
    '%00',
    '%ff',
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '1',
    'null',
    '\\ud800',
  ]),
  fc.json(),
  fc
    .dictionary(fc.oneof(names, hostileText), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
    .map((value) => JSON.stringify(value)),
  almost(fc.json()),
  hostileText,
)
const bodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }).map((bytes) => new Uint8Array(bytes)) },
)

function post(body: RequestInit['body'], type: string | undefined): Request {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  return new Request('https://app.test/auth/signin', { method: 'POST', body, headers })
}

async function outcome(request: Request): Promise<Record<string, unknown> | number> {
  try {
    return await readFields(request)
  } catch (error) {
    expect(error).toBeInstanceOf(AuthError)
    return factsOf(error as AuthError).status
  }
}

// proves P-HT-4, P-DS-1, P-PG-2, §2.3
it('any body of any type gives fields without prototype, or a status of 400, 413 or 415', async () => {
  await holdsFor(
    fc.tuple(bodies, fc.oneof(fc.constantFrom(FORM, JSON_TYPE), types, fc.constant(undefined))),
    async ([body, type]) => {
      const read = await outcome(post(body, type))
      if (typeof read === 'number') {
        expect([400, 415]).toContain(read)
        return String(read)
      }
      expect(Object.getPrototypeOf(read)).toBeNull()
      return 'fields'
    },
    { sees: ['fields', '400', '415'] },
  )
})

// proves P-HT-4, §2.3
it('the type of a body is its essence: nothing before it, and only parameters after it', async () => {
  await holdsFor(
    types,
    async (type) => {
      const isKnown = /^\s*application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i.test(type)
      const read = await outcome(post('{"a":"b"}', type))
      expect(read === 415).toBe(!isKnown)
      return isKnown ? 'read' : 'refused'
    },
    { sees: ['read', 'refused'] },
  )
})

// proves P-HT-4, §2.3
it('what a form says is read as it was written, the last of two names', async () => {
  await holdsFor(fc.tuple(forms, fc.boolean()), async ([pairs, isJson]) => {
    const sent = pairs.map(([name, value]) => [wellFormed(name), wellFormed(value)] as const)
    const expected = new Map(sent)
    const object = JSON.stringify(Object.fromEntries(expected))
    const body = isJson ? object : new URLSearchParams(sent.map(([name, value]) => [name, value])).toString()
    const read = await outcome(post(body, isJson ? JSON_TYPE : FORM))
    expect(new Map(Object.entries(read))).toEqual(expected)
    return 'read'
  })
})

// proves P-DS-1, P-DS-2
it.each([
  ['{"a":', 400],
  ['[', 400],
  ['[]', 400],
  ['"', 400],
  ['\\', 400],
  ['a=b&', 413],
  ['&', 200],
  ['%', 200],
] as const)('64 KB of %j are answered in a moment, and more are too much', async (piece, status) => {
  const body = piece.repeat(65_536 / piece.length)
  const read = await outcome(post(body, status === 400 ? JSON_TYPE : FORM))
  expect(typeof read === 'number' ? read : 200).toBe(status)
  for (const type of [FORM, JSON_TYPE, 'text/plain'])
    expect(await outcome(post(`${body}xxxxxx`, type))).toBe(413)
})

// proves P-HT-4
it('a page is for whoever takes HTML, and JSON for scripts', async () => {
  const accepts = fc
    .oneof(textOf(['text/html', JSON_TYPE, '*/*', ', ', ';q=0.9', 'application/xhtml+xml']), hostileText)
    .map(asHeader)
  await holdsFor(
    fc.tuple(fc.option(accepts), fc.boolean()),
    async ([accept, asks]) => {
      const headers = new Headers({
        ...(accept !== null && { accept }),
        ...(asks && { 'x-auth-return-redirect': '1' }),
      })
      const isJson = wantsJson(headers)
      if (asks) expect(isJson).toBe(true)
      else if (accept === null || accept.includes('text/html') || !accept.includes(JSON_TYPE))
        expect(isJson).toBe(false)
      else expect(isJson).toBe(true)
      return isJson ? 'JSON' : 'a page'
    },
    { sees: ['JSON', 'a page'] },
  )
})

// proves P-HT-4, §2.3
it.each(['[]', '[{"email":"a"}]', 'null', 'true', '1', '"email"', ' '])(
  'JSON that is no object, like %j, is a 400',
  async (body) => {
    expect(await outcome(post(body, JSON_TYPE))).toBe(400)
  },
)
