import { ReadableStream } from 'node:stream/web'
import { AuthError } from '../errors/auth-error.ts'
import { BadRequest } from '../errors/request.ts'
import { type NodeRequest, parsedBody } from './message.ts'

/** What the constructor of `Request` accepts. */
type Body = ConstructorParameters<typeof Response>[0]

/**
 * Returns the body of a request: the one that a parser read before, else the stream. At most a few
 * chunks of a stream are in memory.
 *
 * @throws {BadRequest} when the body that a parser read is nested too deeply to be written again
 */
export function readBody(req: NodeRequest): Body {
  if (!req.readableDidRead) return toStream(readChunks(req))
  const body = parsedBody(req)
  if (body === undefined) return toStream(lostBody())
  if (typeof body === 'string' || body instanceof Uint8Array) return body as Body
  // Media types ignore case. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')
  try {
    return isForm ? new URLSearchParams(toPairs(body)).toString() : JSON.stringify(body, plain)
  } catch (err) {
    if (!(err instanceof RangeError)) throw err
    throw new BadRequest('The request body is nested too deeply. Send fewer levels.', { cause: { err } })
  }
}

/** Some parsers read large numbers as `bigint`, which JSON does not have. */
function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function toStream(chunks: AsyncIterable<Uint8Array>): Body {
  return ReadableStream.from(chunks) as Body
}

async function* readChunks(req: NodeRequest): AsyncGenerator<Uint8Array> {
  try {
    // Not destroyed if the reader stops early: the client could not receive the response then.
    yield* req.iterator({ destroyOnReturn: false })
  } catch (err) {
    throw new BadRequest('The client disconnected before it sent the whole body.', { cause: { err } })
  } finally {
    // Discards the rest, because Node.js would wait for it before the next request.
    req.resume()
  }
}

// biome-ignore lint/correctness/useYield: the stream has an error instead of a body.
async function* lostBody(): AsyncGenerator<Uint8Array> {
  throw new AuthError(
    'The request body was already read, and it is not in `req.body`. ' +
      "Run Latchkey's handler before the code that reads the body.",
  )
}

/** Returns the fields of a parsed form, with the names that a form has for lists and objects. */
function toPairs(value: unknown, name?: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return name === undefined ? [] : [[name, String(value)]]
  if (Array.isArray(value)) return value.flatMap((entry) => toPairs(entry, name))
  return Object.entries(value).flatMap(([key, entry]) =>
    toPairs(entry, name === undefined ? key : `${name}[${key}]`),
  )
}
