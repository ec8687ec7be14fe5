import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { handle } from './handler.ts'

const server = createServer(async (incoming, outgoing) => {
  const response = await handle(toRequest(incoming))
  outgoing.statusCode = response.status
  outgoing.setHeaders(response.headers)
  outgoing.end(await response.bytes())
})

server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as AddressInfo).port}`))

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers } = incoming
  const body = ['GET', 'HEAD'].includes(method) ? null : Readable.toWeb(incoming)
  // The types of Node.js do not say that its headers, except `set-cookie`, and its streams are
  // valid for a `Request`.
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
}
