import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import {
  connect as connectHttp2,
  createServer as createHttp2Server,
  type Http2Server,
  type IncomingHttpHeaders,
} from 'node:http2'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Site } from '@latchkey/test-support/kit/browser.ts'
import type { NodeRequest, NodeResponse } from 'latchkey/node'
import { onTestFinished } from 'vitest'

/** The protocols of servers without encryption. */
export const PROTOCOLS = ['HTTP/1.1', 'HTTP/2'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** A server that runs until the test ends. */
export interface RunningServer extends Site {
  readonly port: number
}

type Listener = (req: NodeRequest, res: NodeResponse) => unknown

/** Starts a server of `node:http` or `node:http2`. */
export function serve(protocol: Protocol, listener: Listener): Promise<RunningServer> {
  if (protocol === 'HTTP/1.1') return started(createHttpServer(listener), (request) => fetch(request))
  return started(createHttp2Server(listener), fetchByHttp2)
}

/** Starts a server that another framework created. */
export async function started(
  server: Server | Http2Server,
  send: Site['fetch'] = (request) => fetch(request),
): Promise<RunningServer> {
  const sessions = new Set<{ destroy(): void }>()
  server.on('connection', (socket) => sessions.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sessions) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, fetch: send }
}

/** Sends a request by HTTP/2 on a connection of its own. */
async function fetchByHttp2(request: Request): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url)
  const client = connectHttp2(origin).on('error', () => undefined)
  const body = Buffer.from(await request.arrayBuffer())
  const stream = client.request(
    { ...Object.fromEntries(request.headers), ':method': request.method, ':path': `${pathname}${search}` },
    { endStream: body.length === 0 },
  )
  if (body.length > 0) stream.end(body)
  const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  const received = await text(stream)
  client.close()
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(head))
    if (!name.startsWith(':')) for (const value of [values].flat()) headers.append(name, value)
  return new Response(received === '' ? null : received, { status: Number(head[':status']), headers })
}

/** Sends text to a server as it is, and returns everything that the server sends. */
export async function sendRaw(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

/**
 * Sends the start of a request with a body, and disconnects before its end.
 *
 * @param received when the server has the request. A time would be too short on a busy machine
 */
export async function sendIncomplete(
  protocol: Protocol,
  { origin, port }: RunningServer,
  received: Promise<void>,
): Promise<void> {
  if (protocol === 'HTTP/1.1') {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nthe start')
    await received
    socket.destroy()
    return
  }
  const client = connectHttp2(origin).on('error', () => undefined)
  const stream = client.request({ ':method': 'POST', ':path': '/' }, { endStream: false })
  stream.on('error', () => undefined)
  stream.write('the start')
  await received
  client.destroy()
}

/** Opens a page, and disconnects when the response has started, or after 50 ms. */
export async function openAndDisconnect(protocol: Protocol, { origin }: RunningServer): Promise<void> {
  if (protocol === 'HTTP/1.1') {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const response = await fetch(origin, { signal: controller.signal }).catch(() => undefined)
    await response?.body?.getReader().read()
    controller.abort()
    return
  }
  const client = connectHttp2(origin).on('error', () => undefined)
  const stream = client.request({ ':path': '/' })
  stream.on('error', () => undefined)
  setTimeout(() => stream.close(8), 50)
  await once(stream, 'close')
  client.destroy()
}
