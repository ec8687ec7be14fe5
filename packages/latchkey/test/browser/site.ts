import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Auth, type AuthConfig } from 'latchkey'

/** Applications behind one real server, each below the path of its name. */
export interface Site {
  /** `http://localhost:<port>`: the one address without TLS for which browsers have passkeys. */
  readonly origin: string
  close(): Promise<void>
}

/** Serves every configuration below `/<its name>` on a free port of this machine. */
export async function startSite(applications: Readonly<Record<string, AuthConfig>>): Promise<Site> {
  const server = createServer((incoming, outgoing) => {
    const [, name = ''] = incoming.url?.split(/[/?]/) ?? []
    const config = applications[name]
    if (config === undefined) return void answerElsewhere(incoming, outgoing)
    answer(incoming, outgoing, config).catch((error: unknown) => outgoing.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => close(server) }
}

/** Where a sign-in ends there is a page; there is no picture for the tab. */
function answerElsewhere({ url }: IncomingMessage, outgoing: ServerResponse): void {
  if (url === '/favicon.ico') outgoing.writeHead(204).end()
  else outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Home</title>')
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  config: AuthConfig,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.concat(chunks)
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const response = await Auth(
    new Request(`http://${headers.host}${url}`, { method, headers: sent, body }),
    config,
  )
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function close(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
