import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Site } from '../kit/browser.ts'

/**
 * Returns a site on this machine with its own host name and HTTPS.
 *
 * @param certificate the only trusted certificate, as PEM
 */
export function httpsSite(origin: string, certificate: string): Site {
  const { hostname, host, port } = new URL(origin)
  return {
    origin,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = Buffer.from(await request.arrayBuffer())
      const headers = {
        host,
        ...Object.fromEntries(request.headers),
        ...(body.length > 0 && { 'content-length': String(body.length) }),
      }
      const where = {
        host: '127.0.0.1',
        port,
        servername: hostname,
        ca: certificate,
        path: pathname + search,
        // As browsers, which accept the cookies of a large session.
        maxHeaderSize: 65_536,
      }
      return new Promise((resolve, reject) => {
        const sent = httpsRequest({ ...where, method: request.method, headers }, (message) =>
          resolve(asResponse(message)),
        )
        sent.once('error', reject).end(body)
      })
    },
  }
}

async function asResponse(message: IncomingMessage): Promise<Response> {
  const headers = new Headers()
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  }
  const body = Buffer.concat(await message.toArray())
  return new Response(body.length > 0 ? body : null, { status: message.statusCode, headers })
}
