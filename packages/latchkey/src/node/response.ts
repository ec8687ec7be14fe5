import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { readSetCookies } from '../http/cookies/node-cookies.ts'
import { mergeSetCookies } from '../http/cookies/write-cookies.ts'
import { isClosed, type NodeResponse } from './message.ts'

/**
 * Headers that HTTP/2 does not have.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9113#section-8.2.2
 */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

/**
 * Sends a `Response` with the response of Node.js. The body is sent as fast as the client reads it.
 * Cookies that `res` already has are also sent.
 *
 * Resolves when the response was sent, or when the client disconnects, which cancels the body.
 *
 * @throws what the body throws, after closing the connection, so that the client does not take the
 *   body for complete
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { sendWebResponse } from 'latchkey/node'
 *
 * createServer((req, res) => sendWebResponse(res, new Response('Hello')))
 * ```
 * @experimental
 */
export async function sendWebResponse(res: NodeResponse, response: Response): Promise<void> {
  const { body } = response
  if (isClosed(res)) return body?.cancel()
  writeHead(res, response)
  if (body === null || res.req.method === 'HEAD') {
    res.end()
    return body?.cancel()
  }
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), res)
  } catch (error) {
    if (!isDisconnect(error)) throw error
  }
}

function writeHead(res: NodeResponse, { status, headers }: Response): void {
  res.statusCode = status
  const isHttp2 = res.req.httpVersionMajor > 1
  for (const [name, value] of headers) {
    if (name === 'set-cookie' || (isHttp2 && CONNECTION_HEADERS.includes(name))) continue
    res.setHeader(name, value)
  }
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('Set-Cookie', mergeSetCookies(readSetCookies(res), cookies))
}

function isDisconnect(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
