import { type IncomingMessage, request as send } from 'node:http'
import type { Site } from '@latchkey/test-support/kit/browser.ts'

/** Returns a site with a public origin, whose requests go to a port of this machine. */
export function siteBehind(origin: string, port: number): Site {
  const { host } = new URL(origin)
  return {
    origin,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = Buffer.from(await request.arrayBuffer())
      const headers = {
        ...Object.fromEntries(request.headers),
        host,
        ...(body.length > 0 && { 'content-length': String(body.length) }),
      }
      const options = { host: '127.0.0.1', port, path: pathname + search, method: request.method, headers }
      return new Promise((resolve, reject) => {
        send(options, (message) => resolve(asResponse(message)))
          .once('error', reject)
          .end(body)
      })
    },
  }
}

async function asResponse(message: IncomingMessage): Promise<Response> {
  const headers = new Headers()
  for (let index = 0; index < message.rawHeaders.length; index += 2)
    headers.append(message.rawHeaders[index] ?? '', message.rawHeaders[index + 1] ?? '')
  const body = Buffer.concat(await message.toArray())
  return new Response(body.length > 0 ? body : null, { status: message.statusCode ?? 500, headers })
}
