import { BadRequest } from '../errors/request.ts'
import { readNodeHeaders } from '../http/node-headers.ts'
import { readBody } from './body.ts'
import { type NodeRequest, type NodeResponse, readHost, readUrl } from './message.ts'

/**
 * Converts a request of Node.js to a `Request`. The body is a stream, which is read only as fast as
 * your code reads it. If a parser has read the body before, it is created from `req.body`.
 *
 * The URL has the path that the client sent, also in a router of Express. Its protocol and host are
 * those of the connection to this server: behind a proxy, they are not the public ones.
 *
 * @param res the response. With it, the signal of the `Request` aborts when the client disconnects
 *   before the response is complete.
 * @throws {BadRequest} when the host or a header is malformed, or a `Request` cannot have the
 *   method
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { sendWebResponse, toWebRequest } from 'latchkey/node'
 *
 * createServer(async (req, res) => {
 *   try {
 *     const request = toWebRequest(req, res)
 *     await sendWebResponse(res, Response.json({ path: new URL(request.url).pathname }))
 *   } catch (error) {
 *     console.error(error)
 *     res.destroy()
 *   }
 * })
 * ```
 * @experimental
 */
export function toWebRequest(req: NodeRequest, res?: NodeResponse): Request {
  const url = readUrl(req)
  if (url === undefined) throw new BadRequest('The `Host` header is malformed. Send one host.')
  const { method = 'GET' } = req
  const body = method === 'GET' || method === 'HEAD' ? null : readBody(req)
  try {
    const headers = readHeaders(req)
    const signal = res && createAbortSignal(res)
    // `duplex`: a stream is sent while it is read.
    return new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit)
  } catch (err) {
    throw new BadRequest(`A ${method} request has a method or a header that is not valid.`, {
      cause: { err },
    })
  }
}

/** Returns the headers, also with `Host` for HTTP/2. */
export function readHeaders(req: NodeRequest): Headers {
  const headers = readNodeHeaders(req.headers)
  // They describe the body that was sent, not the one that a parser made of it.
  if (req.readableDidRead) for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const host = readHost(req)
  if (host !== undefined) headers.set('host', host)
  return headers
}

function createAbortSignal(res: NodeResponse): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => {
    // After a disconnect, a response of HTTP/2 counts as finished.
    if (!(res.writableEnded && res.writableFinished)) controller.abort()
  })
  return controller.signal
}
