import type { Fields } from '../contract.ts'
import { BadRequest, PayloadTooLarge, UnsupportedMediaType } from '../errors.ts'

/** What a request without a form brings. */
export const noFields: Fields = Object.freeze(Object.create(null))

/** No form of ours comes near it. */
const MOST_BYTES = 64 * 1024
const MOST_FIELDS = 100

/**
 * The fields of a posted form or JSON object, without prototype. Of a repeated field the last counts. No body: no fields.
 *
 * @throws {UnsupportedMediaType} for anything but `application/x-www-form-urlencoded` and `application/json`.
 * @throws {PayloadTooLarge} above 64 KB or 100 fields.
 * @throws {BadRequest} for JSON that is none, or not an object.
 */
export async function readFields(request: Request): Promise<Fields> {
  const contentType = request.headers.get('content-type')
  const body = await readText(request)
  if (body === '') return noFields
  switch (contentType?.split(';', 1)[0]?.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return fieldsOf(new URLSearchParams(body))
    case 'application/json':
      return fieldsOf(Object.entries(parseJsonObject(body)))
    default:
      throw new UnsupportedMediaType(
        `The body has the content type "${contentType ?? ''}". Send application/x-www-form-urlencoded or application/json.`,
      )
  }
}

/** Pairs as an object without prototype, so that no field name means anything to the language. */
export function fieldsOf(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > MOST_FIELDS) throw new PayloadTooLarge(`The body has more than ${MOST_FIELDS} fields.`)
    fields[name] = value
  }
  return fields
}

function parseJsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Told below, without the parser's words: they quote the body.
  }
  throw new BadRequest('The body is not a JSON object, although its content type says so.')
}

async function readText(request: Request): Promise<string> {
  if (request.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new PayloadTooLarge(`The body is larger than ${MOST_BYTES} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
