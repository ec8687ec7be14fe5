import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AuthError, getFacts } from '../../src/errors/auth-error.ts'
import { wantsJson } from '../../src/http/accept.ts'
import { readFields } from '../../src/http/body.ts'
import { asHeader, hostileText, joinedText, wellFormed, withOneChange } from './hostile.ts'
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
  withOneChange(fc.constantFrom(FORM, JSON_TYPE)).map(asHeader),
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
  joinedText([
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
  withOneChange(fc.json()),
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
    return getFacts(error as AuthError).status
  }
}

// proves P-HT-4, P-DS-1, P-PG-2, §2.3
it('every body is read as fields without a prototype, or rejected with status 400, 413 or 415', async () => {
  await holdsFor(
    fc.tuple(bodies, fc.oneof(fc.constantFrom(FORM, JSON_TYPE), types, fc.constant(undefined))),
    async ([body, type]) => {
      const result = await outcome(post(body, type))
      if (typeof result === 'number') {
        expect([400, 415]).toContain(result)
        return String(result)
      }
      expect(Object.getPrototypeOf(result)).toBeNull()
      return 'fields'
    },
    { outcomes: ['fields', '400', '415'] },
  )
})

// proves P-HT-4, §2.3
it('a body is read only if its content type is known, ignoring parameters', async () => {
  await holdsFor(
    types,
    async (type) => {
      const isKnown = /^\s*application\/(?:json|x-www-form-urlencoded)\s*(?:;|$)/i.test(type)
      const result = await outcome(post('{"a":"b"}', type))
      expect(result === 415).toBe(!isKnown)
      return isKnown ? 'read' : 'rejected'
    },
    { outcomes: ['read', 'rejected'] },
  )
})

// proves P-HT-4, §2.3
it('the fields of a form are read unchanged, with the last value of a repeated name', async () => {
  await holdsFor(fc.tuple(forms, fc.boolean()), async ([pairs, isJson]) => {
    const sent = pairs.map(([name, value]) => [wellFormed(name), wellFormed(value)] as const)
    const expected = new Map(sent)
    const object = JSON.stringify(Object.fromEntries(expected))
    const body = isJson ? object : new URLSearchParams(sent.map(([name, value]) => [name, value])).toString()
    const result = await outcome(post(body, isJson ? JSON_TYPE : FORM))
    expect(new Map(Object.entries(result))).toEqual(expected)
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
] as const)(
  'a body of 64 KB of %j quickly gets status %i, and a longer one gets 413',
  async (piece, status) => {
    const body = piece.repeat(65_536 / piece.length)
    const result = await outcome(post(body, status === 400 ? JSON_TYPE : FORM))
    expect(typeof result === 'number' ? result : 200).toBe(status)
    for (const type of [FORM, JSON_TYPE, 'text/plain'])
      expect(await outcome(post(`${body}xxxxxx`, type))).toBe(413)
  },
)

// proves P-HT-4
it('a client that accepts HTML receives a page, and a script receives JSON', async () => {
  const accepts = fc
    .oneof(joinedText(['text/html', JSON_TYPE, '*/*', ', ', ';q=0.9', 'application/xhtml+xml']), hostileText)
    .map(asHeader)
  await holdsFor(
    fc.tuple(fc.option(accepts), fc.boolean()),
    async ([accept, hasRedirectHeader]) => {
      const headers = new Headers({
        ...(accept !== null && { accept }),
        ...(hasRedirectHeader && { 'x-auth-return-redirect': '1' }),
      })
      const isJson = wantsJson(headers)
      if (hasRedirectHeader) expect(isJson).toBe(true)
      else if (accept === null || accept.includes('text/html') || !accept.includes(JSON_TYPE))
        expect(isJson).toBe(false)
      else expect(isJson).toBe(true)
      return isJson ? 'JSON' : 'a page'
    },
    { outcomes: ['JSON', 'a page'] },
  )
})

// proves P-HT-4, §2.3
it.each(['[]', '[{"email":"a"}]', 'null', 'true', '1', '"email"', ' '])(
  'JSON that is not an object is rejected with status 400: %j',
  async (body) => {
    expect(await outcome(post(body, JSON_TYPE))).toBe(400)
  },
)
