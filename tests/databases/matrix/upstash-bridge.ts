import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Send = (command: string[]) => Promise<unknown>
type Reply = { result: unknown } | { error: string }

/** Starts a server with the HTTP interface of Upstash, in front of a Redis. */
export async function startUpstashBridge(
  send: Send,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body: unknown[] = JSON.parse(await readText(request))
    const reply = Array.isArray(body[0])
      ? await Promise.all((body as unknown[][]).map((command) => replyTo(send, command)))
      : await replyTo(send, body)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

async function replyTo(send: Send, command: unknown[]): Promise<Reply> {
  try {
    return { result: await send(command.map(String)) }
  } catch (error) {
    return { error: String(error) }
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
