import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from '../errors/request.ts'
import { parseRecord } from '../records/record.ts'
import type { Fields } from '../types/basics.ts'
import { collectFields } from './fields.ts'
import { noFields } from './no-fields.ts'

/** Far more than any of Latchkey's forms needs. */
const MAX_BYTES = 64 * 1024
/**
 * Levels of lists and objects in a field. Code that walks through deeper ones can overflow the
 * stack.
 */
const MAX_DEPTH = 50

/** The forms that fields were read from. */
const forms = new WeakMap<Fields, URLSearchParams>()

/**
 * Reads the fields of a form or a JSON object into an object without a prototype. Uses the last
 * value of a repeated field. A request without a body has no fields.
 *
 * @throws {UnsupportedMediaType} for a content type other than `application/x-www-form-urlencoded`
 *   and `application/json`
 * @throws {PayloadTooLarge} if the body has more than 64 KB or 100 fields
 * @throws {BadRequest} if the JSON is invalid, not an object, or nested more than 50 levels deep
 */
export async function readFields(request: Request): Promise<Fields> {
  const contentType = request.headers.get('content-type')
  const body = await readText(request)
  if (body === '') return noFields
  switch (contentType?.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return readForm(new URLSearchParams(body))
    case 'application/json':
      return collectFields(Object.entries(parseJsonObject(body)))
    default:
      throw new UnsupportedMediaType(
        `The content type "${contentType ?? ''}" is not supported. ` +
          'Send application/x-www-form-urlencoded or application/json.',
      )
  }
}

function readForm(form: URLSearchParams): Fields {
  const fields = collectFields(form)
  forms.set(fields, form)
  return fields
}

/**
 * Returns the parameters that a protocol sent as a form, including repeated ones: a standard may
 * reject them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1
 */
export function formParameters(fields: Fields): URLSearchParams {
  const texts = Object.entries(fields).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return forms.get(fields) ?? new URLSearchParams(texts)
}

/**
 * Parses a JSON object.
 *
 * @throws {BadRequest} without the parser's message, which would quote the body
 */
function parseJsonObject(text: string): object {
  const value = parseRecord(text)
  if (value === undefined)
    throw new BadRequest('The content type is application/json, but the body is not a JSON object.')
  // The body itself is one more level.
  if (isDeeperThan(MAX_DEPTH + 1, value))
    throw new BadRequest(`The JSON body has more than ${MAX_DEPTH} levels. Send fewer.`)
  return value
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

async function readText(request: Request): Promise<string> {
  if (request.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new PayloadTooLarge(`The body is larger than ${MAX_BYTES} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
