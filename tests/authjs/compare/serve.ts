import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Visitor } from './visitor.ts'

/** The route of a served application that returns the recorded calls. */
export const CALLS_PATH = '/recorded-calls'

/**
 * Serves an application over HTTP while `act` runs.
 *
 * @param open creates the application for its origin
 */
export async function served<T>(
  open: (origin: string) => Visitor,
  act: (origin: string) => Promise<T>,
): Promise<T> {
  const server = createServer((incoming, response) => {
    respond(app, incoming, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const app = open(origin)
  try {
    return await act(origin)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function respond(app: Visitor, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming
  const body = await text(incoming)
  const headers = new Headers(incoming.headers as Record<string, string>)
  const request = new Request(new URL(url, app.origin), { method, headers, ...(body !== '' && { body }) })
  const result = url === CALLS_PATH ? Response.json(await app.takeCalls()) : await app.fetch(request)
  response.statusCode = result.status
  for (const [name, value] of result.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  response.setHeader('set-cookie', result.headers.getSetCookie())
  response.end(await result.text())
}
